/** Naira with separators before each three digits. It has two decimals, so three digits after a comma are thousands. */
const GROUPED = /^\d+(?:[,\s]\d{3})+(?:\.\d*)?$/;

/**
 * A typed or pasted amount of naira without the sign before it and without separators of thousands: `₦100,000.50` is
 * `100000.50`. Anything else stays as it is, such as `1,5`, which may mean one and a half. Pure.
 */
export function plainNaira(typed: string): string {
  const bare = typed.replace(/^\s*(?:₦|NGN)\s*/i, '');
  return GROUPED.test(bare.trim()) ? bare.replaceAll(/[,\s]/g, '') : bare;
}
