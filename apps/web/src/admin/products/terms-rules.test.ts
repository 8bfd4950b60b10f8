// Guarantee: an operator's terms of a coin are sent exactly, or the field that is wrong is named.
import { describe, expect, test } from 'vitest';
import { readTerms, termsForm } from './terms-rules.ts';

const usdt = { currency: 'USDT', decimals: 6 } as const;
const empty = { isOffered: true, spread: '', minimum: '', maximum: '' };
const none = { isOffered: true, spreadBasisPoints: null, minimumAmount: null, maximumAmount: null };

describe('reading', () => {
  test('empty fields are no terms, and terms are read back from the form that they fill', () => {
    expect(readTerms(empty, usdt)).toEqual({ value: none });
    const terms = { isOffered: false, spreadBasisPoints: 105, minimumAmount: '0.000001', maximumAmount: '1000' };
    expect(readTerms(termsForm(terms), usdt)).toEqual({ value: terms });
    expect(readTerms(termsForm({ ...terms, spreadBasisPoints: 0 }), usdt)).toMatchObject({
      value: { spreadBasisPoints: 0 },
    });
  });

  test.each([
    [{ spread: '50.01' }, 'spread'],
    [{ spread: '1.005' }, 'spread'],
    [{ spread: '-1' }, 'spread'],
    [{ minimum: '0' }, 'minimum'],
    [{ minimum: '0.0000001' }, 'minimum'],
    [{ maximum: '1e3' }, 'maximum'],
  ])('%j is wrong at the field %s', (typed, field) => {
    expect(readTerms({ ...empty, ...typed }, usdt)).toMatchObject({ problem: { field } });
  });
});
