import type { ReactNode } from 'react';

export interface Fact {
  label: string;
  value: ReactNode;
}

/** Labels and their values, one a line with hairlines between; long values wrap at the end side. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid divide-y divide-hairline text-[15px]">
      {facts.map((fact) => (
        <div key={fact.label} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5">
          <dt className="text-ink-soft">{fact.label}</dt>
          <dd className="ml-auto min-w-0 text-right font-medium wrap-anywhere">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
