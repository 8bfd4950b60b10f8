/** The middle value; of an even number of values the mean of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] =
    sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1, middle + 1);
  return (low + high) / 2;
}

/** The smallest of the values below or at which so many per cent of them are; the largest for 100. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(Math.ceil((sorted.length * percent) / 100) - 1, 0)] ?? 0;
}

/** The same values in random order: interleaving spreads a machine's variations over all candidates. */
export function shuffled<Value>(values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, key: Math.random() }))
    .toSorted((left, right) => left.key - right.key)
    .map(({ value }) => value);
}

/** A markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
