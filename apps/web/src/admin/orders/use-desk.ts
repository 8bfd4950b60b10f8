import { type AdminOrder, endpoints, ORDERS_PAGE_SIZE } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { callOrThrow } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';
import { useSession } from '../../lib/session-context.ts';
import { useStable } from '../../lib/use-stable.ts';
import { useMay } from '../for-role.tsx';
import { type DeskKey, deskKey, isElsewhere, rowAt } from './desk-keys.ts';
import { canDecide, isOwn, nextToDecide } from './desk-words.ts';
import type { AdminRow, Verdict } from './local-decisions.ts';
import type { AdminOrders } from './use-admin-orders.ts';
import { type Selection, useSelection } from './use-selection.ts';
import type { Decided } from './use-decisions.ts';

/** A decision that is being made: its dialog is open. */
export interface Deciding {
  readonly row: AdminRow;
  readonly verdict: Verdict;
  /** The order as it was when a decision on it was refused. */
  readonly before: AdminOrder | undefined;
}

export interface Desk {
  /** The order whose evidence is open; null: none. */
  readonly openId: string | null;
  /** The row that keys are about. */
  readonly chosenId: string | null;
  readonly open: (id: string | null) => void;
  /** Keys are about this row from now on. */
  readonly choose: (id: string) => void;
  readonly deciding: Deciding | null;
  readonly startDeciding: (row: AdminRow, verdict: Verdict, before?: AdminOrder) => void;
  readonly stopDeciding: () => void;
  readonly decide: (choice: Decided) => void;
  /** Where the focus goes when a decision’s dialog closes: to the next row or, if nothing was decided, back to where it was. */
  readonly returnTo: () => HTMLElement | null;
  /** What is chosen to be approved at once, and whether its dialog is open. */
  readonly selection: Selection;
  readonly isApprovingMany: boolean;
  readonly setIsApprovingMany: (isOpen: boolean) => void;
  readonly isHelpOpen: boolean;
  readonly setIsHelpOpen: (isOpen: boolean) => void;
}

/**
 * What an administrator does on the desk: the chosen row, the open panel, the decision that is being made, and the keys.
 * After a decision the next row that waits is chosen, and opens where the panel is open.
 */
export function useDesk(orders: AdminOrders): Desk {
  const self = useSession().user?.id;
  const [search, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState<string | null>(null);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [isApprovingMany, setIsApprovingMany] = useState(false);
  const mayDecide = useMay(endpoints.adminOrders.decide);
  const selection = useSelection(orders.batch, (row) => mayDecide && !isOwn(row, self));
  const toFocus = useRef<string | null>(null);
  const decided = useRef<string | null>(null);
  const openId = search.get('order');
  const chosenId = openId ?? chosen;
  usePrefetch(orders, openId, self);

  // The row may be on another page, which is drawn first.
  useLayoutEffect(() => {
    const button = deciding === null ? buttonOf(toFocus.current) : null;
    if (button === null) return;
    button.focus({ preventScroll: true });
    button.scrollIntoView({ block: 'nearest' });
    toFocus.current = null;
  });

  const open = useStable((id: string | null): void => {
    const next = new URLSearchParams(search);
    if (id === null) next.delete('order');
    else next.set('order', id);
    // Back closes what was opened.
    setSearch(next, { replace: id === null || openId !== null, preventScrollReset: true });
    if (id !== null || openId === null) return;
    toFocus.current = openId;
    setChosen(openId);
  });

  /** Chooses a row of the batch, on whichever page it is, and shows it where the panel is open. */
  function goTo(row: AdminRow): void {
    const page = orders.firstPage + Math.floor(orders.batch.findIndex(({ id }) => id === row.id) / ORDERS_PAGE_SIZE);
    const next = new URLSearchParams(search);
    if (page === 1) next.delete('page');
    else next.set('page', String(page));
    if (openId !== null) next.set('order', row.id);
    setChosen(row.id);
    toFocus.current = row.id;
    // In the same picture as the decision before it.
    if (String(next) !== String(search)) setSearch(next, { replace: true, preventScrollReset: true, flushSync: true });
  }

  const startDeciding = useStable((row: AdminRow, verdict: Verdict, before?: AdminOrder): void => {
    decided.current = null;
    setChosen(row.id);
    setDeciding({ row, verdict, before });
  });

  function decide(choice: Decided): void {
    if (deciding === null) return;
    const { row } = deciding;
    // The dialog is removed together with what has the focus: otherwise the page would be laid out once more.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    setDeciding(null);
    orders.decide(row, choice);
    const next = nextToDecide(orders.batch, row.id, self);
    decided.current = next?.id ?? row.id;
    if (next !== null) goTo(next);
  }

  function act(key: DeskKey): boolean {
    if (key === 'help') setIsHelpOpen(true);
    else if (key === 'close') {
      if (openId === null) return false;
      open(null);
    } else if (key === 'undo') {
      // The tray's, on every page.
      return false;
    } else if (key === 'show') {
      if (orders.arrived + orders.left === 0) return false;
      orders.showArrived();
    } else if (key === 'approve-chosen') {
      if (selection.rows.length === 0) return false;
      setIsApprovingMany(true);
    } else if (key === 'next' || key === 'previous') {
      const row = rowAt(orders.batch, chosenId, key === 'next' ? 1 : -1);
      if (row !== null) goTo(row);
    } else {
      const row = orders.batch.find(({ id }) => id === chosenId);
      if (key === 'choose') {
        if (row !== undefined && mayDecide) selection.toggle(row);
        return row !== undefined && mayDecide;
      }
      const verdict = key === 'approve' ? 'approved' : 'declined';
      if (row === undefined || !mayDecide || !canDecide(row, verdict, self)) return false;
      startDeciding(row, verdict);
    }
    return true;
  }

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isElsewhere(event.target)) return;
      const inList = event.target instanceof Element && event.target.closest('[data-desk-list]') !== null;
      const key = deskKey(event, inList);
      if (key !== null && act(key)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });

  return {
    openId,
    chosenId,
    open,
    choose: setChosen,
    deciding,
    startDeciding,
    stopDeciding: () => setDeciding(null),
    decide,
    returnTo: () => buttonOf(decided.current),
    selection,
    isApprovingMany,
    setIsApprovingMany,
    isHelpOpen,
    setIsHelpOpen,
  };
}

/** The button of a row; null where it is not drawn. */
const buttonOf = (id: string | null): HTMLElement | null =>
  id === null ? null : document.querySelector<HTMLElement>(`[data-order="${CSS.escape(id)}"]`);

/** The evidence of the next orders is there before it is asked for; a decision that is being saved goes before it. */
function usePrefetch(
  { batch, isSample, isSaving }: AdminOrders,
  openId: string | null,
  self: string | undefined,
): void {
  const queryClient = useQueryClient();
  const next = openId === null || isSample ? null : nextToDecide(batch, openId, self);
  // Two, as the second is needed before it can be loaded where decisions follow each other quickly.
  const [first, second] = [next?.id, next === null ? undefined : nextToDecide(batch, next.id, self)?.id];
  useEffect(() => {
    if (isSaving) return;
    for (const id of [first, second]) {
      if (id === undefined) continue;
      const input = { params: { id } };
      // One that could not be loaded is loaded when it is shown. What is old by then is loaded again.
      void queryClient.prefetchQuery({
        queryKey: callKey(endpoints.evidence.read, input),
        queryFn: ({ signal }) => callOrThrow(endpoints.evidence.read, { ...input, signal }),
        staleTime: 'static',
      });
    }
  }, [first, second, isSaving, queryClient]);
}
