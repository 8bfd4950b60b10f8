import { useState } from 'react';
import { TextField } from '../../ui/text-field.tsx';

/** What somebody gives as their reason, which has to be there. */
export interface Reason {
  /** Trimmed. */
  readonly text: string;
  readonly typed: string;
  readonly isMissing: boolean;
  readonly type: (typed: string) => void;
  /** Whether there is one; where there is none, the field says so from now on. */
  readonly check: () => boolean;
}

/** The state of a `ReasonField`. */
export function useReason(): Reason {
  const [typed, setTyped] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const text = typed.trim();
  return {
    text,
    typed,
    isMissing,
    type: (next) => {
      setTyped(next);
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
  reason: { typed, isMissing, type },
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
    <TextField
      label={label}
      name="reason"
      hint={hint}
      maxLength={maxLength}
      autoComplete="off"
      required
      value={typed}
      error={isMissing ? 'Please give a reason.' : undefined}
      onChange={(event) => type(event.target.value)}
    />
  );
}
