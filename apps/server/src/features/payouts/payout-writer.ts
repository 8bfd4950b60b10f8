import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../platform/database.ts';
import { dependencyDown } from '../../platform/errors.ts';
import { createGroup } from '../../platform/group.ts';
import { type LockedPayout, lockFreePayouts } from './db.ts';
import { createPayoutWork, type PayoutWork } from './payout-work.ts';

/** Decides on a locked payout; all that it does goes into the work. It may run again, so it does nothing else. */
export type Act<Result> = (work: PayoutWork, locked: LockedPayout) => Result;

export interface PayoutWriter {
  /**
   * Lets `act` decide on the payout as it is at that moment, locked, and answers its result once all of it is committed.
   * Throws what `act` throws, and then nothing of it is written; 503 where somebody else holds the payout for seconds.
   */
  write<Result>(payoutId: string, act: Act<Result>): Promise<Result>;
}

const MOST_AT_ONCE = 50;

/** Some five seconds in all: whoever holds an order for longer is a person at the database, not a step of ours. */
const MOST_TURNS = 16;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 500;

/**
 * Writes steps of payouts that come at the same moment in one transaction: they share its commit, and the accounts that
 * all payouts touch are locked once for all of them instead of one after the other. A payout that somebody else holds is
 * left out and comes again with a later transaction, so that the others don't wait for it.
 */
export function createPayoutWriter({ database }: { readonly database: Database }): PayoutWriter {
  const group = createGroup<{ payoutId: string; act: Act<void> }, { wasFree: boolean }>({
    maxItems: MOST_AT_ONCE,
    run: async (items) => {
      const locked = await database.transaction(async (tx) => {
        const free = await lockFreePayouts(tx, [...new Set(items.map(({ payoutId }) => payoutId))]);
        const work = createPayoutWork();
        for (const { payoutId, act } of items) runOne(work, free.get(payoutId), act, items.length);
        await work.write(tx);
        return free;
      });
      return items.map(({ payoutId }) => ({ ok: true, value: { wasFree: locked.has(payoutId) } }));
    },
  });
  return {
    write: async <Result>(payoutId: string, act: Act<Result>): Promise<Result> => {
      const held: { answer?: { result: Result } } = {};
      const step: Act<void> = (work, locked) => {
        held.answer = { result: act(work, locked) };
      };
      for (let turn = 1; !(await group.submit({ payoutId, act: step })).wasFree; turn += 1) {
        if (turn >= MOST_TURNS) throw isHeld();
        await delay(Math.min(FIRST_PAUSE_MS * 2 ** turn, LONGEST_PAUSE_MS));
      }
      if (held.answer === undefined) throw new Error('a step of a payout gave no result');
      return held.answer.result;
    },
  };
}

function runOne(work: PayoutWork, locked: LockedPayout | undefined, act: Act<void>, together: number): void {
  if (locked === undefined) return;
  try {
    act(work, work.latest(locked));
  } catch (error) {
    if (together === 1) throw error;
    // The others are not to fail with it: the group runs each by itself, and this one alone throws its own error.
    throw new Error('one of several steps failed', { cause: error });
  }
}

const isHeld = () =>
  dependencyDown('database', 'Something else is working on this payout. The step was not written; it comes again.');
