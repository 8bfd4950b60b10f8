import type { PayoutId } from '@kobogate/contract';
import { createHeldAccounts, type NewTransaction } from '../ledger/index.ts';
import type { Database, Transaction } from '../platform/database.ts';
import { createBatchedRead } from '../platform/batched-read.ts';
import { createStepBatches, FellOut } from '../platform/step-batches.ts';
import type { DepartureGate, EpochMark } from '../controls/index.ts';
import { findPayouts, loadPayouts, lockFreePayouts } from './db.ts';
import type { LockedPayout, Payout } from './payout.ts';
import { createPayoutWork, type PayoutWork } from './payout-work.ts';

/**
 * Decides on a locked payout; everything that it does goes into the work. It may run again, so it may only log besides.
 */
export type Act<Result> = (work: PayoutWork, locked: LockedPayout) => Result;

export interface PayoutWriter {
  /** The payout as it is now, not locked; null where there is none. Those asked for at one moment are read together. */
  load(payoutId: PayoutId): Promise<Payout | null>;
  /** The payout of a reference on its rail, in the same way. */
  find(callback: RailReference): Promise<Payout | null>;
  /**
   * Lets `act` decide on the payout in its present state, locked, and answers its result once all of it is committed.
   * Throws what `act` throws, and then nothing of it is written; 503 where another transaction holds the payout for
   * seconds.
   */
  write<Result>(payoutId: PayoutId, act: Act<Result>): Promise<Result>;
  /**
   * The same as `write`, for steps that send: the departure is counted in the same transaction, and recorded outside
   * the database before this answers. Throws 503, and nothing is written, where nothing may leave.
   */
  leave<Result>(payoutId: PayoutId, act: Act<Result>): Promise<Result>;
}

interface RailReference {
  readonly rail: string;
  readonly reference: string;
}

interface Step {
  readonly payoutId: PayoutId;
  readonly act: Act<void>;
  /** Receives the count of its departure; missing: the step sends nothing. */
  readonly onCounted?: (mark: EpochMark) => void;
}

/**
 * Reads payouts of one moment together, and writes simultaneous steps in one transaction: they share its commit, and the accounts that all payouts
 * touch are locked once for all of them. A payout whose order, or an account that it needs, is locked by another
 * transaction is left out and comes again, so that the others don't wait for it.
 */
export function createPayoutWriter({
  database,
  gate,
}: {
  readonly database: Database;
  readonly gate: Pick<DepartureGate, 'count' | 'note'>;
}): PayoutWriter {
  const submit = createStepBatches<Step, NewTransaction>({
    database,
    accounts: createHeldAccounts(database),
    write: async (tx, steps, mayPost) => {
      const locked = await lockFreePayouts(tx, [...new Set(steps.map(({ payoutId }) => payoutId))]);
      await countDepartures(tx, gate, steps);
      const { work, written } = decide(steps, locked, mayPost);
      await work.write(tx);
      return new Set(steps.filter((step) => !written.has(step)));
    },
  });
  async function write<Result>(
    payoutId: PayoutId,
    act: Act<Result>,
    onCounted?: (mark: EpochMark) => void,
  ): Promise<Result> {
    const held: { answer?: { result: Result } } = {};
    const step: Act<void> = (work, locked) => {
      held.answer = { result: act(work, locked) };
    };
    await submit({ payoutId, act: step, ...(onCounted === undefined ? {} : { onCounted }) });
    if (held.answer === undefined) throw new Error('a step of a payout gave no result');
    return held.answer.result;
  }
  return {
    load: createBatchedRead(async (ids: readonly PayoutId[]) => {
      const found = await loadPayouts(database, [...new Set(ids)]);
      return ids.map((id) => found.get(id) ?? null);
    }),
    find: createBatchedRead(async (asked: readonly RailReference[]) => {
      const found = await findPayouts(database, asked);
      return asked.map(
        ({ rail, reference }) => found.find((each) => each.rail === rail && each.reference === reference) ?? null,
      );
    }),
    write: async (payoutId, act) => write(payoutId, act),
    leave: async (payoutId, act) => {
      const counted: { mark?: EpochMark } = {};
      const result = await write(payoutId, act, (mark) => {
        counted.mark = mark;
      });
      if (counted.mark !== undefined) await gate.note(counted.mark);
      return result;
    },
  };
}

/** Counts the shared departure of the sending steps. Throws 503 where nothing may leave. */
async function countDepartures(
  tx: Transaction,
  gate: Pick<DepartureGate, 'count'>,
  steps: readonly Step[],
): Promise<void> {
  const leaving = steps.filter(({ onCounted }) => onCounted !== undefined);
  if (leaving.length === 0) return;
  const mark = await gate.count(tx).catch((error: unknown) => {
    // The others must not fail with them.
    if (steps.length > leaving.length) throw new FellOut(new Set(leaving), error);
    throw error;
  });
  for (const { onCounted } of leaving) onCounted?.(mark);
}

/** The steps on locked payouts, without those that may not post: the others decide as if these had not come. */
function decide(
  steps: readonly Step[],
  locked: ReadonlyMap<string, LockedPayout>,
  mayPost: (posting: NewTransaction) => boolean,
): { work: PayoutWork; written: ReadonlySet<Step> } {
  let staying = steps.filter(({ payoutId }) => locked.has(payoutId));
  for (;;) {
    const work = createPayoutWork();
    const mayStay = staying.filter((step) => runOne(work, locked, step).every(mayPost));
    if (mayStay.length === staying.length) return { work, written: new Set(staying) };
    staying = mayStay;
  }
}

/** Lets one step decide, and answers its postings. */
function runOne(work: PayoutWork, locked: ReadonlyMap<string, LockedPayout>, step: Step): readonly NewTransaction[] {
  const { payoutId, act } = step;
  const own = locked.get(payoutId);
  if (own === undefined) return [];
  const before = work.postings().length;
  try {
    act(work, work.latest(own));
  } catch (error) {
    // The others must not fail with it.
    throw new FellOut(new Set([step]), error);
  }
  return work.postings().slice(before);
}
