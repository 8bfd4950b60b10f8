// A deposit only goes forward, is final exactly at its policy, and a reorganisation ends every living one.
import { DEPOSIT_STATES, type DepositId, type UserId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { decideConfirmations, decideRemoval, type OpenDeposit, TRANSITIONS } from './deposit.ts';

const deposit = (needed: number, confirmations = 1): OpenDeposit => ({
  cameAs: null,
  isForPayment: false,
  isCounted: false,
  id: idFor<DepositId>('sample'),
  userId: idFor<UserId>('sample'),
  asset: 'ETH@ethereum',
  amount: 1n,
  blockHeight: 100n,
  status: confirmations > 1 ? 'confirming' : 'seen',
  confirmations,
  confirmationsNeeded: needed,
});

test('its own block is the first confirmation, and the policy the last', () => {
  expect([100n, 101n, 102n, 500n].map((tip) => decideConfirmations(deposit(3), tip))).toEqual([
    { status: 'seen', confirmations: 1 },
    { status: 'confirming', confirmations: 2 },
    { status: 'confirmed', confirmations: 3 },
    { status: 'confirmed', confirmations: 3 },
  ]);
  expect(decideConfirmations(deposit(1), 100n).status).toBe('confirmed');
});

test('counting never goes back and never leaves the table of transitions', () => {
  assert(
    property(
      integer({ min: 1, max: 200 }),
      integer({ min: 1, max: 200 }),
      integer({ min: 0, max: 400 }),
      (needed, had, ahead) => {
        const before = deposit(needed, Math.min(had, needed));
        const after = decideConfirmations(before, 100n + BigInt(ahead));
        expect(after.confirmations).toBeGreaterThanOrEqual(before.confirmations);
        expect(after.confirmations).toBeLessThanOrEqual(needed);
        expect([before.status, ...TRANSITIONS[before.status]]).toContain(after.status);
        expect(after.status === 'confirmed').toBe(ahead + 1 >= needed);
      },
    ),
  );
});

test('a living deposit whose block is gone is dropped, or reverted where it was credited; an ended one stays', () => {
  expect(DEPOSIT_STATES.map((state) => [state, decideRemoval(state)])).toEqual([
    ['seen', 'dropped'],
    ['confirming', 'dropped'],
    ['confirmed', 'reverted'],
    ['dropped', null],
    ['reverted', null],
  ]);
});
