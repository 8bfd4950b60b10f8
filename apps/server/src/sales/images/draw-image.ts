import { IMAGE_SIZES, type ImageKind } from '@kobogate/contract';
import type Sharp from 'sharp';
import { dependencyDown, type Failure, overloaded, ruleBroken } from '../../platform/errors.ts';
import { createTurns } from '../../platform/turns.ts';
import { isAnimatedPng, readFormat } from './image-format.ts';

/** A picture as it is stored and served. */
export interface DrawnImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** A copy that a page holds itself: as wide as a phone's screen, in pixels of its own. */
const PREVIEW = { width: 640, height: 213 };
const SIZES = { ...IMAGE_SIZES, preview: PREVIEW };
const QUALITY = { banner: 80, profile: 80, preview: 50 };

/**
 * Redraws a picture at the size of its kind, or as a preview. Throws 422 with a message for a file that is not a still picture in a
 * format that we read.
 */
export type DrawImage = (bytes: Uint8Array, kind: ImageKind | 'preview') => Promise<DrawnImage>;

/** Fifty million: as many as the largest photographs of phones have. A small file can claim any number. */
const MOST_PIXELS = 50_000_000;
const LONGEST_SECONDS = 15;
const CROWDED = 'Many pictures are being prepared just now. Please try again in a few seconds.';

/**
 * Redraws pictures as WebP, one at a time, so that a burst of them leaves CPU for the rest of the program. Anything
 * else in a file (place, camera, programs) is dropped: only pixels are kept.
 */
export function createImageDrawing({ mostWaiting = 20 } = {}): DrawImage {
  const inTurn = createTurns({ atOnce: 1, mostWaiting, turnAway: () => overloaded(CROWDED) });
  return async (bytes, kind) => {
    const refusal = refusalOf(bytes);
    if (refusal !== null) throw refusal;
    return inTurn(() => draw(bytes, kind));
  };
}

function refusalOf(bytes: Uint8Array): Failure | null {
  const format = readFormat(bytes);
  if (format === null) {
    return ruleBroken('We cannot read this file as a picture. Please choose a JPEG, a PNG or a WebP.', 'no-picture');
  }
  return format === 'png' && isAnimatedPng(bytes) ? animated() : null;
}

async function draw(bytes: Uint8Array, kind: keyof typeof SIZES): Promise<DrawnImage> {
  const sharp = await loadLibrary();
  const { width, height } = SIZES[kind];
  // Strict: a damaged file is refused, and not drawn with a grey half.
  const open = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning' });
  try {
    const { pages = 1 } = await open().metadata();
    if (pages > 1) throw animated();
    const drawn = await open()
      .autoOrient()
      .resize(width, height, { fit: 'cover' })
      .webp({ quality: QUALITY[kind] })
      .timeout({ seconds: LONGEST_SECONDS })
      .toBuffer();
    return { bytes: new Uint8Array(drawn), width, height };
  } catch (error) {
    throw error instanceof Error && error.name === 'Failure' ? error : unreadable(error);
  }
}

const animated = (): Failure =>
  ruleBroken('This picture moves. Please choose a still one, as JPEG, PNG or WebP.', 'animated');

function unreadable(error: unknown): Failure {
  return error instanceof Error && error.message.includes('pixel limit')
    ? ruleBroken('This picture has too many pixels. Please choose one of at most 50 megapixels.', 'too-many-pixels')
    : ruleBroken('This picture is damaged or incomplete. Please choose another file.', 'damaged');
}

let library: Promise<typeof Sharp> | undefined;

/** The library is loaded with the first picture: most processes never get one. */
async function loadLibrary(): Promise<typeof Sharp> {
  library ??= import('sharp').then(({ default: sharp }) => {
    // It reads dozens of formats, with all their vulnerabilities; only three of them are allowed.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  try {
    return await library;
  } catch (error) {
    throw dependencyDown('pictures', 'Pictures can not be prepared on this machine. Everything else works.', error);
  }
}
