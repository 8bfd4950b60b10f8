import type { StaffRole } from '@kobogate/contract';
import { isReturnPath, returnPath } from '../lib/return-path.ts';
import { type SaidText, sayNext } from '../lib/said.ts';

/**
 * Takes the page that the user was going to out of the address (`?from=`) and keeps it with this history entry:
 * a reload still has it, and the address bar does not show it.
 */
export function keepReturnPath(): void {
  const from = new URLSearchParams(location.search).get('from');
  if (!/^\/(?:login|finish-signup)$/.test(location.pathname) || from === null) return;
  history.replaceState(isReturnPath(from) ? { from } : null, '', location.pathname);
}

/** Where a sign-in leads: the page that the user was going to, else their first page. */
export const afterSignIn = (role: StaffRole | undefined): string =>
  returnPath(history.state) ?? (role !== undefined ? '/admin/dashboard' : '/account/dashboard');

/** Goes on to another page in place of this one; that page shows the message. */
export function goOnInstead(path: string, said: SaidText): 'left' {
  sayNext(said);
  location.replace(path);
  return 'left';
}

/** Goes on to another page, which shows the message. */
export function goOn(path: string, said: SaidText): 'left' {
  sayNext(said);
  location.assign(path);
  return 'left';
}
