// Guarantee: a call whose result is not known is repeated with the same key, so that it is done once; after a certain
// refusal, or a success, the next call has another key.
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallError } from './client.ts';
import { randomKey, useIdempotencyKey } from './idempotency-key.ts';

let root: Root;
let key: ReturnType<typeof useIdempotencyKey>;

function Asking({ tell }: { tell: (own: typeof key) => void }) {
  const own = useIdempotencyKey();
  useEffect(() => tell(own));
  return null;
}
/** Whether the next press has another key after this answer. */
async function isRenewed(happens: () => void): Promise<boolean> {
  const before = key.idempotencyKey;
  await act(async () => happens());
  return key.idempotencyKey !== before;
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Asking tell={(own) => void (key = own)} />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

it.each([404, 409, 422, 429])('is another one after a refusal with %i', async (status) => {
  expect(await isRenewed(() => key.renewIfRefused(new CallError(status, 'No')))).toBe(true);
});

it.each([200, 500, 502, 503])('is the same one after a %i, which does not say whether it was done', async (status) => {
  expect(await isRenewed(() => key.renewIfRefused(new CallError(status, 'Unreadable')))).toBe(false);
});

it('is the same one after a passkey that was cancelled, and another one once it is done', async () => {
  expect(await isRenewed(() => key.renewIfRefused(new DOMException('', 'NotAllowedError')))).toBe(false);
  expect(await isRenewed(() => key.renew())).toBe(true);
});

it('does not repeat', () => {
  expect(randomKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(randomKey()).not.toBe(randomKey());
});
