/** By how many milliseconds the server's clock is ahead of this device's, as far as its answers have told. */
let aheadMs = 0;

/**
 * Notes when the server answered a call: its `Date` is cut to the second (RFC 9110, section 6.6.1), and the answer was made
 * between `askedAt` and `answeredAt` of this device's clock. What was known before stays where it agrees with that.
 */
export function hearServerTime(date: string | null, askedAt: number, answeredAt: number): void {
  const at = Date.parse(date ?? '');
  if (at > 0) aheadMs = Math.min(Math.max(aheadMs, at - answeredAt), at + 1000 - askedAt);
}

/** A moment of this device's clock, in milliseconds, by the server's clock. */
export const inServerTime = (deviceMs: number): number => deviceMs + aheadMs;

/** Milliseconds by the server's clock: what it promised to hold ends by that, and a device's own may be hours wrong. */
export const serverNow = (): number => inServerTime(Date.now());
