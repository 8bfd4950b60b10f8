// Guarantee: an amount in a form that is not accepted is answered with how to write it.
import { parseAmount } from '@kobogate/money';
import { expect, test } from 'vitest';
import { describeBadAmount } from './amount-words.ts';

test.each([
  ['', /enter an amount\.$/],
  [' ', /enter an amount\.$/],
  ['.5', /0\.5/],
  ['5.', /point at the end: 5$/],
  ['1,5', /with a point.*without a comma/],
  ['1,000.50', /with a point.*without a comma/],
  ['1e3', /without an exponent/],
  ['1.5E-7', /without an exponent/],
  ['0x10', /plain digits/],
  ['ten', /plain digits/],
  ['-1', /greater than 0/],
  ['0.0000001', /^USDT has at most 6 decimals/],
])('[M1] [E-6] %j is answered with a sentence of its own', (typed, sentence) => {
  const parsed = parseAmount(typed, 6);
  if (parsed.ok) throw new Error('it is read');
  expect(describeBadAmount(typed, parsed.reason, { decimals: 6, where: 'USDT' })).toMatch(sentence);
});
