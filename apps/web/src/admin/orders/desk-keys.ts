/** What an administrator does with a press of a key. */
export type DeskKey =
  | 'next'
  | 'previous'
  | 'approve'
  | 'approve-chosen'
  | 'decline'
  | 'choose'
  | 'undo'
  | 'show'
  | 'close'
  | 'help';

const KEYS: Readonly<Record<string, DeskKey>> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  A: 'approve-chosen',
  d: 'decline',
  x: 'choose',
  u: 'undo',
  r: 'show',
  '?': 'help',
  Escape: 'close',
};
const ARROWS: Readonly<Record<string, DeskKey>> = { ArrowDown: 'next', ArrowUp: 'previous' };

/** What a key means on the desk, or null; arrows only `inList`, as they scroll the page elsewhere. Pure. */
export function deskKey(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  inList: boolean,
): DeskKey | null {
  if (ctrlKey || metaKey || altKey) return null;
  return KEYS[key] ?? (inList ? (ARROWS[key] ?? null) : null);
}

/** Whether a press of a key there writes, or belongs to an open dialog. */
export const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, [role=dialog]') !== null;

/** The row `steps` after the one with the id, or the first; null where the list ends. Pure. */
export function rowAt<Row extends { readonly id: string }>(
  rows: readonly Row[],
  id: string | null,
  steps: 1 | -1,
): Row | null {
  const index = rows.findIndex((row) => row.id === id);
  return rows[index === -1 ? 0 : index + steps] ?? null;
}
