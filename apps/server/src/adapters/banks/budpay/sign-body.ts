import { createHmac } from 'node:crypto';

/** Hex HMAC-SHA512 of the JSON payload with its keys in alphabetical order, keyed with the public key. */
export function signBody(body: Readonly<Record<string, string>>, publicKey: string): string {
  const sorted = Object.fromEntries(Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return createHmac('sha512', publicKey).update(JSON.stringify(sorted)).digest('hex');
}
