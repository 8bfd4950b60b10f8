import { isReturnPath, returnPath } from '../lib/return-path.ts';
import { type SaidText, sayNext } from '../lib/said.ts';

/**
 * Takes where somebody was going out of the address (`?from=`) and keeps it with this entry of the browser's history:
 * a reload has it still, and nothing of it is bookmarked or shown.
 */
export function keepReturnPath(): void {
  const from = new URLSearchParams(location.search).get('from');
  if (location.pathname !== '/login' || from === null) return;
  history.replaceState(isReturnPath(from) ? { from } : null, '', location.pathname);
}

/** Where a sign-in leads: where the person was going, else to their first page. */
export const afterSignIn = (isAdmin: boolean): string =>
  returnPath(history.state) ?? (isAdmin ? '/admin/dashboard' : '/account/dashboard');

/** Goes on to another page in the place of this one, which says there what was done. */
export function goOnInstead(path: string, said: SaidText): 'left' {
  sayNext(said);
  location.replace(path);
  return 'left';
}

/** Goes on to another page, which says there what was done. */
export function goOn(path: string, said: SaidText): 'left' {
  sayNext(said);
  location.assign(path);
  return 'left';
}
