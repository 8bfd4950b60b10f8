import type { ParseFailure } from '@kobogate/money';

const PLAIN = 'Please enter the amount in plain digits, such as 12.5.';

/**
 * What is wrong with a typed amount that `parseAmount` refused, in words that say how to write it instead.
 * `decimals` are those that the coin has, `where` names the coin and its network. Pure.
 */
export function describeBadAmount(
  typed: string,
  reason: ParseFailure,
  { decimals, where }: { decimals: number; where: string },
): string {
  switch (reason) {
    case 'too-many-decimals':
      return `${where} has at most ${decimals} decimals. Please shorten the amount.`;
    case 'negative':
      return 'Please enter an amount greater than 0.';
    case 'too-large':
      return 'This amount is larger than any that exists. Please check it.';
    case 'malformed':
      return describeMalformed(typed.trim());
  }
}

function describeMalformed(typed: string): string {
  if (typed === '') return 'Please enter an amount.';
  if (/^\.\d+$/.test(typed)) return `Please write a 0 before the point: 0${typed}.`;
  if (/^\d+\.$/.test(typed)) return `Please leave out the point at the end: ${typed.slice(0, -1)}`;
  if (/^[\d.]*,[\d.,]*$/.test(typed)) {
    return 'Please write decimals with a point and thousands without a comma, such as 1.5 or 1500.';
  }
  if (/^\d+(?:\.\d+)?e[+-]?\d+$/i.test(typed)) {
    return 'Please write the amount in plain digits, without an exponent, such as 1000 in place of 1e3.';
  }
  return PLAIN;
}
