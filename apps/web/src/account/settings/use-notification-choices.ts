import type { endpoints, NotificationChoices, NotificationEvent } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callOrThrow, messageFor } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';
import { useStillWaiting } from '../../lib/use-slow.ts';
import { shownChoices, type Change } from './notification-changes.ts';

type Calls = typeof endpoints.notifications;

/** The calls that read and save the choices of one channel. */
export interface ChoiceCalls {
  readonly get: Calls['getChoices'] | Calls['getTextChoices'];
  readonly save: Calls['saveChoices'];
}

export interface ChoiceProblem {
  event: NotificationEvent;
  text: string;
}

/**
 * Changes choices at once on the screen and one after another on the server. A change that the server has not confirmed
 * is undone, and `problem` says why.
 */
export function useNotificationChoices(
  stored: NotificationChoices,
  { get, save: saving }: ChoiceCalls,
): {
  shown: NotificationChoices;
  problem: ChoiceProblem | null;
  choose: (change: Change) => void;
} {
  const queryClient = useQueryClient();
  const key = callKey(get);
  const [waiting, setWaiting] = useState<readonly Change[]>([]);
  const [problem, setProblem] = useState<ChoiceProblem | null>(null);
  useStillWaiting(waiting.length > 0);
  // In the order of the clicks: the last one must also be the last on the server.
  const turn = useRef(Promise.resolve());

  async function save(change: Change): Promise<void> {
    try {
      const { data } = await callOrThrow(saving, { body: { [change.event]: change.isOn } });
      // A read that began before this change would bring the old choice back.
      await queryClient.cancelQueries({ queryKey: key });
      queryClient.setQueryData(key, { data });
    } catch (failure) {
      setProblem({ event: change.event, text: messageFor(failure, 'Please try again.') });
      // Without an answer the server may have saved it: show the server's value.
      void queryClient.invalidateQueries({ queryKey: key });
    }
    setWaiting((all) => all.filter((one) => one !== change));
  }

  function choose(change: Change): void {
    setProblem(null);
    setWaiting((all) => [...all, change]);
    turn.current = turn.current.then(() => save(change));
  }

  return { shown: shownChoices(stored, waiting), problem, choose };
}
