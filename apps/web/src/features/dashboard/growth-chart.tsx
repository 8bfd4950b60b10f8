import { Card, CardHeading } from '../../ui/card.tsx';
import { Badge } from '../../ui/status.tsx';
import type { DashboardFigures, MonthFigure } from './figures.ts';
import { axisTop, heightOf, shortMoney } from './scale.ts';

/** A bar and the space around it, in the drawing's own units. */
const SLOT = 100;
const BAR = 52;
const TITLE = 'How much did you convert each month?';

/** Volume by month as bars from zero, the answer in words above them and the exact amounts in a table for screen readers. */
export function GrowthChart({ figures }: { figures: DashboardFigures }) {
  const { months, symbol, currencyName, isSample } = figures;
  const top = axisTop(months.reduce((most, { minor }) => (minor > most ? minor : most), 0n));
  return (
    <Card aria-label={TITLE}>
      <CardHeading
        title={TITLE}
        detail={answerOf(months)}
        {...(isSample ? { action: <Badge tone="waiting">Sample</Badge> } : {})}
      />
      <figure>
        <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 pt-5 text-xs text-ink-soft">
          <div className="figures flex h-44 flex-col justify-between text-right *:leading-none">
            {[top, top / 2n, 0n].map((mark) => (
              <span key={String(mark)} className="first:-mt-1.5 last:-mb-1.5">
                {shortMoney(symbol, mark)}
              </span>
            ))}
          </div>
          <div className="relative h-44">
            <Bars months={months} top={top} />
            {months.map(({ name, minor }, index) => (
              <span
                key={name}
                className="figures absolute -translate-x-1/2 pb-1 font-medium text-ink max-sm:hidden"
                style={{ left: `${((index + 0.5) / months.length) * 100}%`, bottom: `${heightOf(minor, top)}%` }}
              >
                {minor > 0n && shortMoney(symbol, minor)}
              </span>
            ))}
          </div>
          <div className="col-start-2 mt-2 grid auto-cols-fr grid-flow-col text-center">
            {months.map(({ name }) => (
              <span key={name}>{name.slice(0, 3)}</span>
            ))}
          </div>
        </div>
        <figcaption className="mt-4 text-sm text-ink-soft">
          In {currencyName}, by month in Lagos; figures in the picture are rounded down.
        </figcaption>
        <MonthTable months={months} currencyName={currencyName} />
      </figure>
    </Card>
  );
}

function answerOf(months: readonly MonthFigure[]): string {
  const [previous, present] = months.slice(-2);
  if (previous === undefined || present === undefined) return '';
  return `${present.text} in ${present.name} so far, ${previous.text} in ${previous.name}.`;
}

function Bars({ months, top }: { months: readonly MonthFigure[]; top: bigint }) {
  return (
    <svg
      viewBox={`0 0 ${SLOT * months.length} 100`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {[0, 50, 100].map((y) => (
        <line
          key={y}
          x1="0"
          x2={SLOT * months.length}
          y1={y}
          y2={y}
          vectorEffect="non-scaling-stroke"
          className={y === 100 ? 'stroke-edge' : 'stroke-hairline'}
        />
      ))}
      {months.map(({ name, minor }, index) => {
        const height = heightOf(minor, top);
        return (
          <rect
            key={name}
            x={SLOT * index + (SLOT - BAR) / 2}
            y={100 - height}
            width={BAR}
            height={height}
            className="fill-primary"
          />
        );
      })}
    </svg>
  );
}

function MonthTable({ months, currencyName }: { months: readonly MonthFigure[]; currencyName: string }) {
  return (
    <div className="sr-only">
      <table>
        <caption>{`Converted by month, in ${currencyName}`}</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Volume</th>
            <th scope="col">Transactions</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ name, text, transactions }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{text}</td>
              <td>{transactions}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
