// Guarantee: at the end of a list the words that say so replace the button and get its focus.
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { MoreButton } from './more-button.tsx';

it('moves the focus to the words at the end of the list', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const fetchNextPage = () => Promise.resolve({ isError: false });
  const draw = (hasNextPage: boolean) =>
    act(async () => {
      const pages = { hasNextPage, isFetchingNextPage: false, isFetchNextPageError: false, error: null, fetchNextPage };
      root.render(<MoreButton pages={pages} label="Show older" failure="" />);
    });
  await draw(true);
  const button = place.querySelector('button');
  button?.focus();
  await act(async () => button?.click());
  // A browser takes the focus from a disabled button.
  button?.blur();
  await draw(false);
  expect(document.activeElement?.textContent).toBe('This is the end of the list.');
  vi.unstubAllGlobals();
});
