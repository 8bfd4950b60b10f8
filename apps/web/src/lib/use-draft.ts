import { use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from './drafts.ts';
import { isLike } from './is-like.ts';
import { SessionContext } from './session-context.ts';
import { hasLeft, storedToken } from './token.ts';

export interface Draft<Value> {
  readonly value: Value;
  readonly setValue: (value: Value) => void;
  /** The value is what was typed before the session ended, and was not saved. */
  readonly isRestored: boolean;
  /** The form starts again from this value: it was saved, or the person wants what holds. */
  readonly settle: (value: Value) => void;
  /** The form starts again from what it first showed. */
  readonly startOver: () => void;
}

/**
 * The state of a form of somebody who is signed in, as `useState` has it, which outlives the end of the session: where the token
 * goes while the form is open, what was typed is kept in this tab, and there again when the same person comes back
 * to the same page. It goes with a save, a cancel or a logout, and when somebody else logs in. `form` names the form on its
 * page and the version of what it changes: another version, once it is open, tells that it was saved. The value must survive
 * JSON, and hold no password, code or secret.
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

  // Another version of what is changed, under an open form, came of a save: what was typed is what holds now.
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

/** Whether something typed into this form was kept: then its page opens it. */
export function useHasDraft(form: string): boolean {
  const { user, path } = usePlace();
  return readDraft(user, `${path} ${form}`) !== null;
}

// Nobody is '': where nobody is signed in there is nothing to come back to.
function usePlace(): { readonly user: string; readonly path: string } {
  return { user: use(SessionContext)?.user?.id ?? '', path: window.location.pathname };
}

function restore<Value>(user: string, name: string, sample: Value): Value | null {
  const kept = readDraft(user, name);
  return kept !== null && isLike(kept, sample) ? kept : null;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
