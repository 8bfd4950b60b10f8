// Every event of a payment has a sentence for its merchant, and failures are marked.
import { expect, test } from 'vitest';
import { paymentEvents } from './payment-events.ts';

const at = '2030-01-01T00:00:00.000Z';
const eventsOf = (...types: string[]) => paymentEvents({ timeline: types.map((type) => ({ at, type })) });

test('each event that the contract names has its sentence', () => {
  const named = [
    'opened renewed deposit-seen deposit-dropped deposit-reverted deposit-corrected elsewhere underpaid funded overpaid late second settled',
    'expired held approved declined payout-queued payout-sent payout-unknown payout-paid payout-failed payout-reversed',
  ].flatMap((line) => line.split(' '));
  for (const { text } of eventsOf(...named)) expect(text).toMatch(/^\S+ \S+ .+/);
});

test('failures are marked, and the same event twice is listed twice', () => {
  expect(eventsOf('opened', 'payout-failed', 'payout-failed').map(({ state }) => state)).toEqual([
    'done',
    'failed',
    'failed',
  ]);
  expect(new Set(eventsOf('renewed', 'renewed').map(({ id }) => id)).size).toBe(2);
});
