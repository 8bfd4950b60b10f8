/** The rate sources that have an adapter; each is asked where its variable, such as `LUNO_URL`, is set. */
export const RATE_SOURCE_NAMES = ['coinbase', 'luno', 'quidax', 'coingecko', 'kraken'] as const;
export type RateSourceName = (typeof RATE_SOURCE_NAMES)[number];

/** A single source could be wrong. */
export const DEFAULT_MINIMUM_SOURCES = 2;

/** The rate sources that are set, each at its address without a trailing slash. Pure. */
export function readRateSources(given: Record<string, string | undefined>): Partial<Record<RateSourceName, string>> {
  return Object.fromEntries(
    RATE_SOURCE_NAMES.flatMap((name) => {
      const url = given[`${name.toUpperCase()}_URL`];
      return url === undefined ? [] : [[name, url.replace(/\/+$/, '')]];
    }),
  );
}

/**
 * A message where fewer sources are set than have to agree. Kraken has no naira: alone, or without a source for the
 * dollar coin, it prices nothing. Pure.
 */
export function refuseTooFewSources(given: Record<string, string | undefined>, minimum: number): string[] {
  const count = Object.keys(readRateSources(given)).length;
  if (count >= minimum) return [];
  const names = RATE_SOURCE_NAMES.map((name) => `${name.toUpperCase()}_URL`).join(', ');
  return [
    `Nothing could be quoted: RATE_MINIMUM_SOURCES asks for ${minimum} rate sources and ${count} are set, of ${names}.`,
  ];
}
