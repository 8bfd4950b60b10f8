import { Card, CardHeading } from '../../ui/card.tsx';
import { Badge } from '../../ui/status.tsx';
import type { DashboardFigures, ShareFigure } from './figures.ts';

/** Told apart by order and name too, not by colour alone. */
const COLOURS = [
  { stroke: 'stroke-primary', ground: 'bg-primary' },
  { stroke: 'stroke-copper', ground: 'bg-copper' },
  { stroke: 'stroke-success', ground: 'bg-success' },
  { stroke: 'stroke-edge', ground: 'bg-edge' },
] as const;
const TITLE = 'Which coins did you convert?';

const colourOf = (index: number) => COLOURS[index % COLOURS.length] ?? COLOURS[0];

/** Each coin's share of the volume: a ring, and beside it the same as a list with exact amounts. */
export function AssetSplit({ figures }: { figures: DashboardFigures }) {
  const { split, isSample } = figures;
  return (
    <Card aria-label={TITLE} className="flex flex-col below-92">
      <CardHeading
        title={TITLE}
        detail="Share of your volume, by value when converted."
        {...(isSample ? { action: <Badge tone="neutral">Sample</Badge> } : {})}
      />
      <div className="flex grow flex-wrap items-center justify-center gap-x-8 gap-y-5">
        <Ring split={split} />
        {split.length === 0 ? (
          <p className="text-sm text-ink-soft">No coins have arrived for a conversion yet.</p>
        ) : (
          <ul aria-label="Asset split" className="grid min-w-40 flex-1 gap-3 text-[15px]">
            {split.map(({ name, percent, text }, index) => (
              <li key={name} className="flex items-baseline gap-2.5">
                <span
                  aria-hidden="true"
                  className={`size-3 shrink-0 rounded-full forced-color-adjust-none ${colourOf(index).ground}`}
                />
                <span>
                  {name}
                  {text !== null && <span className="figures block text-sm text-ink-soft wrap-anywhere">{text}</span>}
                </span>
                <span className="figures ml-auto font-semibold">{percent === 0 ? 'under 1%' : `${percent}%`}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function Ring({ split }: { split: readonly ShareFigure[] }) {
  const starts = split.map((_, index) => split.slice(0, index).reduce((sum, { percent }) => sum + percent, 0));
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" className="size-32 -rotate-90" fill="none" strokeWidth="18">
      <circle cx="60" cy="60" r="48" className="stroke-sunk" />
      {split.map(({ name, percent }, index) => (
        <circle
          key={name}
          cx="60"
          cy="60"
          r="48"
          pathLength="100"
          strokeDasharray={`${percent} ${100 - percent}`}
          strokeDashoffset={-(starts[index] ?? 0)}
          className={percent === 0 ? 'stroke-transparent' : colourOf(index).stroke}
        />
      ))}
    </svg>
  );
}
