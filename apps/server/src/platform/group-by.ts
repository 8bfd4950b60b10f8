/** The items by the key of each, in their order. Pure. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** The rows of each thing that was asked for, by their `place` among these `count`, from 1. Pure. */
export function byPlace<Row extends { readonly place: bigint }>(rows: readonly Row[], count: number): Row[][] {
  const groups = groupBy(rows, ({ place }) => Number(place) - 1);
  return Array.from({ length: count }, (_, place) => groups.get(place) ?? []);
}
