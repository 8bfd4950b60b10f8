const NOT_KEPT =
  'This browser stores nothing for this site, so you can’t stay signed in. Please allow cookies and site data for this address, then try again.';

// Where the user blocks all site data, even access to the storage throws.
function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** What this browser stores under a name, or null; nothing where it stores nothing at all. */
export function kept(name: string): string | null {
  return storage()?.getItem(name) ?? null;
}

/** Stores a text under a name, or with null deletes it. Throws a sentence where this browser stores nothing. */
export function keep(name: string, text: string | null): void {
  const place = storage();
  if (text === null) place?.removeItem(name);
  else if (place === null) throw new Error(NOT_KEPT);
  else place.setItem(name, text);
}
