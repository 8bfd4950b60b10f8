// Payouts that leave at the same moment ask their rail once, are not given more together than lies there, and are handed
// over so many at a time; the next moment asks anew.
import { expect, test } from 'vitest';
import { createTestClock } from '../../platform/clock.ts';
import { createTestRouter, idleRail } from './payout-fixtures.ts';
import { createRailQuestion } from './rail-question.ts';

function createAskedRail(float: bigint | null, isUp = true) {
  const asked = { float: 0, up: 0 };
  const rail = {
    floatKobo: async () => {
      asked.float += 1;
      return float;
    },
    isUp: async () => {
      asked.up += 1;
      return isUp;
    },
  };
  return { asked, rail };
}

test('many at once share one question, and its naira is given out once', async () => {
  const { asked, rail } = createAskedRail(100n);
  const refuse = createRailQuestion(rail, { fail: () => undefined });
  expect(await Promise.all([60n, 60n, 40n].map(refuse))).toEqual([null, 'has not enough naira', null]);
  expect(asked).toEqual({ float: 1, up: 0 });
  expect(await refuse(100n)).toBeNull();
  expect(asked.float).toBe(2);
});

test('[P9] a rail that does not answer is one failure, however many asked', async () => {
  let failures = 0;
  const { asked, rail } = createAskedRail(null, false);
  const refuse = createRailQuestion(rail, { fail: () => void (failures += 1) });
  expect(new Set(await Promise.all([1n, 2n, 3n].map(refuse)))).toEqual(new Set(['does not answer']));
  expect(asked.up).toBe(1);
  expect(failures).toBe(1);
});

test('no more use a rail at the same time than the operator allows, and all of them come to it', async () => {
  const router = createTestRouter([idleRail], createTestClock(), 2);
  let [now, most, done] = [0, 0, 0];
  const payout = { id: 'p', bankName: 'GTBANK', bankCode: '000013', amountKobo: 1n, onlyRail: null };
  const use = async () => {
    now += 1;
    most = Math.max(most, now);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    now -= 1;
    done += 1;
    return null;
  };
  await Promise.all(Array.from({ length: 7 }, () => router.withRail(payout, use)));
  expect({ most, done }).toEqual({ most: 2, done: 7 });
});
