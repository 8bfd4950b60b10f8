// Payouts that leave at the same moment share one question to their rail, together get no more than its float less what
// it has in hand, and are sent a limited number at a time; the next moment asks again.
import type { PayoutId } from '@kobogate/contract';
import { type Kobo, toKobo } from '@kobogate/money';
import { createTestRouter, idleRail } from '@kobogate/testkit/payouts/payouts.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, test } from 'vitest';
import { createRailQuestion, MOST_FEE_KOBO } from './rail-question.ts';
import { PutBack } from '../platform/worker.ts';

/** So much, and the fees of two payouts. */
const floatOf = (kobo: bigint): Kobo => toKobo(kobo + 2n * MOST_FEE_KOBO);

function createAskedRail(float: Kobo | null, isUp = true) {
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
  const { asked, rail } = createAskedRail(floatOf(100n));
  const { refuse, release } = createRailQuestion(rail, { fail: () => undefined });
  expect(await Promise.all([60n, 60n, 40n].map((amount) => refuse(toKobo(amount))))).toEqual([
    null,
    'has not enough naira',
    null,
  ]);
  expect(asked).toEqual({ float: 1, up: 0 });
  for (const amount of [toKobo(60n), toKobo(40n)]) release(amount);
  expect(await refuse(toKobo(100n))).toBeNull();
  expect(asked.float).toBe(2);
});

test('a rail whose naira is enough for the payout and not for its fee is not asked to pay it', async () => {
  const refusalAt = (float: bigint) =>
    createRailQuestion(createAskedRail(toKobo(float)).rail, { fail: () => undefined }).refuse(toKobo(60n));
  expect(await refusalAt(60n + MOST_FEE_KOBO - 1n)).toBe('has not enough naira');
  expect(await refusalAt(60n + MOST_FEE_KOBO)).toBeNull();
});

test('the naira of payouts in hand is not given out again by the next question, until the rail has answered', async () => {
  const { rail } = createAskedRail(floatOf(100n));
  const { refuse, release } = createRailQuestion(rail, { fail: () => undefined });
  expect(await refuse(toKobo(60n))).toBeNull();
  expect(await refuse(toKobo(60n))).toBe('has not enough naira');
  expect(await refuse(toKobo(40n))).toBeNull();
  release(toKobo(60n));
  expect(await refuse(toKobo(60n))).toBeNull();
});

test('a float that may be older than the payouts in hand is reduced by them', async () => {
  const { rail } = createAskedRail(floatOf(100n));
  const { refuse, release } = createRailQuestion(rail, { fail: () => undefined });
  expect(await refuse(toKobo(60n))).toBeNull();
  const asked = refuse(toKobo(60n));
  release(toKobo(60n));
  expect(await asked).toBe('has not enough naira');
});

test('a payout that fails on the way to its rail keeps no naira from the others', async () => {
  const rail = { ...idleRail, floatKobo: async () => floatOf(100n) };
  const router = createTestRouter([rail], createTestClock());
  const payout = {
    id: idFor<PayoutId>('p'),
    bankName: 'GTBANK',
    bankCode: '000013',
    amountKobo: toKobo(60n),
    onlyRail: null,
  };
  const fail = () => router.withRail(payout, () => Promise.reject(new Error('broken')));
  await expect(fail()).rejects.toThrow('broken');
  await expect(fail()).rejects.toThrow('broken');
});

test('[P9] a rail that does not answer is one failure, however many payouts asked', async () => {
  let failures = 0;
  const { asked, rail } = createAskedRail(null, false);
  const { refuse } = createRailQuestion(rail, { fail: () => void (failures += 1) });
  expect(new Set(await Promise.all([1n, 2n, 3n].map((amount) => refuse(toKobo(amount)))))).toEqual(
    new Set(['does not answer']),
  );
  expect(asked.up).toBe(1);
  expect(failures).toBe(1);
});

test('no more use a rail at the same time than the operator allows, and all of them get their turn', async () => {
  const router = createTestRouter([idleRail], createTestClock(), 2);
  let [now, most, done] = [0, 0, 0];
  const payout = {
    id: idFor<PayoutId>('p'),
    bankName: 'GTBANK',
    bankCode: '000013',
    amountKobo: toKobo(1n),
    onlyRail: null,
  };
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

test('when the program stops, payouts that wait for a rail are put back at once and those that have begun finish', async () => {
  const router = createTestRouter([idleRail], createTestClock(), 1);
  const payout = {
    id: idFor<PayoutId>('p'),
    bankName: 'GTBANK',
    bankCode: '000013',
    amountKobo: toKobo(1n),
    onlyRail: null,
  };
  const answers: ((answer: { kind: 'accepted' }) => void)[] = [];
  const use = () => new Promise<{ kind: 'accepted' }>((resolve) => void answers.push(resolve));
  const first = router.withRail(payout, use);
  await expect.poll(() => answers).toHaveLength(1);
  const waiting = [router.withRail(payout, use), router.withRail(payout, use)];
  const second = router.inTurn('budpay', use);
  await expect.poll(() => answers).toHaveLength(2);
  const later = router.inTurn('budpay', use);
  router.stop();
  for (const each of [...waiting, later, router.withRail(payout, use)]) await expect(each).rejects.toThrow(PutBack);
  expect(answers).toHaveLength(2);
  for (const answer of answers) answer({ kind: 'accepted' });
  expect(await Promise.all([first, second])).toEqual([{ kind: 'accepted' }, { kind: 'accepted' }]);
});
