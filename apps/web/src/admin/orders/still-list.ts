interface Row {
  readonly id: string;
}

/** A list that stays as it was loaded while an administrator works in it. */
export interface StillList<Kept extends Row> {
  /** The view that it belongs to: another one is another list. */
  readonly view: string;
  /** The rows in the order in which they were loaded, each as last heard of. */
  readonly rows: readonly Kept[];
  /** The server's newest list. */
  readonly latest: readonly Kept[];
  /** How many rows of the newest list are not shown. */
  readonly arrived: number;
  /** How many shown rows are not in the newest list. */
  readonly left: number;
}

/** The server's list as it is. Pure. */
export const showList = <Kept extends Row>(view: string, latest: readonly Kept[]): StillList<Kept> => ({
  view,
  rows: latest,
  latest,
  arrived: 0,
  left: 0,
});

/**
 * The same list after the server's has changed. No row moves, comes or goes, so that nothing slides under a pointer; each row
 * shows the newest that is known of it. An empty list, and one of another view, is replaced. Pure.
 */
export function keepStill<Kept extends Row>(
  list: StillList<Kept> | null,
  view: string,
  latest: readonly Kept[],
): StillList<Kept> {
  if (list?.view === view && list.latest === latest) return list;
  if (list?.view !== view || list.rows.length === 0) return showList(view, latest);
  const byId = new Map(latest.map((row) => [row.id, row]));
  const rows = list.rows.map((row) => byId.get(row.id) ?? row);
  const shown = new Set(rows.map(({ id }) => id));
  return {
    view,
    rows,
    latest,
    arrived: latest.filter(({ id }) => !shown.has(id)).length,
    left: rows.filter(({ id }) => !byId.has(id)).length,
  };
}
