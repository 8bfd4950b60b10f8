import { useState } from 'react';
import { useLocation } from 'react-router';
import { BackLink } from '../ui/back-link.tsx';

/** The way back to the place in the queue from which the page was opened, while that page is open. */
export function QueueReturn() {
  const { pathname, search, state } = useLocation();
  const from: unknown = typeof state === 'object' && state !== null && 'queue' in state ? state.queue : null;
  const [opened, setOpened] = useState<{ readonly pathname: string; readonly queue: string } | null>(null);
  if (typeof from === 'string' && (opened?.queue !== from || opened.pathname !== pathname)) {
    setOpened({ pathname, queue: from });
  }
  const isQueue = pathname === '/admin/dashboard' && new URLSearchParams(search).get('tab') !== 'orders';
  if (opened === null || opened.pathname !== pathname || isQueue) return null;
  return <BackLink to={opened.queue}>Back to the queue</BackLink>;
}
