import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export interface Column<Row> {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** `end` for figures, so that they line up. */
  align?: 'start' | 'end';
}

/**
 * A table where it has 768 px and a list of cards where it has less, from one markup: beside a sidebar a screen may be
 * wide and the room for a table small. `caption` names it for screen readers.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}) {
  return (
    <div className="@container">
      <table className="w-full text-[15px] @max-3xl:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="@max-3xl:sr-only">
          <tr className="border-b border-hairline text-left text-sm text-ink-soft">
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={classes('px-3 py-3 font-medium', column.align === 'end' && 'text-right')}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-3xl:grid @max-3xl:gap-3">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className="border-b border-hairline last:border-0 @max-3xl:block @max-3xl:rounded-card @max-3xl:border @max-3xl:bg-surface @max-3xl:p-4 @max-3xl:last:border"
            >
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={classes(
                    'px-3 py-4 align-middle @max-3xl:flex @max-3xl:items-center @max-3xl:justify-between @max-3xl:gap-4 @max-3xl:px-0 @max-3xl:py-1.5',
                    column.align === 'end' && 'figures @3xl:text-right',
                  )}
                >
                  <span aria-hidden="true" className="shrink-0 text-sm text-ink-soft @3xl:hidden">
                    {column.title}
                  </span>
                  <span className="min-w-0 @max-3xl:text-right">{column.cell(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
