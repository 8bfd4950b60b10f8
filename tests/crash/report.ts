/** Prints a line. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** The value below which this share of the sorted values lies. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
