import { type WorkItem, type WorkKind, WORK_KINDS } from '@kobogate/contract';
import { STATUS_WORDS } from '../../account/conversions/order-words.ts';
import type { Decisions } from '../orders/use-decisions.ts';

/** What was decided on an item of the queue, in words; a decision that was not made is `danger`. */
export interface Outcome {
  readonly tone: 'success' | 'danger';
  readonly text: string;
}

/** The id of an item among all kinds. Pure. */
export const rowIdOf = ({ kind, id }: Pick<WorkItem, 'kind' | 'id'>): string => `${kind}:${id}`;

/** What `rowIdOf` made; null for any other text. Pure. */
export function readRowId(
  row: string | null,
): { readonly row: string; readonly kind: WorkKind; readonly id: string } | null {
  const [name, ...id] = row?.split(':') ?? [];
  const kind = WORK_KINDS.find((each) => each === name);
  return row === null || kind === undefined || id.length === 0 ? null : { row, kind, id: id.join(':') };
}

/** What was decided on an item here, an order by what the server has of it; null: nothing. Pure. */
export const outcomeOf =
  ({
    decisions,
    made,
    outcomes,
  }: Pick<Decisions, 'decisions' | 'made'> & { readonly outcomes: Readonly<Record<string, string>> }) =>
  (item: Pick<WorkItem, 'kind' | 'id'>): Outcome | null => {
    const isReview = item.kind === 'orders' || item.kind === 'sanctions';
    const decision = isReview ? decisions[item.id] : undefined;
    if (decision !== undefined) {
      return decision.state === 'saving'
        ? { tone: 'success', text: STATUS_WORDS[decision.verdict].text }
        : { tone: 'danger', text: 'Not decided, see below' };
    }
    const order = isReview ? made[item.id] : undefined;
    if (order !== undefined) {
      return {
        tone: 'success',
        text: order.status === 'pending' ? 'You approved it, a second has to' : STATUS_WORDS[order.status].text,
      };
    }
    const outcome = outcomes[rowIdOf(item)];
    return outcome === undefined ? null : { tone: 'success', text: outcome === '' ? 'Decided' : outcome };
  };

/** The next row after the one with the id that waits, then from the top; null where there is none. Pure. */
export function nextWaiting<Row extends { readonly id: string; readonly isDone: boolean; readonly outcome: unknown }>(
  rows: readonly Row[],
  id: string,
): Row | null {
  const index = rows.findIndex((row) => row.id === id);
  const others = [...rows.slice(index + 1), ...rows.slice(0, Math.max(index, 0))];
  return others.find(({ isDone, outcome }) => !isDone && outcome === null) ?? null;
}
