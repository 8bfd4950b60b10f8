// Guarantee: files are handed in by the person who chose them, and by no other who signs in in another tab since.
import { TOKEN_STORAGE_KEY } from '@kobogate/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type HandIn, useHandIn } from './hand-in.tsx';

const TAKEN = { message: 'Taken.', data: { plans: [] } };
const fetched = vi.fn<typeof fetch>();
let handIn: HandIn;
let root: Root;

function Probe() {
  const made = useHandIn();
  useLayoutEffect(() => {
    handIn = made;
  });
  return null;
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', fetched.mockReset());
  localStorage.setItem(TOKEN_STORAGE_KEY, 'first');
  root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Probe />
      </QueryClientProvider>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
  localStorage.clear();
});

const files = ['one', 'two'].map((name) => new File(['{}'], `${name}.json`));

it('hands them in one after the other', async () => {
  fetched.mockImplementation(async () => Response.json(TAKEN));
  await act(async () => handIn.take(files));
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
});

it('[A12] hands in no more once another person has signed in', async () => {
  fetched.mockImplementation(async () => {
    localStorage.setItem(TOKEN_STORAGE_KEY, 'second');
    return Response.json(TAKEN);
  });
  await act(async () => handIn.take(files));
  await vi.waitFor(() => expect(handIn.isPending).toBe(false));
  expect(fetched).toHaveBeenCalledOnce();
  expect(handIn.said).toHaveLength(1);
});
