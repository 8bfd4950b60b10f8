const PREFIX = 'kobogate_draft';

const nameOf = (user: string, form: string): string => `${PREFIX} ${user} ${form}`;

// What can't be kept, for want of room or of permission, is typed again: never a reason to break a page.
function attempt<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(window.sessionStorage);
  } catch {
    return null;
  }
}

/** Keeps in this tab what a person had typed into a form. */
export function keepDraft(user: string, form: string, value: unknown): void {
  attempt((storage) => storage.setItem(nameOf(user, form), JSON.stringify(value)));
}

/** What this person had typed into the form, as JSON gives it back; null where nothing is kept. */
export function readDraft(user: string, form: string): unknown {
  return attempt((storage) => JSON.parse(storage.getItem(nameOf(user, form)) ?? 'null'));
}

/** Forgets what this person had typed into the form. */
export function dropDraft(user: string, form: string): void {
  attempt((storage) => storage.removeItem(nameOf(user, form)));
}

/** Forgets what anybody but this person had typed in this tab; with null what everybody had. */
export function keepOnlyDraftsOf(user: string | null): void {
  attempt((storage) => {
    for (const name of Object.keys(storage)) {
      const isOwn = user !== null && name.startsWith(nameOf(user, ''));
      if (name.startsWith(PREFIX) && !isOwn) storage.removeItem(name);
    }
  });
}
