// Guarantee: each payer scans the code of their own payment, however many were drawn before, and the memory for codes stays small.
import { expect, it } from 'vitest';
import { qrPath } from '../ui/qr-path.ts';
import { paymentCode, rememberCodes } from './payment-code.ts';

it('is the code of the text that was asked for', () => {
  for (const text of ['ethereum:0', 'bitcoin:1', 'ethereum:0']) expect(paymentCode(text)).toEqual(qrPath(text));
});

it('is drawn once while it is among the last that were asked for, and again once it was forgotten', () => {
  const drawn: string[] = [];
  const codeOf = rememberCodes(3, (text) => {
    drawn.push(text);
    return qrPath(text);
  });
  for (const text of ['one', 'two', 'three', 'one', 'four', 'one']) codeOf(text);
  expect(drawn).toEqual(['one', 'two', 'three', 'four']);
  expect(codeOf('two')).toEqual(qrPath('two'));
  expect(drawn.at(-1)).toBe('two');
});
