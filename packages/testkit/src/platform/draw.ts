import { createRandom } from '../chains/schedules.ts';

/** The random choices of one schedule, all from its seed. */
export interface Draw {
  /** A whole number from 0 to below the bound. */
  below(bound: number): number;
  /** True with this probability, from 0 to 1. */
  chance(probability: number): boolean;
  /** One of these. */
  of<Item>(items: readonly Item[]): Item;
  /** From 0 to below 1. */
  fraction(): number;
}

const PARTS = 2 ** 30;

/** The choices of a seed; `stream` separates what is drawn for one purpose from what is drawn for another. */
export function createDraw(seed: number, stream: number): Draw {
  const next = createRandom(Math.imul(seed + 1, 0x9e37_79b1) ^ Math.imul(stream + 1, 0x85eb_ca6b));
  const below = (bound: number): number => next(Math.max(1, Math.floor(bound)));
  return {
    below,
    fraction: () => below(PARTS) / PARTS,
    chance: (probability) => probability > 0 && below(PARTS) < probability * PARTS,
    of: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('there is nothing to draw from');
      return item;
    },
  };
}
