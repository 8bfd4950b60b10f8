import type { State } from '../check/state.ts';
import type { World } from '../world/world.ts';

/** How often each state was seen in a schedule in which each fault had happened by then. */
export type Covered = Record<string, Record<string, number>>;

export const createCoverage = (): Covered => ({});

/** Counts the states of this moment, beside each fault that happened before it. */
export function coverStates(covered: Covered, world: World, state: State): void {
  const states = new Set([
    ...state.orders.flatMap(({ status, funding, payout }) => [
      `order ${status}`,
      `funding ${funding}`,
      `payout ${payout}`,
    ]),
    ...state.deposits.map(({ status }) => `deposit ${status}`),
    ...(state.isFenced ? ['fence up'] : []),
  ]);
  for (const each of states) {
    const row = (covered[each] ??= {});
    for (const fault of world.seen.keys()) row[fault] = (row[fault] ?? 0) + 1;
  }
}

/** Adds one table to another. */
export function addCoverage(total: Covered, more: Covered): void {
  for (const [state, faults] of Object.entries(more)) {
    const row = (total[state] ??= {});
    for (const [fault, times] of Object.entries(faults)) row[fault] = (row[fault] ?? 0) + times;
  }
}

/** The table of states and faults as text: how many looks saw a state after a fault, and a dot where none did. */
export function drawCoverage(covered: Covered): string {
  const faults = [...new Set(Object.values(covered).flatMap((row) => Object.keys(row)))].toSorted();
  const states = Object.keys(covered).toSorted();
  const width = Math.max(...states.map(({ length }) => length));
  const heads = faults.map((fault, index) => `${String(index + 1).padStart(2)} ${fault}`);
  const cell = (times: number | undefined): string => (times === undefined ? '.' : String(times)).padStart(6);
  const lines = states.map(
    (state) => state.padEnd(width) + faults.map((fault) => cell(covered[state]?.[fault])).join(''),
  );
  const numbers = ' '.repeat(width) + faults.map((_, index) => String(index + 1).padStart(6)).join('');
  return [...heads, '', numbers, ...lines].join('\n');
}
