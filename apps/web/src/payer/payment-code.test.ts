// Guarantee: each payer scans the code of their own payment, however many were drawn before, and the memory for codes stays small.
import { expect, it } from 'vitest';
import { qrPath } from '../ui/qr-path.ts';
import { paymentCode } from './payment-code.ts';

it('is the code of the text that was asked for, of one that was drawn before, and of one that was forgotten', () => {
  const first = paymentCode('ethereum:0');
  for (let place = 0; place < 1100; place += 1) paymentCode(`ethereum:${place % 40}`);
  expect(paymentCode('ethereum:0')).toBe(first);
  for (let place = 1; place <= 1000; place += 1) paymentCode(`bitcoin:${place}`);
  expect(paymentCode('bitcoin:1000')).toEqual(qrPath('bitcoin:1000'));
  expect(paymentCode('bitcoin:1')).toBe(paymentCode('bitcoin:1'));
  const again = paymentCode('ethereum:0');
  expect(again).not.toBe(first);
  expect(again).toEqual(first);
});
