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
import { useEffect, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type CallInput, callOrThrow } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';
import { useStable } from '../../lib/use-stable.ts';
import { deskKey, rowAt } from '../orders/desk-keys.ts';
import { keepStill, showList, type StillList } from '../orders/still-list.ts';
import { WORK_WORDS } from './work-words.ts';

/** An item with an id that is unique among all kinds. */
export interface QueueRow {
  readonly id: string;
  readonly item: WorkItem;
  /** It waits no longer: decided here or by a colleague. */
  readonly isDone: boolean;
}

const keyOf = (item: WorkItem): string => `${item.kind}:${item.id}`;

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

/**
 * The queue of everything that waits: its filter, its page and the row that keys are about are in the address, so that Back comes to
 * the same place. The list holds still while a person works in it.
 */
export function useQueue() {
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const kind = WORK_KINDS.find((name) => name === address.get('kind')) ?? null;
  const after = address.get('after');
  const work = useWaiting(endpoints.admin.work);
  const answer = useWaiting(endpoints.admin.queue, {
    query: { ...(kind === null ? {} : { kind }), ...(after === null ? {} : { after }) },
  });
  const view = `${kind ?? ''} ${after ?? ''}`;
  const latest = useMemo(
    () => answer.data?.data.map((item) => ({ id: keyOf(item), item, isDone: false })),
    [answer.data],
  );
  const [held, setHeld] = useState<StillList<QueueRow> | null>(null);
  const list = latest === undefined ? held : keepStill(held, view, latest);
  if (list !== held) setHeld(list);
  const still = list?.view === view ? list : null;
  const rows = useMemo(() => {
    const waiting = new Set(still?.latest.map(({ id }) => id));
    return still?.rows.map((row) => (waiting.has(row.id) ? row : { ...row, isDone: true })) ?? [];
  }, [still]);
  const chosen = address.get('at');

  const change = (parts: Readonly<Record<string, string | null>>, isNew: boolean): void => {
    const next = new URLSearchParams(address);
    for (const [name, value] of Object.entries(parts)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setAddress(next, { replace: !isNew, preventScrollReset: true });
  };
  const choose = useStable((id: string): void => {
    if (id !== chosen) change({ at: id }, false);
  });
  const open = useStable((row: QueueRow): void => {
    const here = new URLSearchParams(address);
    here.set('at', row.id);
    choose(row.id);
    void navigate(WORK_WORDS[row.item.kind].at(row.item.id), {
      state: { queue: `/admin/dashboard?${here.toString()}` },
    });
  });

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const inList = event.target instanceof Element && event.target.closest('[data-queue]') !== null;
      const key = event.defaultPrevented ? null : deskKey(event, inList);
      if (!inList || (key !== 'next' && key !== 'previous')) return;
      const row = rowAt(rows, chosen, key === 'next' ? 1 : -1);
      if (row !== null) document.querySelector<HTMLElement>(`[data-queue-row="${CSS.escape(row.id)}"]`)?.focus();
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [rows, chosen]);

  const all: readonly Work[] = work.data?.data.filter(({ count }) => count > 0) ?? [];
  return {
    kind,
    all,
    rows,
    chosen,
    answer,
    work,
    isFirst: after === null,
    arrived: still?.arrived ?? 0,
    left: still?.left ?? 0,
    next: answer.data?.next ?? null,
    show: () => still !== null && setHeld(showList(view, still.latest)),
    narrow: (name: WorkKind | null) => change({ kind: name, after: null, at: null }, true),
    goTo: (place: string | null) => change({ after: place, at: null }, true),
    choose,
    open,
  };
}
