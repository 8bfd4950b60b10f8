import { endpoints, type RateHistory, type RateRange } from '@kobogate/contract';
import { useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { ChartTable, GridLines } from '../../ui/chart.tsx';
import { classes } from '../../ui/classes.ts';
import { Loading } from '../../ui/loading.tsx';
import { Rate } from '../../ui/money.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { changesOf, describeRange, percentText } from './rate-changes.ts';

const RANGES: readonly { range: RateRange; label: string; words: string }[] = [
  { range: 'day', label: 'Day', words: 'the last 24 hours' },
  { range: 'week', label: 'Week', words: 'the last 7 days' },
  { range: 'month', label: 'Month', words: 'the last 30 days' },
];

/** How a coin's recorded rate moved, as the change in percent since the start of the range: a line around zero. */
export function RateChart({ currency }: { currency: string }) {
  const [range, setRange] = useState<RateRange>('day');
  const history = useCall(endpoints.rates.history, { params: { currency }, query: { range } });
  const words = RANGES.find((entry) => entry.range === range)?.words ?? '';
  const title = `How did ${currency} move in ${words}?`;
  return (
    <Card aria-label={title}>
      <CardHeading title={title} detail={answerOf(history.data?.data)} />
      <fieldset className="mb-2 flex gap-1">
        <legend className="sr-only">Range</legend>
        {RANGES.map(({ range: value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === range}
            onClick={() => setRange(value)}
            className={classes(
              'min-h-11 cursor-pointer rounded-card px-4 text-sm font-medium',
              value === range ? 'bg-primary-soft text-primary-text' : 'text-ink-soft hover:text-ink',
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {history.isPending && (
        <Loading label="Loading the chart">
          <Skeleton className="h-44" />
        </Loading>
      )}
      {history.isError && history.data === undefined && (
        <ErrorState
          message={messageFor(history.error, 'The chart could not be loaded.')}
          onRetry={() => void history.refetch()}
          isRetrying={history.isFetching}
        >
          Converting works without it.
        </ErrorState>
      )}
      {history.data !== undefined && <Line history={history.data.data} title={title} />}
    </Card>
  );
}

function answerOf(history: RateHistory | undefined): string | undefined {
  if (history === undefined) return undefined;
  const points = changesOf(history.points);
  const last = points.at(-1);
  if (last === undefined) return 'No rate has been recorded yet.';
  return points.length === 1 ? `Recorded since ${last.since}.` : `${percentText(last.change)} since ${last.since}.`;
}

function Line({ history, title }: { history: RateHistory; title: string }) {
  const points = changesOf(history.points);
  if (points.length < 2) {
    return (
      <p className="flex h-44 items-center justify-center rounded-card bg-sunk px-4 text-center text-sm text-ink-soft">
        The line appears once two rates have been recorded.
      </p>
    );
  }
  const { reach, text } = describeRange(points);
  return (
    <figure>
      <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs text-ink-soft">
        <div className="figures flex h-44 flex-col justify-between text-right *:leading-none">
          <span>+{text}</span>
          <span>0 %</span>
          <span>−{text}</span>
        </div>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="h-44 w-full overflow-visible">
          <GridLines width={100} zeroAt={50} />
          <polyline
            points={points.map(({ place, change }) => `${place},${50 - (change / reach) * 50}`).join(' ')}
            fill="none"
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className="stroke-primary"
          />
        </svg>
      </div>
      <figcaption className="mt-3 text-sm text-ink-soft">
        Change in percent of the market rate, before the spread; from recorded rates, times in Lagos.
      </figcaption>
      <ChartTable
        caption={title}
        titles={['Time', 'Rate', 'Change']}
        rows={points.map(({ at, time, rate, change }) => ({
          key: at,
          cells: [time, <Rate key="rate" rate={rate} currency={history.currency} />, percentText(change)],
        }))}
      />
    </figure>
  );
}
