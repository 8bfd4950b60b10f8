import { type Day, endpoints } from '@kobogate/contract';
import { formatNaira, sumKobo, toKobo } from '@kobogate/money';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Bars, ChartTable, MoneyAxis } from '../../ui/chart.tsx';
import { axisTop } from '../../ui/chart-scale.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Loading } from '../../ui/loading.tsx';
import { durationText, withinNames } from './day-words.ts';
import { NetworksPicture } from './networks-picture.tsx';
import { Picture } from './picture.tsx';
import { RailsPicture, SourcesPicture } from './sources-picture.tsx';
import { countText } from '../count-text.ts';

const HOUR_NAME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Africa/Lagos' });
const hourName = (at: string): string => HOUR_NAME.format(new Date(at));
const payoutsText = (count: number): string => `${countText(count)} ${count === 1 ? 'payout' : 'payouts'}`;

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
    <Card aria-label="The last 24 hours" className="grid gap-x-10 gap-y-7 md:grid-cols-2">
      <Volume hours={day.hours} />
      <Times settlement={day.settlement} />
      <RailsPicture rails={day.rails} />
      <SourcesPicture sources={day.sources} />
      <NetworksPicture />
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
              <span key={bar.name}>{bar.payouts > 0 && countText(bar.payouts)}</span>
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
