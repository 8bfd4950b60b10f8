import type { ReactNode } from 'react';
import { heightOf, shortMoney } from './chart-scale.ts';

/** A bar and the space around it, in the drawing's own units. */
const SLOT = 100;

/** An axis of money from zero: its top, half of it, and zero, down the height that `className` gives. */
export function MoneyAxis({ top, symbol, className }: { top: bigint; symbol: string; className: string }) {
  return (
    <div className={`figures flex flex-col justify-between text-right *:leading-none ${className}`}>
      {[top, top / 2n, 0n].map((mark) => (
        <span key={String(mark)} className="first:-mt-1.5 last:-mb-1.5">
          {shortMoney(symbol, mark)}
        </span>
      ))}
    </div>
  );
}

/** The three lines of a picture 100 units high; the stronger one is at zero. */
export function GridLines({ width, zeroAt }: { width: number; zeroAt: 50 | 100 }) {
  return [0, 50, 100].map((y) => (
    <line
      key={y}
      x1="0"
      x2={width}
      y1={y}
      y2={y}
      vectorEffect="non-scaling-stroke"
      className={y === zeroAt ? 'stroke-edge' : 'stroke-hairline'}
    />
  ));
}

/** Amounts as bars from zero up to `top`. `barWidth` is a bar's part of its slot, in percent; colour by class. */
export function Bars({
  bars,
  top,
  barWidth,
  fill,
  className,
}: {
  bars: readonly { key: string; value: bigint }[];
  top: bigint;
  barWidth: number;
  fill: string;
  className: string;
}) {
  const width = SLOT * bars.length;
  return (
    <svg viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" className={`overflow-visible ${className}`}>
      <GridLines width={width} zeroAt={100} />
      {bars.map(({ key, value }, index) => {
        const height = value > 0n ? heightOf(value, top) : 0;
        return (
          <rect
            key={key}
            x={SLOT * index + (SLOT - barWidth) / 2}
            y={100 - height}
            width={barWidth}
            height={height}
            className={fill}
          />
        );
      })}
    </svg>
  );
}

/** What a picture shows, as a table for screen readers only. The first cell of a row is its heading. */
export function ChartTable({
  caption,
  titles,
  rows,
}: {
  caption: string;
  titles: readonly string[];
  rows: readonly { key: string; cells: readonly [ReactNode, ...ReactNode[]] }[];
}) {
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [heading, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{heading}</th>
              {cells.map((cell, index) => (
                <td key={titles[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
