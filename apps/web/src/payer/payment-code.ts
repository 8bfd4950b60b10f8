import { type QrPath, qrPath } from '../ui/qr-path.ts';

/** Draws codes, and keeps the `most` that were asked for last. */
export function rememberCodes(most: number, draw: (text: string) => QrPath): (text: string) => QrPath {
  const drawn = new Map<string, QrPath>();
  return (text) => {
    const code = drawn.get(text) ?? draw(text);
    // Moved to the end: the first one is that which was not asked for the longest.
    drawn.delete(text);
    drawn.set(text, code);
    const [oldest] = drawn.keys();
    if (drawn.size > most && oldest !== undefined) drawn.delete(oldest);
    return code;
  };
}

/**
 * The code of what a payer scans. The last thousand are kept, some 10 kB each: a payment's page is drawn again whenever it is
 * opened or its payment changes, and the code takes longer than all else on it.
 */
export const paymentCode = rememberCodes(1000, qrPath);
