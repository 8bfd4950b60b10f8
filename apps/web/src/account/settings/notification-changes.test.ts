// A switch shows a choice at once, and the stored value as soon as the choice is not pending any more.
import { expect, test } from 'vitest';
import { shownChoices } from './notification-changes.ts';

const STORED = { deposit: true, approval: true, decline: true, payout: false, failure: true };

test('pending changes override what is stored, the latest wins', () => {
  const off = { event: 'deposit', isOn: false } as const;
  const on = { event: 'deposit', isOn: true } as const;
  const payout = { event: 'payout', isOn: true } as const;
  expect(shownChoices(STORED, [off, payout])).toEqual({ ...STORED, deposit: false, payout: true });
  expect(shownChoices(STORED, [off, on])).toEqual(STORED);
  expect(shownChoices(STORED, [on, off])).toEqual({ ...STORED, deposit: false });
  expect(shownChoices(STORED, [])).toEqual(STORED);
});
