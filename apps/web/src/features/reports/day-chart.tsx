import { formatNaira } from '@kobogate/money';
import { dayName } from '../../lib/formats.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { axisTop, heightOf, shortMoney } from '../dashboard/scale.ts';
import { labelledDays } from './report-choice.ts';

/** A bar and the space around it, in the drawing's own units. */
const SLOT = 100;
const BAR = 64;
const LABELS = 5;

export interface DayAmount {
  /** `2026-11-21`. */
  day: string;
  kobo: bigint;
}

/**
 * An amount by day as bars from zero: the answer to `title` in words above them, the exact amounts in a table for
 * screen readers. `fill` is the bars' colour by class.
 */
export function DayChart({ title, days, fill }: { title: string; days: readonly DayAmount[]; fill: string }) {
  const most = days.reduce((largest, { kobo }) => (kobo > largest ? kobo : largest), 0n);
  const top = axisTop(most);
  const labels = labelledDays(days.length, LABELS);
  return (
    <Card aria-label={title}>
      <CardHeading title={title} detail={answerOf(days, most)} />
      <figure>
        <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 pt-2 text-xs text-ink-soft">
          <div className="figures flex h-40 flex-col justify-between text-right *:leading-none">
            {[top, top / 2n, 0n].map((mark) => (
              <span key={String(mark)} className="first:-mt-1.5 last:-mb-1.5">
                {shortMoney('₦', mark)}
              </span>
            ))}
          </div>
          <Bars days={days} top={top} fill={fill} />
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
        <figcaption className="mt-4 text-sm text-ink-soft">
          In naira, by day in Lagos; figures in the picture are rounded down.
        </figcaption>
        <DayTable title={title} days={days} />
      </figure>
    </Card>
  );
}

/** Below a bar's middle; in a picture of many days the first and last labels keep to its edges. */
function labelPlace(index: number, count: number): number {
  if (count > LABELS && index === 0) return 0;
  if (count > LABELS && index === count - 1) return 100;
  return ((index + 0.5) / count) * 100;
}

function answerOf(days: readonly DayAmount[], most: bigint): string {
  const total = days.reduce((sum, { kobo }) => sum + kobo, 0n);
  const best = days.find(({ kobo }) => kobo === most);
  if (total === 0n || best === undefined) return 'Nothing on these days.';
  return `${formatNaira(total)} in all; most on ${dayName(best.day)}: ${formatNaira(most)}.`;
}

function Bars({ days, top, fill }: { days: readonly DayAmount[]; top: bigint; fill: string }) {
  const width = SLOT * days.length;
  return (
    <svg viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" className="h-40 w-full overflow-visible">
      {[0, 50, 100].map((y) => (
        <line
          key={y}
          x1="0"
          x2={width}
          y1={y}
          y2={y}
          vectorEffect="non-scaling-stroke"
          className={y === 100 ? 'stroke-edge' : 'stroke-hairline'}
        />
      ))}
      {days.map(({ day, kobo }, index) => {
        const height = kobo > 0n ? heightOf(kobo, top) : 0;
        return (
          <rect
            key={day}
            x={SLOT * index + (SLOT - BAR) / 2}
            y={100 - height}
            width={BAR}
            height={height}
            className={fill}
          />
        );
      })}
    </svg>
  );
}

function DayTable({ title, days }: { title: string; days: readonly DayAmount[] }) {
  return (
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Naira</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, kobo }) => (
            <tr key={day}>
              <th scope="row">{dayName(day)}</th>
              <td>{formatNaira(kobo)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
