import { TOKEN_STORAGE_KEY } from '@kobogate/contract';
import { keep, kept } from './kept.ts';

/** Set while nobody is signed in because the last person logged out, and not because a session ended. */
const LEFT_STORAGE_KEY = 'kobogate_left';

const listeners = new Set<() => void>();

/** The stored session token, or null. Signed-in means that there is one. */
export function storedToken(): string | null {
  return kept(TOKEN_STORAGE_KEY);
}

/** Stores a token, or removes it with null, and tells this tab's subscribers; other tabs hear it from the browser. */
export function storeToken(token: string | null): void {
  if (token !== null) keep(LEFT_STORAGE_KEY, null);
  why = null;
  keep(TOKEN_STORAGE_KEY, token);
  for (const listener of listeners) listener();
}

let why: string | null = null;

/** Notes why the session has ended, until there is another one. */
export function noteWhyEnded(sentence: string | null): void {
  why = sentence;
}

/** Why the last session ended by itself, in the server's sentence; null where it did not, or that is not known. */
export const whyLastEnded = (): string | null => why;

/** Removes the token because its owner logs out, which every tab can tell from the end of a session. */
export function leave(): void {
  if (storedToken() !== null) keep(LEFT_STORAGE_KEY, 'yes');
  storeToken(null);
}

/** Whether the last person who was signed in logged out. */
export function hasLeft(): boolean {
  return kept(LEFT_STORAGE_KEY) !== null;
}

/** Calls `listener` when the token changes in this tab or another one; returns the way to stop. */
export function subscribeToToken(listener: () => void): () => void {
  // key null: the other tab cleared the whole storage.
  const onStorage = (event: StorageEvent): void => {
    if (event.key === TOKEN_STORAGE_KEY || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
