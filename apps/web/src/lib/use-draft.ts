import { use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from './drafts.ts';
import { isLike } from './is-like.ts';
import { SessionContext } from './session-context.ts';
import { hasLeft, storedToken } from './token.ts';

export interface Draft<Value> {
  readonly value: Value;
  readonly setValue: (value: Value) => void;
  /** Whether the value was typed before the session ended, and not saved. */
  readonly isRestored: boolean;
  /** The form starts again from this value: it was saved, or the user wants the current one. */
  readonly settle: (value: Value) => void;
  /** The form starts again from its first value. */
  readonly startOver: () => void;
}

/**
 * The state of a signed-in user's form, like `useState`, which outlives the end of the session: if the token goes while the
 * form is open, the typed values are kept in this tab, and restored when the same user comes back to the same page. A save, a
 * cancel, a logout and another user's login delete it. `form` names the form on its page and the version of what it changes:
 * another version, once it is open, means that it was saved. The value must survive JSON, and hold no password, code or secret.
 */
export function useDraft<Value>(form: string, initial: Value): Draft<Value> {
  const [{ user, path }] = useState(usePlace());
  const name = `${path} ${form}`;
  const [first] = useState(initial);
  const base = useRef(first);
  const [opened] = useState(() => restore(user, name, first));
  const [value, setValue] = useState(opened ?? first);
  const [isRestored, setIsRestored] = useState(opened !== null);
  const typed = useRef(value);
  useLayoutEffect(() => {
    typed.current = value;
  }, [value]);

  // Another version under an open form comes from a save: the typed values are the current ones now.
  const saved = useRef(name);
  useEffect(() => {
    if (saved.current === name) return;
    saved.current = name;
    base.current = typed.current;
    setIsRestored(false);
  }, [name]);

  useEffect(() => {
    const token = storedToken();
    return () => {
      const isLost = storedToken() !== token && !hasLeft();
      if (isLost && !isSame(typed.current, base.current)) keepDraft(user, name, typed.current);
      else dropDraft(user, name);
    };
  }, [user, name]);

  function settle(next: Value): void {
    base.current = next;
    typed.current = next;
    setValue(next);
    setIsRestored(false);
    dropDraft(user, name);
  }

  return { value, setValue, isRestored, settle, startOver: () => settle(first) };
}

/** Whether a draft of this form was kept: then its page opens it. */
export function useHasDraft(form: string): boolean {
  const { user, path } = usePlace();
  return readDraft(user, `${path} ${form}`) !== null;
}

// '' without a session: then there is nothing to restore.
function usePlace(): { readonly user: string; readonly path: string } {
  return { user: use(SessionContext)?.user?.id ?? '', path: window.location.pathname };
}

function restore<Value>(user: string, name: string, sample: Value): Value | null {
  const kept = readDraft(user, name);
  return kept !== null && isLike(kept, sample) ? kept : null;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
