import { type Day, railTitle } from '@kobogate/contract';
import { ChartTable } from '../../ui/chart.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { arrivedPercent } from './day-words.ts';
import { Picture } from './picture.tsx';
import { QuietStatus } from './quiet-status.tsx';
import { countText } from '../count-text.ts';

/** Whether payouts arrive, by rail. */
export function RailsPicture({ rails }: Pick<Day, 'rails'>) {
  const title = 'Do payouts arrive?';
  const known = rails.map((rail) => ({ ...rail, percent: arrivedPercent(rail) }));
  const [worst] = known
    .filter(({ percent }) => percent !== null)
    .toSorted((a, b) => (a.percent ?? 0) - (b.percent ?? 0));
  const detail =
    worst === undefined || worst.percent === null
      ? 'No payout ended in 24 hours.'
      : worst.percent === 100
        ? 'All payouts that ended in 24 hours arrived.'
        : `${worst.percent}\u00a0% of the payouts by ${railTitle(worst.rail)} arrived in 24 hours.`;
  return (
    <Picture title={title} detail={detail}>
      <figure>
        <ul aria-hidden="true" className="grid gap-4">
          {known.map(({ rail, paid, failed, unknown, percent }) => (
            <li key={rail} className="text-sm">
              <p className="flex justify-between gap-4">
                <span className="font-medium">{railTitle(rail)}</span>
                <span className="figures">{percent === null ? 'None ended' : `${percent}\u00a0%`}</span>
              </p>
              <Share parts={[paid, unknown, failed]} />
              <p className="figures mt-1 text-ink-soft">
                {[
                  `${countText(paid)} arrived`,
                  `${countText(failed)} failed or came back`,
                  unknown === 0 ? null : `${countText(unknown)} unknown`,
                ]
                  .filter((part) => part !== null)
                  .join(', ')}
              </p>
            </li>
          ))}
        </ul>
        <ChartTable
          caption={title}
          titles={['Rail', 'Arrived', 'Failed or came back', 'Unknown', 'Of those that ended']}
          rows={known.map(({ rail, paid, failed, unknown, percent }) => ({
            key: rail,
            cells: [railTitle(rail), paid, failed, unknown, percent === null ? 'None ended' : `${percent}\u00a0%`],
          }))}
        />
      </figure>
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

/** Whether the sources of rates answer. */
export function SourcesPicture({ sources }: Pick<Day, 'sources'>) {
  const title = 'Do the sources of rates answer?';
  const dead = sources.filter(({ isDead }) => isDead).length;
  const detail =
    sources.length === 0
      ? 'No source of rates is asked.'
      : dead === 0
        ? `All ${sources.length} do.`
        : `${dead} of ${sources.length} ${dead === 1 ? 'does' : 'do'} not. Rates come from the others while they agree.`;
  return (
    <Picture id="sources" title={title} detail={detail}>
      <figure>
        <ul aria-hidden="true" className="divide-y divide-hairline">
          {sources.map(({ source, answeredAt, coins, isDead }) => (
            <li key={source} className="flex flex-wrap items-center justify-between gap-x-4 py-1.5 text-sm">
              <span>
                <span className="font-medium">{source}</span>{' '}
                <span className="figures text-ink-soft">
                  {coins} {coins === 1 ? 'coin' : 'coins'}
                </span>
              </span>
              {isDead ? <Status tone="danger">Silent</Status> : <QuietStatus tone="success">Answers</QuietStatus>}
              {isDead && (
                <span className="basis-full text-ink-soft">
                  {answeredAt === null ? (
                    'Never answered'
                  ) : (
                    <>
                      Last answered <Moment at={answeredAt} />
                    </>
                  )}
                </span>
              )}
            </li>
          ))}
        </ul>
        <ChartTable
          caption={title}
          titles={['Source', 'State', 'Last answer', 'Coins']}
          rows={sources.map(({ source, answeredAt, coins, isDead }) => ({
            key: source,
            cells: [
              source,
              isDead ? 'Silent' : 'Answers',
              answeredAt === null ? 'Never' : <Moment at={answeredAt} />,
              coins,
            ],
          }))}
        />
      </figure>
    </Picture>
  );
}
