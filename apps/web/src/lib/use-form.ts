import { useQueryClient } from '@tanstack/react-query';
import { useState, type ChangeEvent, type FormEvent, type RefCallback } from 'react';
import {
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  set,
  useForm as useFields,
} from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { CallError, isUnreachable, type NetworkErrorText } from './client.ts';
import { useIdempotencyKey } from './idempotency-key.ts';
import { passkeyProblem } from './passkey-words.ts';
import { useDraft } from './use-draft.ts';
import { usePending } from './use-pending.ts';

/** What is wrong with a form: `field` is the name of the field concerned, null for the whole form. */
export interface Problem {
  readonly field: string | null;
  readonly text: string;
  /** Shown with a problem of the whole form. */
  readonly detail?: string | undefined;
}

export interface FormOptions<Values extends FieldValues, Answer> {
  /** The fields' first values. Later renders do not change what is typed. */
  readonly initial: Values;
  /** Names the draft as of `useDraft`; without one the typed values end with the session. Secrets are never kept. */
  readonly draft?: string;
  /** The part of a draft that is still valid: itself, or other values in its place. Pure. */
  readonly revive?: (kept: Values) => Values;
  /** Called with each change, where the values are kept elsewhere too. */
  readonly onEdit?: (values: Values) => void;
  /** The first thing wrong with the values, from the top; null: nothing. Pure. */
  readonly check?: (values: Values) => Problem | null;
  /** Replaces checking and sending while it is set, such as showing again what has changed. */
  readonly instead?: (() => void) | null;
  /**
   * Sends the form; throws the server's refusal. `idempotencyKey` stays while it is open whether the
   * press before was done.
   */
  readonly send: (values: Values, idempotencyKey: string) => Promise<Answer | NetworkErrorText>;
  /** Shown once it is done; left out: the answer's own message; empty: nothing. */
  readonly done?: string;
  readonly onDone?: (answer: Answer) => unknown;
  /** Shown for a failure without words of its own. */
  readonly failed: string | ((failure: unknown) => string);
  /** Follows where the network gave no answer, or something was thrown: what that means here. */
  readonly explain?: (failure: unknown) => string | undefined;
}

/** A form's state as the frame around its fields shows it. */
export interface FormState {
  readonly isPending: boolean;
  /** What is wrong with the form as a whole. */
  readonly problem: Pick<Problem, 'text' | 'detail'> | null;
  /** Rises with each press that has ended, in success or failure. */
  readonly tries: number;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly draft: { readonly isRestored: boolean; readonly startOver: () => void };
}

type Typed = ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>;

/** Binds an input, a select or a text area to a value of the form. */
export interface FieldBinding {
  readonly name: string;
  readonly ref: RefCallback<Element>;
  readonly onBlur: (event: { target: unknown }) => void;
  readonly onChange: (event: Typed) => void;
  readonly error: string | undefined;
}

export interface Form<Values extends FieldValues> extends FormState {
  readonly values: Values;
  /** Binds an input to a value; `clean` filters what is typed. */
  readonly field: (name: Path<Values>, clean?: (typed: string) => string) => FieldBinding;
  /** Changes a value that no input is bound to. */
  readonly set: <Name extends Path<Values>>(name: Name) => (value: PathValue<Values, Name>) => void;
  readonly errorOf: (name: Path<Values>) => string | undefined;
  /** Puts the focus on a field; the same function with every render. */
  readonly focus: (name: Path<Values>) => void;
  /** The form starts again from these values: they were saved. */
  readonly settle: (values: Values) => void;
  /** Shows a problem until something is changed. */
  readonly refuse: (problem: Problem | null) => void;
}

/** Fields that are never kept: proofs of identity end with the session. */
const SECRETS = ['password', 'code'];

function keepable<Values extends FieldValues>(values: Values): Partial<Values> {
  const kept: Partial<Values> = { ...values };
  for (const name of SECRETS) delete kept[name];
  return kept;
}

/** The fields that an answer with this code can be about. */
const FIELDS_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['password-wrong', ['password', 'currentPassword']],
]);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const said = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'message' in answer ? String(answer.message) : '';

/**
 * Runs a form. What is typed is a draft; a press checks it and sends it, once however often it is pressed. A problem
 * is shown at its field, or at the form, until something is changed. Once the server has answered, the page's data is
 * fetched again; where `send` only passes the values on, the receiver does that.
 */
export function useForm<Values extends FieldValues, Answer>({
  initial,
  draft: name,
  check,
  instead = null,
  send,
  done,
  onDone,
  failed,
  revive = (kept) => kept,
  onEdit,
  explain,
}: FormOptions<Values, Answer>): Form<Values> {
  const queryClient = useQueryClient();
  const [first] = useState(initial);
  const draft = useDraft<Partial<Values>>(name ?? '', name === undefined ? {} : keepable(first));
  const [kept] = useState<Values>(() => Object.assign({}, first, draft.value));
  const [opened] = useState(() => revive(kept));
  const [values, setValues] = useState(opened);
  // A problem of a field that the page does not draw is shown for the form.
  const shown = new Set<Path<Values>>();
  const shownField = ({ field }: Problem) => [...shown].find((one) => one === field) ?? null;
  const { isPending, run } = usePending();
  const { idempotencyKey, renewIfRefused } = useIdempotencyKey();
  const fields = useFields<Values>({
    values: opened,
    // Set from the start: set again after the first render, they would undo what was typed by then.
    resetOptions: { keepValues: true },
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    resolver: (typed) => {
      const problem = check?.(typed) ?? null;
      if (problem === null) return { values: typed, errors: {} };
      const errors: FieldErrors<Values> = {};
      set(errors, shownField(problem) ?? 'root', { type: 'rule', message: problem.text });
      return { values: {}, errors };
    },
  });
  const { errors, submitCount } = fields.formState;

  function edited(): void {
    fields.clearErrors();
    const now = fields.getValues();
    setValues(now);
    if (name !== undefined) draft.setValue(keepable(now));
    onEdit?.(now);
  }
  function refuse(problem: Problem | null): void {
    fields.clearErrors();
    if (problem === null) return;
    const error = { type: 'refused', message: problem.text };
    const field = shownField(problem);
    if (field !== null) return fields.setError(field, error);
    fields.setError('root', error);
    if (problem.detail !== undefined) fields.setError('root.detail', { ...error, message: problem.detail });
  }
  async function attempt(typed: Values): Promise<void> {
    try {
      const answer = await send(typed, idempotencyKey);
      if (isUnreachable(answer)) return refuse({ field: null, text: answer, detail: explain?.(answer) });
      const text = done ?? said(answer);
      if (text !== '') toast.success(text);
      await onDone?.(answer);
      if (answer === undefined) return;
    } catch (failure) {
      renewIfRefused(failure);
      const meant = failure instanceof CallError ? FIELDS_OF.get(failure.code) : undefined;
      const text = passkeyProblem(failure, typeof failed === 'string' ? failed : failed(failure));
      refuse({ field: [...shown].find((one) => meant?.includes(one)) ?? null, text, detail: explain?.(failure) });
    }
    void queryClient.invalidateQueries();
  }
  function restart(from: Values): void {
    fields.reset(from, { keepValues: false });
    setValues(from);
  }
  const errorOf = (field: Path<Values>): string | undefined => {
    shown.add(field);
    return textOf(get(errors, `${field}.message`));
  };

  const problem = textOf(get(errors, 'root.message'));
  return {
    isPending,
    problem: problem === undefined ? null : { text: problem, detail: textOf(get(errors, 'root.detail.message')) },
    tries: submitCount,
    submit: (event) => {
      event.preventDefault();
      // For a dialog's form within a page's form: this press is for the dialog alone.
      event.stopPropagation();
      if (instead !== null) return instead();
      void fields.handleSubmit((typed) => run(() => attempt(typed)))(event);
    },
    draft: {
      isRestored: draft.isRestored && opened === kept,
      startOver: () => {
        restart(first);
        draft.startOver();
      },
    },
    values,
    field: (field, clean) => {
      const { ref, onBlur, onChange } = fields.register(field);
      return {
        name: field,
        ref,
        onBlur: (event) => void onBlur(event),
        onChange: (event) => {
          if (clean !== undefined) event.target.value = clean(event.target.value);
          void onChange(event);
          edited();
        },
        error: errorOf(field),
      };
    },
    set: (field) => (value) => {
      fields.setValue(field, value);
      edited();
    },
    errorOf,
    focus: fields.setFocus,
    settle: (saved) => {
      restart(saved);
      draft.settle(name === undefined ? {} : keepable(saved));
    },
    refuse,
  };
}
