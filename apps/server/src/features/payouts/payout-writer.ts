import type { Database } from '../../platform/database.ts';
import { createGroup } from '../../platform/group.ts';
import { type LockedPayout, lockPayouts } from './db.ts';
import { createPayoutWork, type PayoutWork } from './payout-work.ts';

/** Decides on a locked payout; all that it does goes into the work. It may run again, so it does nothing else. */
export type Act<Result> = (work: PayoutWork, locked: LockedPayout) => Result;

export interface PayoutWriter {
  /**
   * Lets `act` decide on the payout as it is at that moment, locked, and answers its result once all of it is committed.
   * Throws what `act` throws, and then nothing of it is written.
   */
  write<Result>(payoutId: string, act: Act<Result>): Promise<Result>;
}

const MOST_AT_ONCE = 50;

/**
 * Writes steps of payouts that come at the same moment in one transaction: they share its commit, and the accounts that
 * all payouts touch are locked once for all of them instead of one after the other.
 */
export function createPayoutWriter({ database }: { readonly database: Database }): PayoutWriter {
  const group = createGroup<{ payoutId: string; act: Act<void> }, void>({
    maxItems: MOST_AT_ONCE,
    run: async (items) => {
      await database.transaction(async (tx) => {
        const locked = await lockPayouts(tx, [...new Set(items.map(({ payoutId }) => payoutId))]);
        const work = createPayoutWork();
        for (const { payoutId, act } of items) runOne(work, locked.get(payoutId), act, items.length);
        await work.write(tx);
      });
      return items.map(() => ({ ok: true, value: undefined }));
    },
  });
  return {
    write: async <Result>(payoutId: string, act: Act<Result>): Promise<Result> => {
      const held: { answer?: { result: Result } } = {};
      await group.submit({
        payoutId,
        act: (work, locked) => {
          held.answer = { result: act(work, locked) };
        },
      });
      if (held.answer === undefined) throw new Error('a step of a payout gave no result');
      return held.answer.result;
    },
  };
}

function runOne(work: PayoutWork, locked: LockedPayout | undefined, act: Act<void>, together: number): void {
  if (locked === undefined) throw new Error('a payout was not locked');
  try {
    act(work, work.latest(locked));
  } catch (error) {
    if (together === 1) throw error;
    // The others are not to fail with it: the group runs each by itself, and this one alone throws its own error.
    throw new Error('one of several steps failed', { cause: error });
  }
}
