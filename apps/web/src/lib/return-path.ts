interface Place {
  pathname: string;
  search: string;
}

const GUARDED = /^\/(?:account|admin)(?:\/|$)/;

/** What to remember on the way to /login: the path with its query, where it is one that needs a session; else nothing. */
export function returnState(place: Place): { from: string } | null {
  return GUARDED.test(place.pathname) ? { from: place.pathname + place.search } : null;
}

/** The remembered path of a location's state, or null. Only paths that `returnState` could have written are believed. */
export function returnPath(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  return typeof state.from === 'string' && GUARDED.test(state.from.split('?')[0] ?? '') ? state.from : null;
}
