import { type Day, endpoints, railTitle } from '@kobogate/contract';
import { formatNaira, sumKobo, toKobo } from '@kobogate/money';
import type { ReactNode } from 'react';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { Bars, ChartTable, MoneyAxis } from '../../ui/chart.tsx';
import { axisTop } from '../../ui/chart-scale.ts';
import { Moment } from '../../ui/moment.tsx';
import { StateRow } from '../../ui/state-row.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Status } from '../../ui/status.tsx';
import { QuietStatus } from './quiet-status.tsx';
import { arrivedPercent, durationText, withinNames } from './day-words.ts';

const WHOLE = new Intl.NumberFormat('en-NG');
const HOUR_NAME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Africa/Lagos' });
const hourName = (at: string): string => HOUR_NAME.format(new Date(at));
const payoutsText = (count: number): string => `${WHOLE.format(count)} ${count === 1 ? 'payout' : 'payouts'}`;

/** Hours that are named below their bars. */
const NAMED_EVERY = 6;
const BAR = 64;

/** The last 24 hours in pictures, each the answer to the question in its title, with its figures as a table. */
export function DayPictures() {
  const answer = useCall(endpoints.admin.day);
  if (answer.data === undefined) {
    return answer.isError ? (
      <ErrorState
        message={messageFor(answer.error, 'The last 24 hours could not be loaded.')}
        onRetry={() => void answer.refetch()}
        isRetrying={answer.isFetching}
      />
    ) : (
      <Loading label="Loading the last 24 hours" className="grid gap-4 md:grid-cols-2">
        {['volume', 'times', 'rails', 'sources'].map((name) => (
          <Skeleton key={name} className="h-64" />
        ))}
      </Loading>
    );
  }
  const day = answer.data.data;
  return (
    <div className="grid items-stretch gap-4 md:grid-cols-2">
      <Volume hours={day.hours} />
      <Times settlement={day.settlement} />
      <Rails rails={day.rails} />
      <Sources sources={day.sources} />
    </div>
  );
}

function Picture({ id, title, detail, children }: { id?: string; title: string; detail: string; children: ReactNode }) {
  return (
    <Card id={id} aria-label={title}>
      <CardHeading title={title} detail={detail} />
      {children}
    </Card>
  );
}

function Volume({ hours }: Pick<Day, 'hours'>) {
  const title = 'How much naira reached banks in 24 hours?';
  const total = sumKobo(hours.map(({ nairaKobo }) => toKobo(nairaKobo)));
  const payouts = hours.reduce((sum, each) => sum + each.payouts, 0);
  const top = axisTop(hours.reduce((most, { nairaKobo }) => (BigInt(nairaKobo) > most ? BigInt(nairaKobo) : most), 0n));
  return (
    <Picture
      title={title}
      detail={payouts === 0 ? 'None so far.' : `${formatNaira(total)} by ${payoutsText(payouts)}.`}
    >
      <figure>
        <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs text-ink-soft">
          <MoneyAxis top={top} symbol="₦" className="h-28" />
          <Bars
            bars={hours.map(({ at, nairaKobo }) => ({ key: at, value: BigInt(nairaKobo) }))}
            top={top}
            barWidth={BAR}
            fill="fill-primary"
            className="h-28 w-full"
          />
          <div className="figures col-start-2 mt-2 grid auto-cols-fr grid-flow-col">
            {hours
              .filter((_, index) => index % NAMED_EVERY === 0)
              .map(({ at }) => (
                <span key={at}>{hourName(at)}</span>
              ))}
          </div>
        </div>
        <ChartTable
          caption={title}
          titles={['Hour in Lagos', 'Naira', 'Payouts']}
          rows={hours.map(({ at, nairaKobo, payouts: made }) => ({
            key: at,
            cells: [hourName(at), formatNaira(toKobo(nairaKobo)), made],
          }))}
        />
      </figure>
    </Picture>
  );
}

/** Counts are drawn on an axis of money of two decimals. */
const MINOR = 100n;

function Times({ settlement: { payouts, medianSeconds, slowSeconds, within } }: Pick<Day, 'settlement'>) {
  const title = 'How long from final coins to the bank?';
  const bars = withinNames(within);
  const most = bars.reduce((largest, bar) => Math.max(largest, bar.payouts), 1);
  const detail =
    payouts === 0 || medianSeconds === null || slowSeconds === null
      ? 'No payout arrived in 24 hours.'
      : `Half within ${durationText(medianSeconds)}, 99 of 100 within ${durationText(slowSeconds)}; reviews included.`;
  return (
    <Picture title={title} detail={detail}>
      <figure>
        <div aria-hidden="true" className="text-xs text-ink-soft">
          <div className="figures grid auto-cols-fr grid-flow-col text-center font-medium text-ink">
            {bars.map((bar) => (
              <span key={bar.name}>{bar.payouts > 0 && WHOLE.format(bar.payouts)}</span>
            ))}
          </div>
          <Bars
            bars={bars.map((bar) => ({ key: bar.name, value: BigInt(bar.payouts) * MINOR }))}
            top={BigInt(most) * MINOR}
            barWidth={BAR}
            fill="fill-primary"
            className="mt-1 h-24 w-full"
          />
          <div className="figures mt-2 grid auto-cols-fr grid-flow-col text-center">
            {bars.map(({ short }) => (
              <span key={short}>{short}</span>
            ))}
          </div>
          <p className="mt-1 text-center">Minutes</p>
        </div>
        <ChartTable
          caption={title}
          titles={['Time', 'Payouts']}
          rows={bars.map((bar) => ({ key: bar.name, cells: [bar.name, bar.payouts] }))}
        />
      </figure>
    </Picture>
  );
}

function Rails({ rails }: Pick<Day, 'rails'>) {
  const title = 'Do payouts arrive?';
  const known = rails.map((rail) => ({ ...rail, percent: arrivedPercent(rail) }));
  const [worst] = known
    .filter(({ percent }) => percent !== null)
    .toSorted((a, b) => (a.percent ?? 0) - (b.percent ?? 0));
  const detail =
    worst === undefined || worst.percent === null
      ? 'No payout ended in 24 hours.'
      : worst.percent === 100
        ? 'All that ended in 24 hours did.'
        : `${worst.percent}\u00a0% of those by ${railTitle(worst.rail)} in 24 hours.`;
  return (
    <Picture title={title} detail={detail}>
      <ul className="grid gap-4">
        {known.map(({ rail, paid, failed, unknown, percent }) => (
          <li key={rail} className="text-sm">
            <p className="flex justify-between gap-4">
              <span className="font-medium">{railTitle(rail)}</span>
              <span className="figures">{percent === null ? 'None ended' : `${percent}\u00a0%`}</span>
            </p>
            <Share parts={[paid, unknown, failed]} />
            <p className="figures mt-1 text-ink-soft">
              {[
                `${WHOLE.format(paid)} arrived`,
                `${WHOLE.format(failed)} failed or came back`,
                unknown === 0 ? null : `${WHOLE.format(unknown)} unknown`,
              ]
                .filter((part) => part !== null)
                .join(', ')}
            </p>
          </li>
        ))}
      </ul>
    </Picture>
  );
}

const FILLS = ['fill-primary', 'fill-warning', 'fill-danger-fill'] as const;

/** Parts of a whole as one bar: arrived, unknown, failed. The figures stand below it. */
function Share({ parts }: { parts: readonly [number, number, number] }) {
  const whole = Math.max(1, parts[0] + parts[1] + parts[2]);
  const starts = [0, parts[0], parts[0] + parts[1]];
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${whole} 1`}
      preserveAspectRatio="none"
      className="mt-1.5 h-2 w-full rounded-full"
    >
      <rect width={whole} height="1" className="fill-sunk" />
      {parts.map((part, index) => (
        <rect key={FILLS[index]} x={starts[index]} width={part} height="1" className={FILLS[index]} />
      ))}
    </svg>
  );
}

function Sources({ sources }: Pick<Day, 'sources'>) {
  const dead = sources.filter(({ isDead }) => isDead).length;
  const detail =
    sources.length === 0
      ? 'No source of rates is asked.'
      : dead === 0
        ? `All ${sources.length} do.`
        : `${dead} of ${sources.length} ${dead === 1 ? 'does' : 'do'} not. Rates come from the others while they agree.`;
  return (
    <Picture id="sources" title="Do the sources of rates answer?" detail={detail}>
      <ul className="divide-y divide-hairline">
        {sources.map(({ source, answeredAt, coins, isDead }) => (
          <StateRow
            key={source}
            name={source}
            state={isDead ? <Status tone="danger">Silent</Status> : <QuietStatus tone="success">Answers</QuietStatus>}
          >
            {isDead ? (
              answeredAt === null ? (
                'Never answered'
              ) : (
                <>
                  Last answered <Moment at={answeredAt} />
                </>
              )
            ) : (
              `${coins} ${coins === 1 ? 'coin' : 'coins'}`
            )}
          </StateRow>
        ))}
      </ul>
    </Picture>
  );
}
