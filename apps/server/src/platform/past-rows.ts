/** Rows that something keeps beyond their time, and when the oldest is from. */
export interface HeldRows {
  readonly count: number;
  readonly oldest: Date | null;
}

/** Rows from before a time: `count` of them may go, those in `held` stay for the reason that is their name. */
export interface PastRows extends HeldRows {
  readonly held?: Readonly<Record<string, HeldRows>>;
}

/** The older of two moments; null: there is none. Pure. */
const older = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one;

/** Rows of several tables as one. A reason for which nothing is held is left out. Pure. */
export function addPastRows(parts: readonly PastRows[]): Required<PastRows> {
  const held = parts.flatMap((part) => Object.entries(part.held ?? {})).filter(([, { count }]) => count > 0);
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    oldest: parts.reduce<Date | null>((oldest, part) => older(oldest, part.oldest), null),
    held: Object.fromEntries(held),
  };
}
