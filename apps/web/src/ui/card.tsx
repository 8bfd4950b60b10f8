import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

/** The one raised surface. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      {...rest}
      className={classes('rounded-card border border-hairline bg-surface p-5 shadow-card sm:p-6', className)}
    />
  );
}

/** For a card around a table: on phones the rows are cards themselves, and cards are never nested. */
export const LIST_CARD = 'max-md:border-0 max-md:bg-transparent max-md:p-0 max-md:shadow-none';

/** A card's heading with an optional drawing before it, a line below it and an action at its end. */
export function CardHeading({
  title,
  mark,
  detail,
  action,
}: {
  title: string;
  mark?: ReactNode;
  detail?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="mb-5 flex flex-wrap items-start justify-between gap-3 in-data-dense:mb-3">
      <div className="min-w-0 flex-1 basis-52">
        <h2
          className={classes(
            'text-lg font-semibold in-data-dense:text-base',
            mark !== undefined && 'flex items-center gap-2.5',
          )}
        >
          {mark}
          {title}
        </h2>
        {detail !== undefined && <p className="mt-1 text-sm text-ink-soft">{detail}</p>}
      </div>
      {action}
    </div>
  );
}

/**
 * A page's title, its sentence and at most one main action. The only `h1` of a signed-in page. `isInLine`: where there is
 * room it stands in one line with what follows.
 */
export function PageHeading({
  title,
  detail,
  action,
  isInLine = false,
}: {
  title: string;
  detail?: ReactNode;
  action?: ReactNode;
  isInLine?: boolean;
}) {
  return (
    <header
      className={classes(
        'mb-8 flex flex-wrap items-end justify-between gap-4',
        isInLine ? 'in-data-dense:max-lg:mb-5 lg:mb-1.5' : 'in-data-dense:mb-5',
      )}
    >
      <div className="min-w-0 max-w-2xl">
        <h1 className="headline text-3xl in-data-dense:text-2xl sm:text-4xl sm:in-data-dense:text-[1.75rem]">
          {title}
        </h1>
        {detail !== undefined && <p className="mt-3 text-balance text-ink-soft">{detail}</p>}
      </div>
      {action}
    </header>
  );
}
