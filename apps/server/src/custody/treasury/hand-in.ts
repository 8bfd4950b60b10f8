import { NETWORKS, type UserId } from '@kobogate/contract';
import { readPlans, readSignedPlans, type SignedPlan } from '@kobogate/plans';
import type { Database } from '../../platform/database.ts';
import { Failure, notFound, ruleBroken } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { recordSigned } from './send-plan.ts';
import type { TreasuryWallet } from './treasury-wallet.ts';

interface HandInDependencies {
  readonly database: Database;
  readonly treasuryWallets: readonly { readonly treasuryWallet: TreasuryWallet }[];
}

/**
 * Records every plan of a signed file, each as a whole or not at all; the `send-waiting` timer sends them. A repeat with
 * the same file changes nothing. Answers what was handed in, in a sentence. Throws 422 for a file that is not signed, or
 * not as it was planned, and otherwise as `recordSigned`; what was recorded before stays so, and the message says it.
 */
export async function handIn(
  { database, treasuryWallets }: HandInDependencies,
  { text, adminId }: { readonly text: string; readonly adminId: UserId },
): Promise<string> {
  const signed = readSignedPlans(text);
  if (signed === null) throw unreadable(text);
  const done: SignedPlan[] = [];
  for (const each of signed) {
    try {
      const { network, id } = each.plan;
      const wallet = treasuryWallets.find(({ treasuryWallet }) => treasuryWallet.network === network)?.treasuryWallet;
      if (wallet === undefined || !isId(id)) throw notFound('This gateway has made no such plan. Nothing was sent.');
      await recordSigned({ database }, { treasuryWallet: wallet, signed: each, by: adminId });
    } catch (failure) {
      if (!(failure instanceof Failure) || signed.length === 1) throw failure;
      const place = `Plan ${done.length + 1} of ${signed.length}, ${NETWORKS[each.plan.network].name}: `;
      const before = done.length === 0 ? '' : ` Handed in before it: ${describe(done)}.`;
      throw new Failure(failure.status, `${place}${failure.message}${before}`, failure.code);
    }
    done.push(each);
  }
  return `Handed in: ${describe(done)}. It is sent now, stage by stage.`;
}

function describe(plans: readonly SignedPlan[]): string {
  const counts = new Map<string, number>();
  for (const { plan } of plans) {
    const { name } = NETWORKS[plan.network];
    counts.set(name, (counts.get(name) ?? 0) + plan.transactions.length);
  }
  const parts = [...counts].map(([name, count]) => `${count} transaction${count === 1 ? '' : 's'} on ${name}`);
  return new Intl.ListFormat('en-GB').format(parts);
}

/** The plan itself is the likeliest mistake. */
const unreadable = (text: string): Failure =>
  ruleBroken(
    readPlans(text) === null
      ? 'This is no signed plan of this version. Choose the file that the key tool has written: its name ends in .signed.'
      : 'This plan is not signed yet. Sign it with the key tool first, and choose the file that ends in .signed.',
  );
