import { overloaded, tooMany } from './errors.ts';

/** How many may be held at once: in all, and by one holder (an account or a network address). */
export interface PlaceLimits {
  readonly most: number;
  readonly mostOfHolder: number;
}

/**
 * Takes a place for a holder and returns the function that gives it back, which may be called twice. Throws 429 or 503
 * with a message beyond the limits.
 */
export type TakePlace = (holder: string) => () => void;

/**
 * Limits what is held open at once in this process, such as streams and uploads, so that one holder can't use up all
 * places. `words` are the messages for a caller who holds too many, and for when all places are taken.
 */
export function createPlaces(
  { most, mostOfHolder }: PlaceLimits,
  words: { readonly tooMany: string; readonly full: string },
): TakePlace {
  const held = new Map<string, number>();
  let all = 0;
  return (holder) => {
    const ofHolder = held.get(holder) ?? 0;
    if (ofHolder >= mostOfHolder) throw tooMany(words.tooMany, 30);
    if (all >= most) throw overloaded(words.full);
    held.set(holder, ofHolder + 1);
    all += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      all -= 1;
      const left = (held.get(holder) ?? 1) - 1;
      if (left === 0) held.delete(holder);
      else held.set(holder, left);
    };
  };
}

/** The messages for refused streams of server-sent events. */
export const STREAM_WORDS = {
  tooMany: 'Too many streams are open from here. Please close some and try again.',
  full: 'Too many streams are open. Please look again in a moment.',
};
