import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

/**
 * The place of a cell on a card, from the top: the title and what is beside it, a note below both, lines with their column's
 * name, a mark and the end of its row, an action. What is hidden on a card is shown by another cell.
 */
const PLACES = {
  title: '@max-3xl:order-1 @max-3xl:self-start',
  aside: '@max-3xl:order-2 @max-3xl:justify-self-end @max-3xl:self-start @max-3xl:text-right',
  note: '@max-3xl:order-3 @max-3xl:col-span-2 @max-3xl:text-sm @max-3xl:text-ink-soft',
  line: '@max-3xl:order-4 @max-3xl:col-span-2 @max-3xl:flex @max-3xl:items-baseline @max-3xl:justify-between @max-3xl:gap-4 @max-3xl:py-1',
  mark: '@max-3xl:order-5 @max-3xl:self-center',
  end: '@max-3xl:order-6 @max-3xl:justify-self-end @max-3xl:self-center',
  action: '@max-3xl:order-7 @max-3xl:col-span-2',
  hidden: '@max-3xl:hidden',
} as const;

export interface Column<Row> {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** `end` for figures, so that they line up. */
  align?: 'start' | 'end';
  /** The place on a card; a line by default. */
  place?: keyof typeof PLACES;
}

/**
 * A table from 768 px of its own width and a list of cards below that, from one markup: beside a sidebar a screen may
 * be wide and the space for a table small. `caption` names it for screen readers.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowProps,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Attributes of a row, such as those that `namedRow` gives. */
  rowProps?: (row: Row) => ComponentProps<'tr'>;
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
                className={classes(
                  'px-3 pb-(--row-2) font-medium first:pl-0 last:pr-0',
                  column.align === 'end' && 'text-right',
                )}
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
              {...rowProps?.(row)}
              className="group/row border-b border-hairline last:border-0 @max-3xl:grid @max-3xl:grid-cols-[minmax(0,1fr)_fit-content(60%)] @max-3xl:gap-x-4 @max-3xl:gap-y-2 @max-3xl:rounded-card @max-3xl:border @max-3xl:bg-surface @max-3xl:p-4 @max-3xl:last:border"
            >
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={classes(
                    '@max-3xl:min-w-0 @3xl:px-3 @3xl:py-(--row) @3xl:align-middle @3xl:group-last/row:pb-0 @3xl:first:pl-0 @3xl:last:pr-0',
                    column.align === 'end' && 'figures @3xl:text-right',
                    PLACES[column.place ?? 'line'],
                  )}
                >
                  {(column.place ?? 'line') === 'line' ? (
                    <>
                      <span aria-hidden="true" className="shrink-0 text-sm text-ink-soft @3xl:hidden">
                        {column.title}
                      </span>
                      <span className="min-w-0 @max-3xl:text-right">{column.cell(row)}</span>
                    </>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
