import { useSyncExternalStore } from 'react';
import { announced, onAnnounced } from '../lib/announce.ts';

/** Where what is announced is read out from. It is on the page before anything is said, as screen readers want it. */
export function Announcer() {
  return (
    <div aria-live="polite" className="sr-only">
      {useSyncExternalStore(onAnnounced, announced)}
    </div>
  );
}
