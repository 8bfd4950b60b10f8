/** Naira with separators before each three digits. It has two decimals, so three digits after a comma are thousands. */
const GROUPED = /^\d+(?:[,\s]\d{3})+(?:\.\d*)?$/;

/**
 * A typed or pasted amount of naira without the sign before it and without separators of thousands: `₦100,000.50` is
 * `100000.50`. The sign may be `NGN`, or `N` or `#`, which many type in its place. Anything else stays as it is, such as
 * `1,5`, which may mean one and a half. Pure.
 */
export function plainNaira(typed: string): string {
  // A single letter is taken away once a digit follows: NGN begins with one too.
  const bare = typed.replace(/^\s*(?:₦|NGN|[N#](?=\s*\d))\s*/i, '');
  return GROUPED.test(bare.trim()) ? bare.replaceAll(/[,\s]/g, '') : bare;
}
