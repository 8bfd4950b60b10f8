import { useState } from 'react';
import { CallError } from './client.ts';

/** A key that nobody else has; `crypto.randomUUID` is closed to pages served without TLS, random values are not. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The idempotency key of what a button does. A press after an answer that was lost, or that leaves open whether it was done,
 * is of the same thing: the key stays until `renew`, or until `renewIfRefused` is told of a failure that is certain.
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

/** The server said that it did not do it. A fault of its own, or an answer that can't be read, leaves that open. */
const isRefused = (failure: unknown): boolean =>
  failure instanceof CallError && failure.status >= 400 && failure.status < 500;
