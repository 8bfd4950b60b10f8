import { appendFileSync } from 'node:fs';

/** How often what customers got was compared with what the chain has, and how often it was less or more. */
export interface TallyRow {
  readonly family: string;
  /** What the node or the provider did before. */
  readonly behaviour: string;
  readonly comparisons: number;
  readonly missed: number;
  readonly invented: number;
}

/** Counts what a soak compares, by what the node or the provider did. */
export interface Tally {
  /** Counts one comparison and answers what is credited. More than the chain has is invented, or credited twice. */
  count(behaviour: string, expected: bigint, credited: bigint): bigint;
  /** Adds a line for each behaviour to the file `SOAK_TABLE`, of which `npm run soak` makes its table; without it does nothing. */
  write(): void;
}

/** Nothing counted yet. */
export function createTally(family: string): Tally {
  const rows = new Map<string, TallyRow>();
  return {
    count: (behaviour, expected, credited) => {
      const before = rows.get(behaviour) ?? { family, behaviour, comparisons: 0, missed: 0, invented: 0 };
      rows.set(behaviour, {
        family,
        behaviour,
        comparisons: before.comparisons + 1,
        missed: before.missed + (credited < expected ? 1 : 0),
        invented: before.invented + (credited > expected ? 1 : 0),
      });
      return credited;
    },
    write: () => {
      const file = process.env['SOAK_TABLE'];
      if (file === undefined) return;
      for (const row of rows.values()) appendFileSync(file, `${JSON.stringify(row)}\n`);
    },
  };
}
