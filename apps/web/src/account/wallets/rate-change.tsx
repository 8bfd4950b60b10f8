import { TrendingDown, TrendingUp } from '../../ui/icons.ts';

/** The change over a day as a signed percentage from recorded rates; says so where less than a day is recorded. */
export function RateChange({ change }: { change: string | null }) {
  if (change === null) return <span className="text-ink-soft">not known yet</span>;
  const isFall = change.startsWith('-');
  const Icon = isFall ? TrendingDown : TrendingUp;
  return (
    <span className="figures inline-flex items-center gap-1 whitespace-nowrap">
      <Icon className={isFall ? 'size-4 text-danger' : 'size-4 text-success'} aria-hidden="true" />
      {change}%
    </span>
  );
}
