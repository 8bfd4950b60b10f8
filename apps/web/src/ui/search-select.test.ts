// Guarantee: searching a list finds a text anywhere in a label, whatever the case.
import { expect, it } from 'vitest';
import { labelContains } from './search-select.tsx';

it('finds a substring in any case, and everything for nothing typed', () => {
  expect(labelContains({ label: 'Guaranty Trust Bank' }, 'TRUST')).toBe(true);
  expect(labelContains({ label: 'Guaranty Trust Bank' }, ' nty ')).toBe(true);
  expect(labelContains({ label: 'Guaranty Trust Bank' }, '')).toBe(true);
  expect(labelContains({ label: 'Guaranty Trust Bank' }, 'zenith')).toBe(false);
});
