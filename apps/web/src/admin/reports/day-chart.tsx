import { formatNaira, type Kobo, sumKobo, toKobo } from '@kobogate/money';
import { dayName } from '../../lib/formats.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { Bars, ChartTable, MoneyAxis } from '../../ui/chart.tsx';
import { axisTop } from '../../ui/chart-scale.ts';
import { classes } from '../../ui/classes.ts';
import { labelledDays } from './report-choice.ts';

/** Width of a bar within its day, in percent. */
const BAR = 64;
const LABELS = 3;

export interface DayAmount {
  /** `2026-11-21`. */
  day: string;
  kobo: Kobo;
}

/**
 * An amount by day as bars from zero: the answer to `title` in words above them, the exact amounts in a table for
 * screen readers. `fill` is the bars' colour by class.
 */
export function DayChart({ title, days, fill }: { title: string; days: readonly DayAmount[]; fill: string }) {
  const most = days.reduce((largest, { kobo }) => (kobo > largest ? kobo : largest), toKobo(0n));
  const top = axisTop(most);
  const labels = labelledDays(days.length, LABELS);
  return (
    <Card aria-label={title}>
      <CardHeading title={title} detail={answerOf(days, most)} />
      <figure>
        <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 pt-2 text-xs text-ink-soft">
          <MoneyAxis top={top} symbol="₦" className="h-32" />
          <Bars
            bars={days.map(({ day, kobo }) => ({ key: day, value: kobo }))}
            top={top}
            barWidth={BAR}
            fill={fill}
            className="h-32 w-full"
          />
          <div className="relative col-start-2 mt-2 h-4">
            {labels.map((index, position) => (
              <span
                key={index}
                className={classes(
                  'absolute whitespace-nowrap',
                  labels.length === LABELS && position % 2 === 1 && 'max-sm:hidden',
                  days.length > LABELS && position === labels.length - 1 && '-translate-x-full',
                  !(days.length > LABELS && (position === 0 || position === labels.length - 1)) && '-translate-x-1/2',
                )}
                style={{ left: `${labelPlace(index, days.length)}%` }}
              >
                {dayName(days[index]?.day ?? '').slice(0, -5)}
              </span>
            ))}
          </div>
        </div>
        <figcaption className="mt-2 text-xs text-ink-soft">
          In naira by day of Lagos; the axis is rounded down.
        </figcaption>
        <ChartTable
          caption={title}
          titles={['Day', 'Naira']}
          rows={days.map(({ day, kobo }) => ({ key: day, cells: [dayName(day), formatNaira(kobo)] }))}
        />
      </figure>
    </Card>
  );
}

/** Below a bar's middle; in a picture of many days the first and last labels stay within its edges. */
function labelPlace(index: number, count: number): number {
  if (count > LABELS && index === 0) return 0;
  if (count > LABELS && index === count - 1) return 100;
  return ((index + 0.5) / count) * 100;
}

function answerOf(days: readonly DayAmount[], most: Kobo): string {
  const total = sumKobo(days.map(({ kobo }) => kobo));
  const best = days.find(({ kobo }) => kobo === most);
  if (total === 0n || best === undefined) return 'Nothing on these days.';
  return `${formatNaira(total)} in all; most on ${dayName(best.day)}: ${formatNaira(most)}.`;
}
