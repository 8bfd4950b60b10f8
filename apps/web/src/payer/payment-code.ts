import { type QrPath, qrPath } from '../ui/qr-path.ts';

const MOST = 1000;
const drawn = new Map<string, QrPath>();

/**
 * The code of what a payer scans. The last thousand are kept, some 10 kB each: a payment's page is drawn anew whenever it is
 * opened or its payment changes, and the code takes longer than all else on it.
 */
export function paymentCode(text: string): QrPath {
  const code = drawn.get(text) ?? qrPath(text);
  // Moved to the end: the first one is that which was not asked for the longest.
  drawn.delete(text);
  drawn.set(text, code);
  const [oldest] = drawn.keys();
  if (drawn.size > MOST && oldest !== undefined) drawn.delete(oldest);
  return code;
}
