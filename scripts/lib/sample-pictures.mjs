import { crc32, deflateSync } from 'node:zlib';

/** @typedef {readonly [number, number, number]} Colour red, green and blue, 0 to 255 */
/** @typedef {(x: number, y: number) => Colour} Drawing the colour of a point, in pixels from the upper left corner */

/** @type {Readonly<Record<'paper' | 'crust' | 'bun' | 'glaze' | 'night' | 'green' | 'sun', Colour>>} */
const COLOURS = {
  paper: [247, 236, 220],
  crust: [138, 66, 24],
  bun: [201, 122, 58],
  glaze: [234, 176, 112],
  night: [14, 52, 41],
  green: [24, 138, 99],
  sun: [240, 190, 84],
};

/**
 * A colour over another as far as a point is inside a shape: `distance` to its edge in pixels, negative inside. The
 * last pixel is mixed, so that edges look smooth.
 * @type {(below: Colour, above: Colour, distance: number) => Colour}
 */
function over(below, above, distance) {
  if (distance >= 0.5) return below;
  if (distance <= -0.5) return above;
  const share = 0.5 - distance;
  const mix = (/** @type {0 | 1 | 2} */ part) => Math.round(below[part] + (above[part] - below[part]) * share);
  return [mix(0), mix(1), mix(2)];
}

/** @type {(x: number, y: number, radius: number) => number} */
const disc = (x, y, radius) => Math.hypot(x, y) - radius;
/** @type {(x: number, y: number, radius: number, width: number) => number} */
const ring = (x, y, radius, width) => Math.abs(Math.hypot(x, y) - radius) - width / 2;

/** @type {(ground: Colour, x: number, y: number, radius: number) => Colour} */
function bun(ground, x, y, radius) {
  const crust = over(ground, COLOURS.crust, disc(x, y - radius * 0.08, radius));
  const dough = over(crust, COLOURS.bun, disc(x, y + radius * 0.06, radius * 0.9));
  return over(dough, COLOURS.glaze, disc(x + radius * 0.28, y + radius * 0.34, radius * 0.3));
}

/** A tray of buns, in rows. @type {Drawing} */
function bakeryBanner(x, y) {
  const row = Math.floor(y / 100);
  const across = x + (row % 2 === 0 ? 0 : 60);
  return bun(COLOURS.paper, (across % 120) - 60, (y % 100) - 50, 40);
}

/** Quarter rings from two corners. @type {Drawing} */
function studioBanner(x, y) {
  let colour = COLOURS.night;
  for (const radius of [120, 220, 320]) colour = over(colour, COLOURS.green, ring(x, y - 400, radius, 44));
  for (const radius of [150, 260, 370]) colour = over(colour, COLOURS.sun, ring(x - 1200, y, radius, 44));
  return over(colour, COLOURS.paper, disc(x - 640, y - 200, 90));
}

/** @type {Drawing} */
const studioProfile = (x, y) =>
  over(over(COLOURS.night, COLOURS.sun, ring(x - 128, y - 128, 74, 30)), COLOURS.green, disc(x - 128, y - 128, 36));

/**
 * The pictures of sample links, in the sizes that the product keeps. Drawn here, so that they are free of rights of
 * others.
 */
export const SAMPLE_PICTURES = {
  bakery: {
    banner: () => draw(1200, 400, bakeryBanner),
    profile: () => draw(256, 256, (x, y) => bun(COLOURS.paper, x - 128, y - 128, 92)),
  },
  studio: {
    banner: () => draw(1200, 400, studioBanner),
    profile: () => draw(256, 256, studioProfile),
  },
};

/**
 * A drawing as the bytes of a PNG (W3C, "Portable Network Graphics", sections 5 and 11): 8 bits a colour, no filter.
 * @type {(width: number, height: number, drawing: Drawing) => Buffer}
 */
function draw(width, height, drawing) {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0, at = 0; y < height; y += 1) {
    // Each row begins with its filter: none.
    at += 1;
    for (let x = 0; x < width; x += 1) for (const part of drawing(x, y)) rows[at++] = part;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const end = Buffer.alloc(0);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', end)]);
}

/** @type {(type: string, data: Buffer) => Buffer} */
function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
