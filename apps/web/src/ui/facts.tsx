import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export interface Fact {
  label: string;
  value: ReactNode;
}

/**
 * Labels and their values, one a line with hairlines between; long values wrap at the end side. `isWide` is for a
 * card of the whole width: two columns, so that a value is near its label.
 */
export function FactList({ facts, isWide = false }: { facts: readonly Fact[]; isWide?: boolean }) {
  return (
    <dl
      className={classes('text-[15px]', isWide ? 'abreast' : 'grid grid-cols-[minmax(0,1fr)] divide-y divide-hairline')}
    >
      {facts.map((fact) => (
        <div
          key={fact.label}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-(--row-2) last:pb-0"
        >
          <dt className="text-ink-soft">{fact.label}</dt>
          <dd className="ml-auto min-w-0 text-right font-medium wrap-anywhere">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
