import { TOKEN_STORAGE_KEY } from '@kobogate/contract';
import { keep, kept } from './kept.ts';

const listeners = new Set<() => void>();

/** The stored session token, or null. Signed-in means that there is one. */
export function storedToken(): string | null {
  return kept(TOKEN_STORAGE_KEY);
}

/** Stores a token, or removes it with null, and tells this tab's subscribers; other tabs hear it from the browser. */
export function storeToken(token: string | null): void {
  keep(TOKEN_STORAGE_KEY, token);
  for (const listener of listeners) listener();
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
