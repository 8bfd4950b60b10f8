import { Card, CardHeading } from '../../ui/card.tsx';
import { Bars, ChartTable, MoneyAxis } from '../../ui/chart.tsx';
import { axisTop, heightOf, shortMoney } from '../../ui/chart-scale.ts';
import { Badge } from '../../ui/status.tsx';
import type { DashboardFigures, MonthFigure } from './figures.ts';

/** Width of a bar within its month, in percent. */
const BAR = 52;
const TITLE = 'How much did you convert each month?';

/**
 * Volume by month as bars from zero, the answer in words above them and the exact amounts in a table for screen
 * readers.
 */
export function GrowthChart({ figures }: { figures: DashboardFigures }) {
  const { months, symbol, currencyName, isSample } = figures;
  const top = axisTop(months.reduce((most, { minor }) => (minor > most ? minor : most), 0n));
  return (
    <Card aria-label={TITLE} className="below-112">
      <CardHeading
        title={TITLE}
        detail={answerOf(months)}
        {...(isSample ? { action: <Badge tone="neutral">Sample</Badge> } : {})}
      />
      <figure>
        <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 pt-5 text-xs text-ink-soft">
          <MoneyAxis top={top} symbol={symbol} className="h-44" />
          <div className="relative h-44">
            <Bars
              bars={months.map(({ name, minor }) => ({ key: name, value: minor }))}
              top={top}
              barWidth={BAR}
              fill="fill-primary"
              className="absolute inset-0 size-full"
            />
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
        <ChartTable
          caption={`Converted by month, in ${currencyName}`}
          titles={['Month', 'Volume', 'Transactions']}
          rows={months.map(({ name, text, transactions }) => ({ key: name, cells: [name, text, transactions] }))}
        />
      </figure>
    </Card>
  );
}

function answerOf(months: readonly MonthFigure[]): string {
  const [previous, present] = months.slice(-2);
  if (previous === undefined || present === undefined) return '';
  return `${present.text} in ${present.name} so far, ${previous.text} in ${previous.name}.`;
}
