import { useId, type ReactNode } from 'react';
import { CircleAlert } from './icons.ts';

export interface FieldTexts {
  label: string;
  /** Says what the field wants before anything goes wrong. */
  hint?: ReactNode;
  /** What is wrong with the value, in a sentence; marks the field invalid. */
  error?: string | undefined;
}

export interface FieldWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/**
 * The frame of every field: label above, hint and error below, tied to the control by id.
 * `children` gets the wiring to spread on its control.
 */
export function Field({ label, hint, error, children }: FieldTexts & { children: (wiring: FieldWiring) => ReactNode }) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hint !== undefined && hintId, error !== undefined && errorId].filter(Boolean).join(' ');
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={hintId} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error !== undefined && (
        // Announced even where the focus stays, as when Enter is pressed within the field.
        <FieldError id={errorId} role="alert">
          {error}
        </FieldError>
      )}
    </div>
  );
}

/** What is wrong with a field, under it. */
export function FieldError({ children, ...props }: { id?: string; role?: 'alert'; children?: ReactNode }) {
  return (
    <p {...props} className="flex gap-1.5 text-sm text-danger">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
