export const WHOLE_IN_BASIS_POINTS = 10_000n;

/** Throws `RangeError` unless `basisPoints` is a whole number from 0 to 10,000 (100 %). */
export function requireBasisPoints(basisPoints: number): void {
  if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > 10_000) {
    throw new RangeError(`basis points run from 0 to 10,000 in whole steps, and ${basisPoints} is not one`);
  }
}

/**
 * Splits a total that is not negative into a share of `basisPoints` hundredths of a percent, rounded down, and the rest.
 * `part + rest` is always `total`: nothing is lost to rounding.
 */
export function splitBasisPointsRoundedDown(total: bigint, basisPoints: number): { part: bigint; rest: bigint } {
  requireBasisPoints(basisPoints);
  if (total < 0n) throw new RangeError(`a total to split must not be negative, and ${total} is`);
  const part = (total * BigInt(basisPoints)) / WHOLE_IN_BASIS_POINTS;
  return { part, rest: total - part };
}
