// Guarantee: every text can be read on every background that it is used on, in light and dark (WCAG 2.2 AA: 4.5 for
// text, 3 for edges and focus rings), computed from the tokens themselves.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast, EDGE_PAIRS, TEXT_PAIRS, type Colour } from './contrast.ts';

const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');

function token(name: string, theme: 'light' | 'dark'): Colour {
  const [, value = ''] = new RegExp(`--${name}: ([^;]+);`).exec(css) ?? [];
  const colours = value.match(/#[0-9a-f]{6}/g) ?? [];
  const colour = theme === 'light' ? colours[0] : (colours[1] ?? colours[0]);
  if (colour === undefined) throw new Error(`tokens.css has no colour named ${name}`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
  return [red, green, blue];
}

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  it.each(TEXT_PAIRS)('%s on %s can be read', (text, ground) => {
    expect(contrast(token(text, theme), token(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(EDGE_PAIRS)('%s stands out from %s', (edge, ground) => {
    expect(contrast(token(edge, theme), token(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});
