import { TEXTS } from '@kobogate/contract';
import { isReturnPath } from '../lib/return-path.ts';
import { storeToken } from '../lib/token.ts';
import { showWhole } from './show-problems.ts';

const NOT_OPENED = 'Your account could not be opened. Please log in again.';

/** Takes over the session of a sign-in without a script, once, and goes on to the account. */
export async function runSignedIn(): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-next]');
  if (place === null) return;
  const next = place.dataset['next'] ?? '';
  try {
    await takeOver();
    location.replace(isReturnPath(next) ? next : '/account/dashboard');
  } catch (failure) {
    showWhole(place, failure instanceof Error && failure.message !== '' ? failure.message : NOT_OPENED);
    place.querySelector('[data-opening]')?.remove();
  }
}

async function takeOver(): Promise<void> {
  const answer = await fetch('/signed-in', { method: 'POST', headers: { accept: 'application/json' } }).catch(
    () => null,
  );
  if (answer === null) throw new Error(TEXTS.networkError);
  const body: unknown = await answer.json().catch(() => null);
  const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : null;
  if (!answer.ok || typeof token !== 'string') throw new Error(NOT_OPENED);
  storeToken(token);
}
