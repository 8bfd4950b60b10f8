interface Place {
  pathname: string;
  search: string;
}

const GUARDED = /^\/(?:account|admin)(?:\/|$)/;

/** What to remember on the way to /login: the path with its query, where it needs a session; else nothing. */
export function returnState(place: Place): { from: string } | null {
  return GUARDED.test(place.pathname) ? { from: place.pathname + place.search } : null;
}

/**
 * The remembered path of a location's state, or null. Only paths that `returnState` could have written are accepted.
 */
export function returnPath(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  return typeof state.from === 'string' && isReturnPath(state.from) ? state.from : null;
}

/** Whether it is the path of a page of the account or the administration, with its query. Pure. */
export const isReturnPath = (from: string): boolean => GUARDED.test(from.split('?')[0] ?? '');

/** The address of the login for a user who comes from a location with this state. */
export function loginAddress(state: unknown): string {
  const from = returnPath(state);
  return from === null ? '/login' : `/login?${new URLSearchParams({ from }).toString()}`;
}
