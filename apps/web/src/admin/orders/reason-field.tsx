import { useState } from 'react';
import { type Draft, useDraft } from '../../lib/use-draft.ts';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** What somebody gives as their reason, which has to be there. */
export interface Reason {
  /** Trimmed. */
  readonly text: string;
  readonly draft: Draft<string>;
  readonly isMissing: boolean;
  readonly type: (typed: string) => void;
  /** Whether there is one; where there is none, the field says so from now on. */
  readonly check: () => boolean;
}

/** The state of a `ReasonField`; `act` names on its page what is to be done, and to what. */
export function useReason(act: string): Reason {
  const draft = useDraft(act, '');
  const [isMissing, setIsMissing] = useState(false);
  const text = draft.value.trim();
  return {
    text,
    draft,
    isMissing,
    type: (next) => {
      draft.setValue(next);
      setIsMissing(false);
    },
    check: () => {
      setIsMissing(text === '');
      return text !== '';
    },
  };
}

/** Asks why an administrator does something. */
export function ReasonField({
  reason: { draft, isMissing, type },
  label = 'Reason',
  hint,
  maxLength = 300,
}: {
  reason: Reason;
  label?: string;
  hint: string;
  maxLength?: number;
}) {
  return (
    <>
      <DraftNotice draft={draft} />
      <TextField
        label={label}
        name="reason"
        hint={hint}
        maxLength={maxLength}
        autoComplete="off"
        required
        value={draft.value}
        error={isMissing ? 'Please give a reason.' : undefined}
        onChange={(event) => type(event.target.value)}
      />
    </>
  );
}
