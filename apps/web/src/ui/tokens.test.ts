// Guarantee: every text can be read on every ground that it lies on, in light and dark (WCAG 2.2 AA: 4.5 for text, 3 for
// edges and focus rings), computed from the tokens themselves.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

// Relative luminance of an sRGB colour `#rrggbb` (WCAG 2.2, "relative luminance").
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// Contrast of two colours from 1 to 21 (WCAG 2.2, "contrast ratio").
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
  return (lighter + 0.05) / (darker + 0.05);
}

const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');

function token(name: string, theme: 'light' | 'dark'): string {
  const [, value = ''] = new RegExp(`--${name}: ([^;]+);`).exec(css) ?? [];
  const colours = value.match(/#[0-9a-f]{6}/g) ?? [];
  const colour = theme === 'light' ? colours[0] : (colours[1] ?? colours[0]);
  if (colour === undefined) throw new Error(`tokens.css has no colour named ${name}`);
  return colour;
}

const GROUNDS = ['paper', 'surface', 'sunk'];
const TEXT_PAIRS: readonly (readonly [string, string])[] = [
  ...['ink', 'ink-soft', 'primary-text', 'copper-text', 'danger', 'success', 'warning'].flatMap((text) =>
    GROUNDS.map((ground) => [text, ground] as const),
  ),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-strong'],
  ['primary-text', 'primary-soft'],
  ['copper-text', 'copper-soft'],
  ['success', 'success-soft'],
  ['warning', 'warning-soft'],
  ['danger', 'danger-soft'],
  ['on-danger', 'danger-fill'],
  ['ink', 'primary-soft'],
  ['on-night', 'night'],
  ['on-night-soft', 'night'],
];
const EDGE_PAIRS: readonly (readonly [string, string])[] = [
  ...GROUNDS.flatMap((ground) => [['edge', ground] as const, ['primary', ground] as const]),
  ['copper', 'surface'],
  ['danger', 'surface'],
];

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  it.each(TEXT_PAIRS)('%s on %s can be read', (text, ground) => {
    expect(contrast(token(text, theme), token(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(EDGE_PAIRS)('%s stands out from %s', (edge, ground) => {
    expect(contrast(token(edge, theme), token(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});
