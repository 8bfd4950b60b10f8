import { endpoints, type Looker, PRESENCE_SECONDS } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { call, isUnreachable } from '../../lib/client.ts';
import { callKey, useCall } from '../../lib/queries.ts';

/** So often a page says what is still looked at: two may be lost before the others see it leave. */
const SAY_EVERY_MS = (PRESENCE_SECONDS * 1000) / 3;
/** An order that is left sooner was gone past, and a decision on the one before has its answer by then. */
const LOOKED_AT_AFTER_MS = 300;

/**
 * The other administrators by the order that they look at. Reports which order is open here (null: none), and that it still is;
 * the live stream tells the others at once. Nothing depends on it: where a call fails nobody is shown.
 */
export function usePresence(orderId: string | null, isSample: boolean): ReadonlyMap<string, readonly Looker[]> {
  const queryClient = useQueryClient();
  const lookers = useCall(endpoints.admin.presence, {}, { isEnabled: !isSample }).data?.data;
  const lookedAt = useRef<string | null>(null);
  useEffect(() => {
    if (isSample) return undefined;
    const say = async (id: string | null): Promise<void> => {
      try {
        const answer = await call(endpoints.admin.lookAt, { body: { orderId: id } });
        if (!isUnreachable(answer)) queryClient.setQueryData(callKey(endpoints.admin.presence), answer);
      } catch {
        // Said again soon; nobody waits for it.
      }
    };
    if (orderId === null) return undefined;
    lookedAt.current = orderId;
    let timer = setTimeout(function sayAgain() {
      void say(orderId);
      timer = setTimeout(sayAgain, SAY_EVERY_MS);
    }, LOOKED_AT_AFTER_MS);
    return () => {
      clearTimeout(timer);
      lookedAt.current = null;
      // An officer who goes straight to another order reports only that one, which also says that the former one was left.
      queueMicrotask(() => {
        if (lookedAt.current === null) void say(null);
      });
    };
  }, [orderId, isSample, queryClient]);
  return useMemo(() => {
    const byOrder = new Map<string, Looker[]>();
    for (const looker of lookers ?? []) {
      byOrder.set(looker.orderId, [...(byOrder.get(looker.orderId) ?? []), looker]);
    }
    return byOrder;
  }, [lookers]);
}

/** Who looks at an order, each by name: `Ada Obi and Bola Ade look at it`. Empty where there is none. Pure. */
export function lookersText(lookers: readonly Looker[] = []): string {
  const names = lookers.map(({ by }) => by);
  const last = names.pop();
  if (last === undefined) return '';
  return names.length === 0 ? `${last} looks at it` : `${names.join(', ')} and ${last} look at it`;
}

/** A colleague’s name where there is little room: `Chukwuemeka Nnamdi-Okonkwo` is `Chukwuemeka N.`. Pure. */
function shortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const last = others.at(-1);
  return last === undefined ? first : `${first}\u00a0${last.slice(0, 1)}.`;
}

const initials = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((part) => part.slice(0, 1).toUpperCase())
    .join('')
    .slice(0, 2);

const MOST_NAMED = 3;

/** The same in a row of a list, never longer than its room: `Chukwuemeka N.`, `AO, CN`, or `AO, CN, BA +2`. Pure. */
export function shortLookersText(lookers: readonly Looker[] = []): string {
  const [first, ...others] = lookers;
  if (first === undefined) return '';
  if (others.length === 0) return shortName(first.by);
  const named = lookers.slice(0, MOST_NAMED).map(({ by }) => initials(by));
  const left = lookers.length - named.length;
  return left === 0 ? named.join(', ') : `${named.join(', ')} +${left}`;
}
