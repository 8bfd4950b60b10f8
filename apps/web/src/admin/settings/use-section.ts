import { type SettingView, TEXTS } from '@kobogate/contract';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { isUnreachable, type NetworkErrorText } from '../../lib/client.ts';
import { type Form, type Problem, useForm } from '../../lib/use-form.ts';

/** Sends a changed value; answers the current one. */
export type SaveValue<Value> = (body: {
  version: number;
  value: Value;
}) => Promise<{ message: string; data: SettingView<Value> } | NetworkErrorText>;

/** The contract's schema of a value, with its own words for what is wrong. */
export interface SettingSchema<Value> {
  readonly safeParse: (read: unknown) =>
    | { readonly success: true; readonly data: Value }
    | {
        readonly success: false;
        readonly error: {
          readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
        };
      };
}

/** A form's value, or the first thing that is wrong. */
export type Read<Value> = { readonly value: Value } | { readonly problem: Problem };

/** A value as the contract takes it, or the contract's problem, at the field of that name. */
export function readBy<Value>(schema: SettingSchema<Value>, read: unknown): Read<Value> {
  const parsed = schema.safeParse(read);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  return { problem: { field: issue?.path.map(String).join('.') ?? null, text: issue?.message ?? '' } };
}

/** One setting of the operator's while it is edited. */
export interface Section<Value, Typed extends FieldValues> {
  /** What the form starts from: as it was read, or as it was last saved from here. */
  readonly base: SettingView<Value>;
  readonly form: Form<Typed>;
  /** Another administrator has changed it since: what is typed here stays, and can't be saved over theirs. */
  readonly isOutdated: boolean;
  /** Starts the form again from a current value. */
  readonly show: (view: SettingView<Value>) => void;
}

/**
 * Edits one versioned setting: keeps what is typed whatever is fetched in between, and reports a conflict with another
 * administrator. `name` names it for its draft, `typed` gives the form of a value, and `read` the value of a form.
 */
export function useSection<Value, Typed extends FieldValues>(
  view: SettingView<Value>,
  {
    name,
    typed,
    read,
    save,
    saved,
    onSaved,
  }: {
    name: string;
    typed: (value: Value) => Typed;
    read: (typed: Typed, base: Value) => Read<Value>;
    save: SaveValue<Value>;
    /** Shown once it is saved; left out: the server's message. */
    saved?: string | undefined;
    onSaved?: () => void;
  },
): Section<Value, Typed> {
  const [base, setBase] = useState(view);
  const form = useForm({
    draft: `${name} ${base.version}`,
    initial: typed(base.value),
    check: (now) => {
      const found = read(now, base.value);
      if ('problem' in found) return found.problem;
      const isSame = JSON.stringify(found.value) === JSON.stringify(base.value);
      return isSame ? { field: null, text: TEXTS.noChanges } : null;
    },
    send: async (now) => {
      const found = read(now, base.value);
      if ('problem' in found) throw new Error('sent unchecked');
      const answer = await save({ version: base.version, value: found.value });
      return isUnreachable(answer) ? answer : { ...answer, message: saved ?? answer.message };
    },
    onDone: ({ data }) => {
      setBase(data);
      onSaved?.();
    },
    failed: 'This was not saved. The old setting stays; please try again.',
  });
  return {
    base,
    form,
    isOutdated: view.version > base.version,
    show: (now) => {
      setBase(now);
      form.settle(typed(now.value));
    },
  };
}
