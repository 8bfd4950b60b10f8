import {
  endpoints,
  type Difference,
  NETWORKS,
  type NetworkId,
  railTitle,
  type ReconciliationDetail,
  type ReconciliationSummary,
  type UserId,
  type ReconciliationId,
} from '@kobogate/contract';
import type { AddressSource } from '@kobogate/addresses';
import { type MonthSealer, verifyDaily } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import type { Log } from '../../platform/log.ts';
import { emitMany } from '../../events.ts';
import { type QuoteSigner, verifyQuotes } from '../../sales/index.ts';
import { listStaffEmails, proveActs } from '../../controls/index.ts';
import { readRange } from '../../platform/files/report-range.ts';
import { NodeFault, proveSurplus, reconcile, type TreasuryWallet } from '../../custody/index.ts';
import { adviceFor } from './advice.ts';
import { compareChain } from './compare-chain.ts';
import { compareRail, type StatedRail } from './compare-rail.ts';
import { insertReconciliation, loadFloatGap, loadReconciliation } from './db.ts';
import { newsMail } from './mails.ts';
import { type FoundPart, outcomeOf } from './part.ts';

/** The most differences in a report: more of them have one common cause and are not separate tasks. */
const MOST_KEPT = 500;

export interface ReconciliationDependencies {
  readonly database: Database;
  readonly addressSources: readonly AddressSource[];
  /** Milliseconds between two looks at a chain that differs; 5,000 by default. */
  readonly pauseMs?: number;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly rails: readonly StatedRail[];
  readonly treasuryWallets: readonly { readonly treasuryWallet: TreasuryWallet }[];
  /** The networks that are watched. */
  readonly networks: readonly NetworkId[];
  readonly quoteSigner: QuoteSigner;
  readonly monthSealer: MonthSealer;
  /** The base of links in mail. */
  readonly publicOrigin: string;
}

export interface ReconciliationWish {
  /** A day of Lagos, such as `2026-11-21`. */
  readonly day: string;
  readonly isScheduled: boolean;
  /** Which try of an unclear day; 0, the scheduled comparison, by default. */
  readonly attempt?: number;
  /** The findings of that day's newest comparison. */
  readonly before?: Pick<ReconciliationSummary, 'outcome' | 'differenceCount'>;
  /** The administrator who asked; null: a timer, or the operator's terminal. */
  readonly adminId: UserId | null;
}

/**
 * Compares one day's payouts with every bank rail's statement, all coins with the chains, and the ledger with itself,
 * and keeps the findings for ever. Outside calls come first, outside of any transaction. A timer's comparison mails the
 * administrators where it has news (`newsMail`); null where another process made the same try. Throws 422 for a text
 * that is not a day, or a day that has not begun.
 */
export async function reconcileDay(
  dependencies: ReconciliationDependencies,
  { day: name, isScheduled, attempt = 0, before, adminId }: ReconciliationWish,
): Promise<ReconciliationDetail | null> {
  const { database, clock, log, publicOrigin } = dependencies;
  const day = readRange({ from: name, to: name });
  const startedAt = clock.now();
  if (day.start > startedAt) throw ruleBroken('This day has not begun yet. Please choose an earlier one.');
  const found = await compareAll(dependencies, day);
  const all = found.flatMap(({ differences }) => differences);
  const parts = found.map(({ part }) => part);
  const made = {
    id: newId<ReconciliationId>(),
    day: name,
    outcome: outcomeOf(parts),
    differenceCount: all.length,
    startedAt: startedAt.toISOString(),
    finishedAt: clock.now().toISOString(),
    isScheduled,
    attempt,
    report: { parts, differences: all.slice(0, MOST_KEPT) },
  };
  const isKept = await database.transaction(async (tx) => {
    if (!(await insertReconciliation(tx, { ...made, adminId }))) return false;
    const mail = isScheduled ? newsMail({ ...made, publicOrigin }, before ?? null) : null;
    if (mail === null) return true;
    log.warn({ day: name, outcome: made.outcome, differences: all.length }, mail.subject);
    const admins = await listStaffEmails(tx, endpoints.reconciliations.run);
    await emitMany(
      tx,
      admins.map((to) => ({ type: 'mail.send', payload: { to, ...mail } })),
    );
    return true;
  });
  return isKept ? loadReconciliation(database, made.id) : null;
}

async function compareAll(
  dependencies: ReconciliationDependencies,
  day: ReturnType<typeof readRange>,
): Promise<FoundPart[]> {
  const { database, clock, log, rails, addressSources, treasuryWallets } = dependencies;
  const { networks, quoteSigner, monthSealer, pauseMs } = dependencies;
  const found: FoundPart[] = [];
  for (const rail of rails) {
    const before = await loadFloatGap(database, railTitle(rail.name), day.from);
    found.push(await compareRail({ database, clock }, rail, day, before));
  }
  for (const { treasuryWallet } of treasuryWallets) {
    const compare = () => reconcile({ database, addressSources }, treasuryWallet);
    const compared = await compareChain(treasuryWallet.network, compare, pauseMs);
    found.push(compared);
    // A payment was left out where deposit addresses hold more than the books, or came in a way that we don't know.
    if (compared.part.outcome === 'differs') {
      await proveSurplus({ database, addressSources, log, pauseMs }, treasuryWallet).catch(onlyLogged(log));
    }
  }
  const counted = new Set(treasuryWallets.map(({ treasuryWallet }) => treasuryWallet.network));
  for (const network of networks) if (!counted.has(network)) found.push(uncounted(network));
  found.push(await compareLedger(database, quoteSigner, monthSealer));
  return found;
}

const onlyLogged =
  (log: Pick<Log, 'warn'>) =>
  (error: unknown): void => {
    if (!(error instanceof NodeFault)) throw error;
    log.warn({ err: error }, 'a surplus on a chain was not proved, because its node failed');
  };

const uncounted = (network: NetworkId): FoundPart => ({
  part: {
    area: 'chain',
    name: NETWORKS[network].name,
    outcome: 'not-compared',
    compared: 0,
    detail: 'Balances on this network can’t be read yet.',
    floatGapKobo: null,
  },
  differences: [],
});

async function compareLedger(
  database: Database,
  quoteSigner: QuoteSigner,
  monthSealer: MonthSealer,
): Promise<FoundPart> {
  const proof = await verifyDaily(database, monthSealer);
  const { differences: inLedger } = 'whole' in proof ? proof.whole : proof.since;
  const [quotes, acts] = [await verifyQuotes(database.patient, quoteSigner), await proveActs({ database })];
  const sentences = [...inLedger, ...quotes, ...acts.found];
  const differences = sentences.map((sentence): Difference => {
    const [rule = '', ...rest] = sentence.split(': ');
    return {
      kind: 'ledger',
      place: 'Ledger',
      subject: rule,
      orderId: null,
      ours: rest.join(': '),
      theirs: 'what was posted',
      advice: adviceFor('ledger'),
    };
  });
  return {
    part: {
      area: 'ledger',
      name: 'Ledger',
      outcome: differences.length > 0 ? 'differs' : 'agrees',
      ...describeProof(proof),
      floatGapKobo: null,
    },
    differences,
  };
}

/** How many entries were proved, and in what way. */
function describeProof(proof: Awaited<ReturnType<typeof verifyDaily>>): Pick<FoundPart['part'], 'compared' | 'detail'> {
  if ('whole' in proof) {
    const { entries, transactions, accounts, fingerprint } = proof.whole;
    return {
      compared: entries,
      detail: `${transactions} transactions on ${accounts} accounts, recomputed. Fingerprint ${fingerprint.slice(0, 16)}.`,
    };
  }
  const { transfers, accounts, unread, month } = proof.since;
  return {
    compared: 2 * transfers,
    detail: `${transfers} transfers since ${month.month} was closed and the balances of ${accounts} accounts, recomputed. Not read: the ${unread} transfers before, which “verify-ledger” reads.`,
  };
}
