/** A closed outline: its corners, in pixels. */
export type Outline = readonly (readonly [number, number])[];
type Colour = readonly [number, number, number];

/** Lines of a pixel's height that are looked at one by one. */
const SUB_LINES = 4;

/** A picture of three bytes a pixel, and what draws on it. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** Fills what the outlines enclose, by the rule of their directions, with smooth edges. */
  fill(outlines: readonly Outline[], colour: Colour): void;
}

interface Crossing {
  readonly x: number;
  readonly turn: number;
}

/** An empty picture in one colour. */
export function createCanvas(width: number, height: number, ground: Colour): Canvas {
  const pixels = new Uint8Array(width * height * 3);
  pixels.set(ground);
  // Doubled until it is full: a million single pixels take long.
  for (let done = 3; done < pixels.length; done *= 2) pixels.copyWithin(done, 0, done);
  return {
    width,
    height,
    pixels,
    fill(outlines, colour) {
      const { left, top, right, bottom } = boxOf(outlines, width, height);
      if (right < left) return;
      const cover = new Float32Array(right - left + 1);
      for (let row = top; row <= bottom; row += 1) {
        cover.fill(0);
        for (let line = 0; line < SUB_LINES; line += 1) {
          addSpans(cover, left, crossingsAt(outlines, row + (line + 0.5) / SUB_LINES));
        }
        blend(pixels, row * width + left, cover, colour);
      }
    },
  };
}

/** The pixels that outlines may touch: a letter is filled without looking at the rest of its line. */
function boxOf(outlines: readonly Outline[], width: number, height: number) {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (const outline of outlines) {
    for (const [x, y] of outline) {
      left = Math.min(left, Math.floor(x));
      right = Math.max(right, Math.ceil(x));
      top = Math.min(top, Math.floor(y));
      bottom = Math.max(bottom, Math.ceil(y));
    }
  }
  return {
    left: Math.max(0, left),
    top: Math.max(0, top),
    right: Math.min(width - 1, right),
    bottom: Math.min(height - 1, bottom),
  };
}

function crossingsAt(outlines: readonly Outline[], y: number): Crossing[] {
  const found: Crossing[] = [];
  for (const outline of outlines) {
    let from = outline.at(-1);
    for (const to of outline) {
      if (from !== undefined && from[1] <= y !== to[1] <= y) {
        const x = from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0]);
        found.push({ x, turn: to[1] > from[1] ? 1 : -1 });
      }
      from = to;
    }
  }
  return found.toSorted((left, right) => left.x - right.x);
}

function addSpans(cover: Float32Array, left: number, crossings: readonly Crossing[]): void {
  let winding = 0;
  let start = 0;
  for (const { x, turn } of crossings) {
    if (winding === 0) start = x;
    winding += turn;
    if (winding === 0) addSpan(cover, Math.max(0, start - left), Math.min(cover.length, x - left));
  }
}

function addSpan(cover: Float32Array, start: number, end: number): void {
  for (let at = Math.floor(start); at < end; at += 1) {
    const part = Math.min(end, at + 1) - Math.max(start, at);
    cover[at] = (cover[at] ?? 0) + part / SUB_LINES;
  }
}

function blend(pixels: Uint8Array, offset: number, cover: Float32Array, colour: Colour): void {
  for (let x = 0; x < cover.length; x += 1) {
    const share = Math.min(1, cover[x] ?? 0);
    if (share === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      const at = (offset + x) * 3 + channel;
      const old = pixels[at] ?? 0;
      pixels[at] = Math.round(old + ((colour[channel] ?? 0) - old) * share);
    }
  }
}
