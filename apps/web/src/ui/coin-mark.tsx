import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { coinMark, networkMark, type MarkDrawing } from './coin-marks.ts';

/**
 * A coin's mark, recognisable from 16 px on. With a `network` that is not the coin's own, that network's mark is its
 * badge. A coin without a drawing shows its first letter. Decorative: its name is always beside it.
 */
export function CoinMark({
  currency,
  network,
  className = 'size-6',
}: {
  currency: string;
  network?: string | undefined;
  className?: string;
}) {
  const drawing = coinMark(currency);
  const badge = network === undefined ? undefined : networkMark(network);
  return (
    <Frame name={currency} className={className}>
      <Disc drawing={drawing} letter={currency} />
      {badge !== undefined && badge !== drawing && (
        <>
          <circle cx="24.5" cy="24.5" r="9" fill="var(--surface)" />
          <svg x="17" y="17" width="15" height="15" viewBox="0 0 32 32">
            <Disc drawing={badge} letter="" />
          </svg>
        </>
      )}
    </Frame>
  );
}

/** A network's mark; one without a drawing shows its first letter. Decorative, as `CoinMark`. */
export function NetworkMark({ network, className = 'size-6' }: { network: string; className?: string }) {
  return (
    <Frame name={network} className={className}>
      <Disc drawing={networkMark(network)} letter={network} />
    </Frame>
  );
}

function Frame({ name, className, children }: { name: string; className: string; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 32 32"
      data-mark={name}
      className={classes('inline-block shrink-0', className)}
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

function Disc({ drawing, letter }: { drawing: MarkDrawing | undefined; letter: string }) {
  if (drawing === undefined) {
    return (
      <>
        <circle cx="16" cy="16" r="16" fill="var(--edge)" />
        <text x="16" y="22" textAnchor="middle" fontSize="18" fontWeight="700" fill="var(--surface)">
          {letter.slice(0, 1).toUpperCase()}
        </text>
      </>
    );
  }
  const { ground, ink, parts } = drawing;
  return (
    <>
      <circle cx="16" cy="16" r="16" fill={ground} />
      {parts.map(({ d, line }) =>
        line === undefined ? (
          <path key={d} d={d} fill={ink} fillRule="evenodd" />
        ) : (
          <path
            key={d}
            d={d}
            fill="none"
            stroke={ink}
            strokeWidth={line}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ),
      )}
    </>
  );
}

/** What is said of a coin, with its mark before it. */
export function MarkedCoin({
  currency,
  network,
  children,
}: {
  currency: string;
  network?: string;
  children: ReactNode;
}) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <CoinMark currency={currency} network={network} />
      <span className="min-w-0">{children}</span>
    </span>
  );
}
