/** Red, green and blue of sRGB, each from 0 to 255. */
export type Colour = readonly [number, number, number];

// Relative luminance (WCAG 2.2, "relative luminance").
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
  return (lighter + 0.05) / (darker + 0.05);
}

const GROUNDS = ['paper', 'surface', 'sunk'];
/** Each text colour and each background that it is used on, as names of tokens: at least 4.5 (WCAG 2.2 AA). */
export const TEXT_PAIRS: readonly (readonly [string, string])[] = [
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

/** Each edge that has to be seen and its background: at least 3 (WCAG 2.2 AA, non-text contrast). */
export const EDGE_PAIRS: readonly (readonly [string, string])[] = [
  ...GROUNDS.flatMap((ground) => [['edge', ground] as const, ['primary', ground] as const]),
  ['copper', 'surface'],
  ['danger', 'surface'],
];
