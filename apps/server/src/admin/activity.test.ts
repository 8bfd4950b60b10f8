// A timeline line shows no whole account number, and a page begins where the last one ended.
import { toKobo } from '@kobogate/money';
import { expect, test } from 'vitest';
import { describePayout } from '../payouts/index.ts';
import { describeActivity, readPlace, writePlace } from './activity.ts';

test('shows of an account number the last four digits only', () => {
  const account = { bankName: 'GTBANK 2', accountNumber: '0123456785', accountName: 'SAMPLE (PERSON) 1234567890' };
  expect(describeActivity({ kind: 'payout-account', ...account })).toBe(
    'Payout account set to the one that ends in 6785 at GTBANK 2.',
  );
  const text = `${describePayout({ amountKobo: toKobo(123_456_789_000n), ...account })} was paid. Bank session 100004260101.`;
  expect(describeActivity({ kind: 'payout', text })).toBe(
    '₦1,234,567,890.00 to GTBANK 2 ••••••6785 (SAMPLE (PERSON) 1234567890) was paid. Bank session 100004260101.',
  );
});

test('reads back the cursor that it wrote, and nothing else', () => {
  const place = { microseconds: 1_795_249_221_283_001n, id: 'order-01890000-0000-7000-8000-000000000000' };
  expect(readPlace(writePlace(place))).toEqual(place);
  for (const text of [undefined, '', 'x', '1', '1.', '.x', '-1.x', '1.x y', `1${'0'.repeat(20)}.x`]) {
    expect(readPlace(text)).toBeNull();
  }
});
