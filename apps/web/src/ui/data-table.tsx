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
 * A table from 768 px up and a list of cards below it, from one markup. `caption` names it for screen readers.
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
    <table className="w-full text-[15px] max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:sr-only">
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
      <tbody className="max-md:grid max-md:gap-3">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            className="border-b border-hairline last:border-0 max-md:block max-md:rounded-card max-md:border max-md:bg-surface max-md:p-4 max-md:last:border"
          >
            {columns.map((column) => (
              <td
                key={column.id}
                className={classes(
                  'px-3 py-4 align-middle max-md:flex max-md:items-center max-md:justify-between max-md:gap-4 max-md:px-0 max-md:py-1.5',
                  column.align === 'end' && 'figures md:text-right',
                )}
              >
                <span aria-hidden="true" className="shrink-0 text-sm text-ink-soft md:hidden">
                  {column.title}
                </span>
                <span className="min-w-0 max-md:text-right">{column.cell(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
