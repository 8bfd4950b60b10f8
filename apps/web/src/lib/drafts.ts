const PREFIX = 'kobogate_draft';

const nameOf = (user: string, form: string): string => `${PREFIX} ${user} ${form}`;

// A draft that can't be stored, for lack of space or permission, is lost: that must not break a page.
function attempt<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(window.sessionStorage);
  } catch {
    return null;
  }
}

/** Stores in this tab what the user typed into a form. */
export function keepDraft(user: string, form: string, value: unknown): void {
  attempt((storage) => storage.setItem(nameOf(user, form), JSON.stringify(value)));
}

/** What this user typed into the form, parsed from JSON; null where nothing is stored. */
export function readDraft(user: string, form: string): unknown {
  return attempt((storage) => JSON.parse(storage.getItem(nameOf(user, form)) ?? 'null'));
}

/** Deletes what this user typed into the form. */
export function dropDraft(user: string, form: string): void {
  attempt((storage) => storage.removeItem(nameOf(user, form)));
}

/** Deletes what all users but this one typed in this tab; with null what all did. */
export function keepOnlyDraftsOf(user: string | null): void {
  attempt((storage) => {
    for (const name of Object.keys(storage)) {
      const isOwn = user !== null && name.startsWith(nameOf(user, ''));
      if (name.startsWith(PREFIX) && !isOwn) storage.removeItem(name);
    }
  });
}
