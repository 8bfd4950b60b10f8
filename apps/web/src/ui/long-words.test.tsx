// Guarantee: a text with references reads as it was given; a whole reference may break over lines, a shortened one does
// not.
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { LongWords } from './long-words.tsx';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['Paid.', []],
  ['Handed to the bank. Reference kg-01a20141dc727e749bea6ce3652bd8fc.', ['kg-01a20141dc727e749bea6ce3652bd8fc.']],
  [
    'Seen in 0x44d37c18…dcb4e45a, then in 0xfb9d740a…7d0e04a5. Once more',
    ['0x44d37c18…dcb4e45a,', '0xfb9d740a…7d0e04a5.'],
  ],
])('%s', async (text, words) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const page = document.createElement('p');
  await act(async () => createRoot(page).render(<LongWords text={text} />));
  expect(page.textContent).toBe(text);
  expect([...page.querySelectorAll('span')].map((word) => word.textContent)).toEqual(words);
});
