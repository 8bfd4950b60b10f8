import { TOKEN_STORAGE_KEY } from '@kobogate/contract';
import { keep, kept } from './kept.ts';

/** Set while there is no session because the last user logged out, and not because a session ended. */
const LEFT_STORAGE_KEY = 'kobogate_left';

const WHY_STORAGE_KEY = 'kobogate_why_ended';

const listeners = new Set<() => void>();

/** The stored session token, or null. Signed-in means that there is one. */
export function storedToken(): string | null {
  return kept(TOKEN_STORAGE_KEY);
}

/** Stores a token, or removes it with null, and tells this tab's subscribers; other tabs hear it from the browser. */
export function storeToken(token: string | null): void {
  if (token !== null) keep(LEFT_STORAGE_KEY, null);
  noteWhyEnded(null);
  keep(TOKEN_STORAGE_KEY, token);
  for (const listener of listeners) listener();
}

/** Stores for this tab why the session has ended, until there is another one: the login is a document of its own. */
export function noteWhyEnded(sentence: string | null): void {
  try {
    if (sentence === null) sessionStorage.removeItem(WHY_STORAGE_KEY);
    else sessionStorage.setItem(WHY_STORAGE_KEY, sentence);
  } catch {
    // The login then does not show it.
  }
}

/** Why the last session ended, in the server's sentence; null where the user logged out, or it is not known. */
export function whyLastEnded(): string | null {
  try {
    return sessionStorage.getItem(WHY_STORAGE_KEY);
  } catch {
    return null;
  }
}

/** The headers of every call: JSON both ways, and the Bearer token where there is one. */
export function callHeaders(token: string | null): Record<string, string> {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
  return token === null ? headers : { ...headers, Authorization: `Bearer ${token}` };
}

/** Removes the token because its owner logs out, which every tab can tell from the end of a session. */
export function leave(): void {
  if (storedToken() !== null) keep(LEFT_STORAGE_KEY, 'yes');
  storeToken(null);
}

/** Whether the last signed-in user logged out. */
export function hasLeft(): boolean {
  return kept(LEFT_STORAGE_KEY) !== null;
}

/** Calls `listener` when the token changes in this tab or another one; returns the unsubscribe function. */
export function subscribeToToken(listener: () => void): () => void {
  // key null: the other tab cleared the whole storage.
  const onStorage = (event: StorageEvent): void => {
    if (event.key === TOKEN_STORAGE_KEY || event.key === null) listener();
  };
  // A document restored from the browser's cache has missed all changes.
  const onShown = (event: PageTransitionEvent): void => {
    if (event.persisted) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onShown);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('pageshow', onShown);
    window.removeEventListener('storage', onStorage);
  };
}
