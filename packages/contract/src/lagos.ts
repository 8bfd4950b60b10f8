const DAY_MS = 86_400_000;

/** Lagos is UTC+1 all year, without summer time. */
export const LAGOS_OFFSET_MS = 3_600_000;

/**
 * A moment (milliseconds) as the date whose UTC parts are those of Lagos: browsers and Node disagree on locale data,
 * arithmetic does not. Pure.
 */
export const inLagos = (moment: number): Date => new Date(moment + LAGOS_OFFSET_MS);

/** The day of Lagos, `back` days before the one of `moment` (milliseconds): `2026-11-21`. Pure. */
export const lagosDay = (moment: number, back = 0): string =>
  inLagos(moment - back * DAY_MS)
    .toISOString()
    .slice(0, 10);
