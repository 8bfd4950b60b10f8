import {
  type AnswerOf,
  type Endpoint,
  endpoints,
  type Work,
  type WorkItem,
  type WorkKind,
  WORK_KINDS,
} from '@kobogate/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type CallInput, callOrThrow } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';
import { useStable } from '../../lib/use-stable.ts';
import { deskKey, isElsewhere, rowAt } from '../orders/desk-keys.ts';
import { keepStill, showList, type StillList } from '../orders/still-list.ts';
import type { Review } from '../orders/review.tsx';
import { usePanelBeside } from '../side-panel.tsx';
import { nextWaiting, type Outcome, outcomeOf, readRowId, rowIdOf } from './queue-rows.ts';
import { WORK_WORDS } from './work-words.ts';

/** An item with an id that is unique among all kinds. */
interface Listed {
  readonly id: string;
  readonly item: WorkItem;
}

export interface QueueRow extends Listed {
  /** It waits no longer: decided here, by a colleague, or it has ended. */
  readonly isDone: boolean;
  /** What was decided on it here; null: nothing. */
  readonly outcome: Outcome | null;
}

/** Networks, rails and sources stop without an event of the stream. */
const LOOK_MS = 10_000;

const useWaiting = <E extends Endpoint>(
  endpoint: E,
  input: Pick<CallInput<E>, 'params' | 'query'> = {},
): UseQueryResult<AnswerOf<E>> =>
  useQuery({
    queryKey: callKey(endpoint, input),
    queryFn: ({ signal }) => callOrThrow(endpoint, { ...input, signal }),
    refetchInterval: LOOK_MS,
  });

/** The button of a row; null where it is not drawn. */
const buttonOf = (id: string | null): HTMLElement | null =>
  id === null ? null : document.querySelector<HTMLElement>(`[data-queue-row="${CSS.escape(id)}"]`);

/** Puts the focus on the first thing that can be done in the panel; false where nothing is there yet. */
function focusAction(): boolean {
  const action = document.querySelector<HTMLElement>(
    '[data-panel-actions] button:enabled, [data-queue-record] button[aria-haspopup=dialog]:enabled',
  );
  action?.focus({ preventScroll: true });
  return action !== null;
}

/**
 * Whether the focus is still where the press that opened a panel has left it: at the row, or at the way out of a panel over the
 * list. Who has gone on keeps it: their next key is about where they are.
 */
function isLeftAt(row: HTMLElement | null): boolean {
  const at = document.activeElement;
  return at === row || at === document.body || at?.matches('[role=dialog], [role=dialog] [aria-label=Close]') === true;
}

/**
 * The queue of everything that waits. Its filter, its page, the row that keys act on and the open row are in the address, so
 * that Back comes to the same place. The list holds still while a person works in it. After a decision its row stays, with the
 * outcome, and the next waiting row has the focus.
 */
export function useQueue(review: Pick<Review, 'decisions' | 'made' | 'undoLast'>) {
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const kind = WORK_KINDS.find((name) => name === address.get('kind')) ?? null;
  const after = address.get('after');
  const work = useWaiting(endpoints.admin.work);
  const answer = useWaiting(endpoints.admin.queue, {
    query: { ...(kind === null ? {} : { kind }), ...(after === null ? {} : { after }) },
  });
  const view = `${kind ?? ''} ${after ?? ''}`;
  const latest = useMemo(() => answer.data?.data.map((item) => ({ id: rowIdOf(item), item })), [answer.data]);
  const [held, setHeld] = useState<StillList<Listed> | null>(null);
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, string>>>({});
  const list = latest === undefined ? held : keepStill(held, view, latest);
  if (list !== held) setHeld(list);
  const still = list?.view === view ? list : null;
  const { decisions, made } = review;
  const rows = useMemo((): readonly QueueRow[] => {
    const waiting = new Set(still?.latest.map(({ id }) => id));
    const outcome = outcomeOf({ decisions, made, outcomes });
    return still?.rows.map((row) => ({ ...row, isDone: !waiting.has(row.id), outcome: outcome(row.item) })) ?? [];
  }, [still, decisions, made, outcomes]);
  const chosen = address.get('at');
  const opened = readRowId(address.get('open'));
  const isBeside = usePanelBeside(opened !== null);
  /** The focus goes into the panel once that has something to do. */
  const toAct = useRef(false);
  /** The row that the focus goes to when the panel closes, and where a decision has led. */
  const toFocus = useRef<string | null>(null);
  const decidedTo = useRef<string | null>(null);

  // A change may follow another one before that is drawn.
  const newest = useRef(address);
  useLayoutEffect(() => {
    newest.current = address;
  }, [address]);
  const change = (parts: Readonly<Record<string, string | null>>, isNew: boolean): void => {
    const next = new URLSearchParams(newest.current);
    for (const [name, value] of Object.entries(parts)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    newest.current = next;
    setAddress(next, { replace: !isNew, preventScrollReset: true });
  };
  const choose = useStable((id: string): void => {
    if (id !== newest.current.get('at')) change({ at: id }, false);
  });
  /** To the page of an item, which leads back to its row. */
  const leaveFor = useStable((to: WorkKind, itemId: string, row: string): void => {
    const here = new URLSearchParams(newest.current);
    here.set('at', row);
    here.delete('open');
    change({ at: row, open: null }, false);
    void navigate(WORK_WORDS[to].at(itemId), { state: { queue: `/admin/dashboard?${here.toString()}` } });
  });
  const openAt = useStable((id: string): void => {
    decidedTo.current = null;
    if (id === opened?.row && focusAction()) return;
    toAct.current = true;
    toFocus.current = id;
    // Back closes what was opened.
    change({ at: id, open: id }, opened === null);
  });
  /** An order whose decision was refused, as it is now: the focus is at its row. */
  const openOrder = useStable((id: string): void => {
    const row = rows.find(({ item }) => item.id === id)?.id ?? rowIdOf({ kind: 'orders', id });
    [toAct.current, decidedTo.current, toFocus.current] = [false, null, row];
    change({ at: row, open: row }, opened === null);
    buttonOf(row)?.focus();
  });
  const open = useStable(({ item, id }: QueueRow): void => {
    if (WORK_WORDS[item.kind].opens === null) leaveFor(item.kind, item.id, id);
    else openAt(id);
  });
  const close = useStable((): void => {
    if (opened === null) return;
    toFocus.current = opened.row;
    change({ at: opened.row, open: null }, false);
    buttonOf(opened.row)?.focus({ preventScroll: true });
  });
  /**
   * After a decision: the row stays, and the next one that waits is chosen, and opens where the panel stands beside the list.
   * If none does, the panel stays, with the decision.
   */
  const moveOn = useStable((): void => {
    const from = opened?.row ?? chosen;
    const next = from === null ? null : nextWaiting(rows, from);
    // After the last one the focus is at its row, with what was decided.
    decidedTo.current = next?.id ?? from;
    if (next === null) return;
    toAct.current = false;
    toFocus.current = next.id;
    change({ at: next.id, open: isBeside && WORK_WORDS[next.item.kind].opens !== null ? next.id : null }, false);
  });
  const tell = useStable((outcome: string): void => {
    if (opened === null) return;
    setOutcomes((known) => ({ ...known, [opened.row]: outcome }));
    moveOn();
  });

  const arrived = still?.arrived ?? 0;
  const left = still?.left ?? 0;
  function show(): void {
    if (still === null) return;
    setOutcomes({});
    setHeld(showList(view, still.latest));
  }
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isElsewhere(event.target)) return;
      const inList = event.target instanceof Element && event.target.closest('[data-queue-list]') !== null;
      const key = deskKey(event, inList);
      if (key === 'undo') {
        if (review.undoLast()) event.preventDefault();
      } else if (key === 'show' && arrived + left > 0) {
        show();
        event.preventDefault();
      } else if (key === 'close' && opened !== null) {
        close();
        event.preventDefault();
      } else if (inList && (key === 'next' || key === 'previous')) {
        const row = rowAt(rows, chosen, key === 'next' ? 1 : -1);
        if (row !== null) {
          // The panel is of the row that keys are about.
          if (opened !== null)
            change({ at: row.id, open: WORK_WORDS[row.item.kind].opens === null ? null : row.id }, false);
          buttonOf(row.id)?.focus();
        }
        event.preventDefault();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });

  const all: readonly Work[] = work.data?.data.filter(({ count }) => count > 0) ?? [];
  return {
    kind,
    all,
    rows,
    chosen,
    answer,
    work,
    isFirst: after === null,
    arrived,
    left,
    next: answer.data?.next ?? null,
    show,
    narrow: (name: WorkKind | null) => change({ kind: name, after: null, at: null, open: null }, true),
    goTo: (place: string | null) => change({ after: place, at: null, open: null }, true),
    choose,
    open,
    openOrder,
    opened,
    isBeside,
    close,
    moveOn,
    tell,
    leaveFor,
    /** What was opened by a press is ready: the focus goes to what can be done with it, once. */
    isReady: useStable((): void => {
      if (toAct.current && (!isLeftAt(buttonOf(toFocus.current)) || focusAction())) toAct.current = false;
    }),
    /** Where the focus goes when a decision’s dialog closes; null: to where it was. */
    returnTo: useStable(() => buttonOf(decidedTo.current)),
    /** The same for the panel. */
    panelReturnsTo: useStable(() => buttonOf(toFocus.current)),
  };
}

export type Queue = ReturnType<typeof useQueue>;
