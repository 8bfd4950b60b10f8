const NOT_KEPT =
  'This browser lets the site keep nothing, so nobody can stay signed in. Please allow cookies and site data for this address, then try again.';

// Where somebody blocks all site data, already asking for the storage throws.
function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** What this browser keeps under a name, or null; nothing where it keeps nothing at all. */
export function kept(name: string): string | null {
  return storage()?.getItem(name) ?? null;
}

/** Keeps a text under a name, or with null forgets it. Throws a sentence where this browser keeps nothing. */
export function keep(name: string, text: string | null): void {
  const place = storage();
  if (text === null) place?.removeItem(name);
  else if (place === null) throw new Error(NOT_KEPT);
  else place.setItem(name, text);
}
