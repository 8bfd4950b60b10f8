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
 * Records every plan of a signed file, each as a whole or not at all; the `send-waiting` timer sends them. One that is refused
 * keeps no other from being taken: the rest of the file would have to be signed again. A repeat with the same file changes
 * nothing. Answers what was handed in, in a sentence. Throws 422 for a file that is not signed, or not as it was planned, and
 * otherwise as `recordSigned` does, naming each plan that was not accepted and those that were.
 */
export async function handIn(
  dependencies: HandInDependencies,
  { text, adminId }: { readonly text: string; readonly adminId: UserId },
): Promise<string> {
  const signed = readSignedPlans(text);
  if (signed === null) throw unreadable(text);
  const taken: SignedPlan[] = [];
  const refused: { readonly place: string; readonly failure: Failure }[] = [];
  for (const [at, each] of signed.entries()) {
    try {
      await recordOne(dependencies, each, adminId);
      taken.push(each);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      refused.push({ place: `Plan ${at + 1} of ${signed.length}, ${NETWORKS[each.plan.network].name}: `, failure });
    }
  }
  const [first] = refused;
  if (first === undefined) return `Handed in: ${describe(taken)}. It is sent now, stage by stage.`;
  const isSameOfAll = taken.length === 0 && refused.every(({ failure }) => failure.message === first.failure.message);
  if (isSameOfAll) throw first.failure;
  const words = refused.map(({ place, failure }) => `${place}${failure.message}`);
  if (taken.length > 0) words.push(`Handed in all the same, and sent now, stage by stage: ${describe(taken)}.`);
  throw new Failure(first.failure.status, words.join(' '), first.failure.code);
}

async function recordOne(
  { database, treasuryWallets }: HandInDependencies,
  signed: SignedPlan,
  adminId: UserId,
): Promise<void> {
  const { network, id } = signed.plan;
  const wallet = treasuryWallets.find(({ treasuryWallet }) => treasuryWallet.network === network)?.treasuryWallet;
  if (wallet === undefined || !isId(id)) throw notFound('This gateway has made no such plan. Nothing was sent.');
  await recordSigned({ database }, { treasuryWallet: wallet, signed, by: adminId });
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
