import { useEffect, useRef, useState } from 'react';
import { classes } from '../ui/classes.ts';
import { contrast, EDGE_PAIRS, TEXT_PAIRS, type Colour } from '../ui/contrast.ts';
import { Part } from './sample.tsx';

const LEAST = { text: 4.5, edge: 3 } as const;

/** Every pair of colours that meet, with the contrast that this browser computes in this theme. */
export function Tokens() {
  return (
    <>
      <Part title="Text on its grounds">
        <Pairs pairs={TEXT_PAIRS} least={LEAST.text} />
      </Part>
      <Part title="Edges on their grounds">
        <Pairs pairs={EDGE_PAIRS} least={LEAST.edge} />
      </Part>
      <Part title="Type">
        <p className="headline text-4xl">Receive Crypto in style</p>
        <p className="text-lg font-semibold">A card’s heading</p>
        <p>Running text at 16 px with ₦1,234,500.00 and Ẹ̀dá in it.</p>
        <p className="text-sm text-ink-soft">Secondary text at 14 px.</p>
        <p className="figures">0123456789 lines up with 9876543210</p>
        <code className="font-mono">0xf39F d6e5 1aad 88F6</code>
      </Part>
    </>
  );
}

function Pairs({ pairs, least }: { pairs: readonly (readonly [string, string])[]; least: number }) {
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {pairs.map(([over, under]) => (
        <Pair key={`${over} ${under}`} over={over} under={under} least={least} />
      ))}
    </ul>
  );
}

function Pair({ over, under, least }: { over: string; under: string; least: number }) {
  const swatch = useRef<HTMLLIElement>(null);
  const [ratio, setRatio] = useState<number | null>(null);
  useEffect(() => {
    if (swatch.current === null) return;
    const { color, backgroundColor } = getComputedStyle(swatch.current);
    setRatio(contrast(channels(color), channels(backgroundColor)));
  }, []);
  const isEnough = ratio === null || ratio >= least;
  return (
    <li
      ref={swatch}
      style={{ color: `var(--${over})`, background: `var(--${under})` }}
      className="flex flex-wrap justify-between gap-2 rounded-card border border-hairline p-3 text-sm"
    >
      <span>
        {over} on {under}
      </span>
      <span className={classes('figures font-semibold', !isEnough && 'underline decoration-wavy')}>
        {ratio?.toFixed(2)}
      </span>
    </li>
  );
}

/** The channels of a computed colour such as `rgb(16, 35, 28)`. */
function channels(colour: string): Colour {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}
