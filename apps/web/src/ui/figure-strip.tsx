import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { classes } from './classes.ts';
import type { LucideIcon } from './icons.ts';

export interface Figure {
  name: string;
  value: string;
  icon?: LucideIcon;
  /** What the figure counts. */
  detail?: string;
  /** Beside the name, such as `Sample`. */
  mark?: ReactNode;
}

const ROOM = {
  3: 'sm:grid-cols-3',
  4: 'sm:grid-cols-2 sm:gap-y-6 xl:grid-cols-4 sm:max-xl:[&>:nth-child(3)]:border-0 sm:max-xl:[&>:nth-child(3)]:pl-0',
} as const;

/** Three or four figures that belong together: side by side, and on a phone one a line with the figure at its end. */
export function FigureStrip({
  label,
  columns,
  figures,
}: {
  label: string;
  columns: keyof typeof ROOM;
  figures: readonly Figure[];
}) {
  return (
    <Card aria-label={label} className="py-1.5! sm:py-6!">
      <dl className={classes('grid max-sm:divide-y max-sm:divide-hairline', ROOM[columns])}>
        {figures.map(({ name, value, icon: Icon, detail, mark }) => (
          <div
            key={name}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-3.5 sm:block sm:border-l sm:border-hairline sm:px-6 sm:py-0 sm:first:border-0 sm:first:pl-0 sm:last:pr-0"
          >
            <dt className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
              {Icon !== undefined && <Icon className="size-4 text-primary-text" aria-hidden="true" />}
              {name}
              {mark}
            </dt>
            <dd
              className={classes(
                'figures text-xl font-semibold wrap-anywhere max-sm:text-right sm:mt-2 sm:text-2xl',
                detail !== undefined && 'max-sm:row-span-2',
              )}
            >
              {value}
            </dd>
            {detail !== undefined && <dd className="text-sm text-ink-soft max-sm:col-start-1 sm:mt-1">{detail}</dd>}
          </div>
        ))}
      </dl>
    </Card>
  );
}
