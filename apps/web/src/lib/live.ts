import { EVENTS_PATH, LIVE_EVENTS, type LiveEvent } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dropSession, whyEnded } from './client.ts';
import { eventNames } from './event-frames.ts';
import { callHeaders } from './token.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** How long to wait before the next attempt after so many failed ones: doubling from 1 s to at most 30 s. */
export function waitBeforeAttempt(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1));
}

export interface LiveStream {
  token: string;
  /** Called once a connection is open, the first one included: events may have been missed before it. */
  onConnect: () => void;
  onEvent: (event: LiveEvent) => void;
  signal: AbortSignal;
}

/**
 * Listens to the server's events until `signal` aborts, reconnecting with growing pauses. Uses fetch because the
 * browser's own EventSource can't send a Bearer header. A 401 ends it and the session.
 */
export async function listen({ token, onConnect, onEvent, signal }: LiveStream): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const headers = { ...callHeaders(token), Accept: 'text/event-stream' };
      const response = await fetch(`/api${EVENTS_PATH}`, { headers, signal, cache: 'no-store' });
      if (response.status === 401) return dropSession(token, whyEnded(await response.json()));
      if (!response.ok || response.body === null) throw new Error(`The event stream answered ${response.status}`);
      failures = 0;
      onConnect();
      for await (const name of eventNames(response.body)) {
        const event = LIVE_EVENTS.find((known) => known === name);
        if (event !== undefined) onEvent(event);
      }
    } catch {
      // Streams normally end broken: missed changes are fetched after the next connect.
    }
    failures += 1;
    await pause(waitBeforeAttempt(failures), signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Keeps every query of the signed-in user fresh: each event, and each (re)connect, marks the cache stale; or calls
 * `onTold`, the same function with every render, with the event, if there is one.
 */
export function useLiveUpdates(token: string | null, onTold?: (event?: LiveEvent) => void): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (token === null) return undefined;
    const stop = new AbortController();
    const tell = onTold ?? (() => void queryClient.invalidateQueries());
    void listen({ token, onConnect: tell, onEvent: tell, signal: stop.signal });
    return () => stop.abort();
  }, [token, queryClient, onTold]);
}
