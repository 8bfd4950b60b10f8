import { DEVICE_PATTERN, DEVICE_STORAGE_KEY } from '@kobogate/contract';
import { keep, kept } from './kept.ts';

/** For as long as the page is open, where this browser stores nothing. */
let unkept: string | null = null;

/**
 * The secret by which this browser names itself at sign-up and sign-in; made at the first use and stored. A mailed
 * code works only where it was asked for, and failed attempts elsewhere don't slow a browser that was signed in before.
 */
export function deviceSecret(): string {
  const known = kept(DEVICE_STORAGE_KEY) ?? unkept;
  if (known !== null && DEVICE_PATTERN.test(known)) return known;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  unkept = made;
  try {
    keep(DEVICE_STORAGE_KEY, made);
  } catch {
    // It then lasts as long as the page does, which is enough to type a code.
  }
  return made;
}
