import { useState } from 'react';
import { CallError } from './client.ts';

/** A unique key; `crypto.randomUUID` is not available to pages served without TLS, random values are. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The idempotency key of a button's action. A press after a lost answer, or one that does not say whether it was done,
 * repeats the same action: the key stays until `renew`, or until `renewIfRefused` gets a certain failure.
 */
export function useIdempotencyKey() {
  const [idempotencyKey, setIdempotencyKey] = useState(randomKey);
  const renew = (): void => setIdempotencyKey(randomKey());
  return {
    idempotencyKey,
    renew,
    renewIfRefused: (failure: unknown): void => {
      if (isRefused(failure)) renew();
    },
  };
}

/** The server said that it did not do it. A server error, or an unreadable answer, leaves that open. */
const isRefused = (failure: unknown): boolean =>
  failure instanceof CallError && failure.status >= 400 && failure.status < 500;
