// Guarantee: searching a list finds a text anywhere in an option, whatever the case.
import { expect, it } from 'vitest';
import { optionContains } from './search-select.tsx';

it('finds a substring in any case, and everything for nothing typed', () => {
  expect(optionContains('Guaranty Trust Bank', 'TRUST')).toBe(true);
  expect(optionContains('Guaranty Trust Bank', ' nty ')).toBe(true);
  expect(optionContains('Guaranty Trust Bank', '')).toBe(true);
  expect(optionContains('Guaranty Trust Bank', 'zenith')).toBe(false);
});

it('finds an option by what people call it', () => {
  expect(optionContains('Guaranty Trust Bank', ' gtb', ['GTB', 'GTBank'])).toBe(true);
  expect(optionContains('Guaranty Trust Bank', 'uba', ['GTB'])).toBe(false);
});
