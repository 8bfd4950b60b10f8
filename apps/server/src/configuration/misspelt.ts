/** Variables that Kubernetes sets for the services of a namespace; a service's name may resemble one of ours. */
const OF_A_SERVICE = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP)(?:_\w+)?)$/;

/**
 * A message for each variable that is not in `known` and looks like a misspelt one: it has one of our `prefixes` (each
 * with its underscore), or is one typing error away from a known name, two in a long name. Names, never values. Pure.
 */
export function nameMisspelt(
  given: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
  prefixes: readonly string[],
): string[] {
  const names = new Set(known);
  return Object.entries(given).flatMap(([name, value]) => {
    if (names.has(name) || OF_A_SERVICE.test(name) || /^(?:tcp|udp):\/\//.test(value ?? '')) return [];
    const { nearest, distance } = findNearest(name.toUpperCase(), known);
    const isOurs = prefixes.some((prefix) => name.startsWith(prefix));
    if (!isOurs && distance > mostSlips(nearest)) return [];
    return [`${name} is no variable of this program: did you mean ${nearest}?`];
  });
}

// PATH is two errors away from PORT: short names are common, so only long ones are matched by similarity.
const mostSlips = ({ length }: string): number => (length >= 8 ? 2 : length >= 6 ? 1 : -1);

function findNearest(name: string, known: readonly string[]): { nearest: string; distance: number } {
  const ranked = known
    .map((nearest) => ({ nearest, distance: slipsBetween(name, nearest) }))
    .toSorted((one, other) => one.distance - other.distance);
  return ranked[0] ?? { nearest: '', distance: Infinity };
}

/** The optimal string alignment distance: letters inserted, deleted, changed, or two neighbours swapped. */
function slipsBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= other.length; j += 1) {
      const change = at(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swap = isSwap ? at(i - 2, j - 2) + 1 : Infinity;
      row.push(Math.min(change, at(i - 1, j) + 1, (row[j - 1] ?? Infinity) + 1, swap));
    }
  }
  return at(one.length, other.length);
}
