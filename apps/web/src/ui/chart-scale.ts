/** The smallest top of an axis: a thousand whole units of two decimals. */
const SMALLEST_TOP = 100_000n;
/** Half of each is a short number too: it is the middle of the axis. */
const STEPS = [1n, 2n, 3n, 4n, 5n, 6n, 8n, 10n] as const;
const UNITS = [
  { size: 10n ** 12n, letter: 'T' },
  { size: 10n ** 9n, letter: 'B' },
  { size: 10n ** 6n, letter: 'M' },
  { size: 10n ** 3n, letter: 'K' },
] as const;

/** Where an axis from zero ends so that the largest value fits: a step times a power of ten, in the values' units. */
export function axisTop(largest: bigint): bigint {
  const power = 10n ** BigInt(String(largest).length - 1);
  const top = STEPS.map((step) => step * power).find((candidate) => candidate >= largest) ?? largest;
  return top < SMALLEST_TOP ? SMALLEST_TOP : top;
}

/** The height of a value on an axis, in percent with one decimal: for drawing, never for an amount. */
export function heightOf(value: bigint, top: bigint): number {
  return Number((value * 1000n) / top) / 10;
}

/** Money of two decimals in few characters, rounded down: `shortMoney('₦', 4_118_000n)` is `₦41.1K`. */
export function shortMoney(symbol: string, minor: bigint): string {
  const whole = minor / 100n;
  const unit = UNITS.find(({ size }) => whole >= size);
  if (unit === undefined) return `${symbol}${whole}`;
  const tenths = (whole * 10n) / unit.size;
  const fraction = tenths % 10n === 0n ? '' : `.${tenths % 10n}`;
  return `${symbol}${tenths / 10n}${fraction}${unit.letter}`;
}

/**
 * The share of each value in the whole, in whole percent that add up to 100: what rounding down leaves over goes to the
 * largest remainders. All zero where there is nothing to split.
 */
export function wholePercents(values: readonly bigint[]): number[] {
  const total = values.reduce((sum, value) => sum + value, 0n);
  if (total === 0n) return values.map(() => 0);
  const parts = values.map((value, index) => ({
    index,
    percent: Number((value * 100n) / total),
    remainder: (value * 100n) % total,
  }));
  const leftOver = 100 - parts.reduce((sum, { percent }) => sum + percent, 0);
  const raised = new Set(
    parts
      .toSorted((one, other) => (one.remainder === other.remainder ? 0 : one.remainder < other.remainder ? 1 : -1))
      .slice(0, leftOver)
      .map(({ index }) => index),
  );
  return parts.map(({ index, percent }) => percent + (raised.has(index) ? 1 : 0));
}
