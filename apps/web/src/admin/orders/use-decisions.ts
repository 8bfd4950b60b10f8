import { type AdminOrder, DECISION_WAITS_SECONDS, endpoints, PROOF_NEEDED } from '@kobogate/contract';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'react-hot-toast/headless';
import { call, CallError, callOrThrow, isUnreachable, messageFor } from '../../lib/client.ts';
import { useStillWaiting } from '../../lib/use-slow.ts';
import { asMutation } from '../as-mutation.ts';
import { type DeclineForms, useDeclineForms } from './use-decline-forms.ts';
import { withDecision, withoutDecision, type LocalDecision, type LocalDecisions } from './local-decisions.ts';

/** An answer without a sentence, as from a proxy in front of a server that restarts, says nothing of what became of it. */
const DECISION_FAILED = 'We do not know whether it was saved. Try again: nothing is decided twice.';
/** What a decision changes besides its order. */
const LISTS: ReadonlySet<unknown> = new Set([
  endpoints.adminOrders.list.path,
  endpoints.adminOrders.count.path,
  endpoints.admin.work.path,
  endpoints.admin.queue.path,
]);
/** By then the live stream has mostly told of a decision, and the lists were loaded for that. */
const TOLD_WITHIN_MS = 2000;

/** A decision before it is sent. */
export type Decided = Pick<LocalDecision, 'verdict' | 'reason' | 'code' | 'seen'>;

export interface Decisions {
  decisions: LocalDecisions;
  /** Orders that were decided in this visit, each as the server answered; not one whose decision was taken back. */
  made: Readonly<Record<string, AdminOrder>>;
  /** Whether a decision is on its way, or its answer is not drawn yet: loading ahead waits for that. */
  isSaving: boolean;
  /** Shows the decision at once and sends it; where `isSample`, shows it and sends nothing. */
  decide: (orderId: string, decision: Decided, isSample: boolean) => void;
  /** Approves several clean orders in one call, each as it was seen. */
  approveMany: (orders: readonly AdminOrder[]) => void;
  /** The fields of decline dialogs until they are saved. */
  declines: DeclineForms;
  /** Decided orders of this page whose decision can be taken back, the newest last. */
  undoable: readonly AdminOrder[];
  undo: (order: AdminOrder) => void;
  /**
   * Takes the newest decision back, also one that is still on its way: as soon as it is saved. False where there is none.
   */
  undoLast: () => boolean;
  /** Drops a decision that was not saved: the row shows the server's state. */
  takeBack: (orderId: string) => void;
}

/**
 * Whether the same decision would be refused again: the order has changed, so that it would be about something unseen, or
 * it is not theirs to decide on. A proof that was asked for can still be given.
 */
const isRefusal = (failure: unknown): boolean =>
  failure instanceof CallError && (failure.status === 409 || (failure.status === 403 && failure.code !== PROOF_NEEDED));

/**
 * The administrator's decisions on orders, kept while they are in the area (`ReviewProvider`). One call at a time for an order; while one is on its
 * way, `refreshCalmly` loads nothing.
 */
export function useDecisions(): Decisions {
  const queryClient = useQueryClient();
  const declines = useDeclineForms();
  const [decisions, setDecisions] = useState<LocalDecisions>({});
  const [undoable, setUndoable] = useState<readonly AdminOrder[]>([]);
  const [made, setMade] = useState<Decisions['made']>({});
  /** Answers that are being drawn. */
  const [undrawn, setUndrawn] = useState(0);
  const isOnItsWay = Object.values(decisions).some(({ state }) => state === 'saving');
  useStillWaiting(isOnItsWay);
  // A second press may happen before React has rendered the first one's state.
  const sending = useRef(new Set<string>());
  const undoing = useRef(new Set<string>());
  /** Decisions on their way, the newest last, each with whether it is to be taken back. */
  const onTheirWay = useRef(new Map<string, boolean>());

  const show = (orderId: string, decision: LocalDecision): void =>
    setDecisions((current) => withDecision(current, orderId, decision));
  const keep = (order: AdminOrder): void => setMade((orders) => ({ ...orders, [order.id]: order }));
  const takeBack = (orderId: string): void => setDecisions((current) => withoutDecision(current, orderId));

  /** Shows the orders as the server answered. A list that was asked for before would bring back what they were. */
  function putIntoLists(orders: readonly AdminOrder[]): void {
    const queryKey = [endpoints.adminOrders.list.path];
    const now = new Map(orders.map((order) => [order.id, order]));
    void queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
    queryClient.setQueriesData<readonly AdminOrder[]>({ queryKey }, (list) =>
      list?.map((order) => now.get(order.id) ?? order),
    );
  }

  async function send(orderId: string, decision: Decided): Promise<void> {
    const { verdict, reason, code, seen } = decision;
    const { version } = seen;
    show(orderId, { ...decision, state: 'saving', problem: '' });
    onTheirWay.current.set(orderId, false);
    try {
      const words = reason === null ? {} : { reason };
      const body =
        verdict === 'approved'
          ? { status: verdict, version, canUndo: true, ...words }
          : { status: verdict, version, canUndo: true, code, ...words };
      const answer = await asMutation(queryClient, () =>
        call(endpoints.adminOrders.decide, { params: { id: orderId }, body }),
      );
      if (isUnreachable(answer)) {
        show(orderId, { ...decision, state: 'unsaved', problem: answer });
        return void lookWhetherSaved(orderId, decision);
      }
      declines.forget(orderId);
      putIntoLists([answer.data]);
      // In the next picture: left to the timers of the cache, it would come one or two later.
      flushSync(() => {
        keep(answer.data);
        // A first approval of two is recorded, and the order still waits.
        if (answer.data.status !== verdict) toast(answer.message);
        else {
          offerUndo(answer.data);
          if (onTheirWay.current.get(orderId) === true) void undo(answer.data);
        }
        takeBack(orderId);
        setUndrawn((count) => count + 1);
      });
      // Each call that is begun takes milliseconds of the main thread, which the picture would wait for.
      requestAnimationFrame(() => setTimeout(() => setUndrawn((count) => count - 1)));
      refreshLater(orderId);
    } catch (failure) {
      const state = isRefusal(failure) ? 'refused' : 'unsaved';
      show(orderId, { ...decision, state, problem: messageFor(failure, DECISION_FAILED) });
      refresh(orderId);
      if (state === 'unsaved') void lookWhetherSaved(orderId, decision);
    } finally {
      onTheirWay.current.delete(orderId);
    }
  }

  /** A decision may be saved although its answer was lost: then the order is as it was decided, and nothing is left to do. */
  async function lookWhetherSaved(orderId: string, { verdict }: Decided): Promise<void> {
    const answer = await callOrThrow(endpoints.adminOrders.get, { params: { id: orderId } }).catch(() => null);
    if (answer?.data.status !== verdict || sending.current.has(orderId)) return;
    declines.forget(orderId);
    putIntoLists([answer.data]);
    keep(answer.data);
    offerUndo(answer.data);
    takeBack(orderId);
  }

  function undoLast(): boolean {
    const newest = [...onTheirWay.current].findLast(([, isUnwanted]) => !isUnwanted);
    const last = undoable.findLast(({ id }) => !undoing.current.has(id));
    if (newest !== undefined) onTheirWay.current.set(newest[0], true);
    else if (last !== undefined) void undo(last);
    return newest !== undefined || last !== undefined;
  }

  async function sendMany(orders: readonly AdminOrder[]): Promise<void> {
    const decisionOf = (seen: AdminOrder): Decided => ({ verdict: 'approved', reason: null, code: 'other', seen });
    for (const seen of orders) show(seen.id, { ...decisionOf(seen), state: 'saving', problem: '' });
    const fail = (problem: string): void => {
      for (const seen of orders) {
        show(seen.id, { ...decisionOf(seen), state: 'unsaved', problem });
        void lookWhetherSaved(seen.id, decisionOf(seen));
      }
    };
    try {
      const named = orders.map(({ id, version }) => ({ id, version }));
      const answer = await asMutation(queryClient, () =>
        call(endpoints.adminOrders.approveMany, { body: { orders: named, canUndo: true } }),
      );
      if (isUnreachable(answer)) return fail(answer);
      putIntoLists(answer.data.flatMap(({ order }) => order ?? []));
      for (const { id, isApproved, message: problem, order } of answer.data) {
        const seen = orders.find((each) => each.id === id);
        if (isApproved) {
          if (order !== null) {
            keep(order);
            offerUndo(order);
          }
          takeBack(id);
        } else if (seen !== undefined) show(id, { ...decisionOf(seen), state: 'refused', problem });
      }
      toast(answer.message);
    } catch (failure) {
      fail(messageFor(failure, DECISION_FAILED));
    }
    for (const { id } of orders) refresh(id);
  }

  function approveMany(orders: readonly AdminOrder[]): void {
    const free = orders.filter(({ id }) => !sending.current.has(id));
    for (const { id } of free) sending.current.add(id);
    if (free.length === 0) return;
    void sendMany(free).finally(() => {
      for (const { id } of free) sending.current.delete(id);
    });
  }

  const endUndo = (orderId: string): void => setUndoable((orders) => orders.filter(({ id }) => id !== orderId));

  function offerUndo(order: AdminOrder): void {
    setUndoable((orders) => [...orders.filter(({ id }) => id !== order.id), order]);
    setTimeout(() => endUndo(order.id), DECISION_WAITS_SECONDS * 1000);
  }

  /** Where no answer comes it can be pressed again, until its time is over. */
  async function undo({ id }: AdminOrder): Promise<void> {
    if (undoing.current.has(id)) return;
    undoing.current.add(id);
    try {
      const answer = await call(endpoints.adminOrders.undo, { params: { id } });
      if (isUnreachable(answer)) {
        toast.error(answer);
      } else {
        endUndo(id);
        toast(answer.message);
        setMade((orders) => Object.fromEntries(Object.entries(orders).filter(([orderId]) => orderId !== id)));
      }
    } catch (failure) {
      if (failure instanceof CallError && failure.status < 500) endUndo(id);
      toast.error(messageFor(failure, DECISION_FAILED));
    } finally {
      undoing.current.delete(id);
    }
    refresh(id);
  }

  const refreshEvidence = (id: string): void =>
    void queryClient.invalidateQueries({ queryKey: [endpoints.evidence.read.path, { id }] });

  function refresh(orderId: string): void {
    refreshEvidence(orderId);
    void queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => LISTS.has(path) });
  }

  /** After an answer that has the order as it is now: the lists are loaded for it where nothing else has loaded them by then. */
  function refreshLater(orderId: string): void {
    refreshEvidence(orderId);
    const answeredAt = Date.now();
    const isOlder = ({ queryKey: [path], state }: Query): boolean =>
      LISTS.has(path) && state.dataUpdatedAt <= answeredAt;
    setTimeout(() => void queryClient.invalidateQueries({ predicate: isOlder }), TOLD_WITHIN_MS);
  }

  function decide(orderId: string, decision: Decided, isSample: boolean): void {
    if (isSample) {
      declines.forget(orderId);
      return show(orderId, { ...decision, state: 'sample', problem: '' });
    }
    if (sending.current.has(orderId)) return;
    sending.current.add(orderId);
    void send(orderId, decision).finally(() => sending.current.delete(orderId));
  }

  return {
    decisions,
    made,
    isSaving: isOnItsWay || undrawn > 0,
    declines,
    decide,
    approveMany,
    takeBack,
    undoable,
    undo: (order) => void undo(order),
    undoLast,
  };
}
