import { useState, type ComponentProps, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { Field, type FieldTexts, type FieldWiring } from './field.tsx';
import { Eye, EyeOff } from './icons.ts';
import { passwordButton } from './password-button.ts';

type InputProps = Omit<ComponentProps<'input'>, keyof FieldTexts | 'id'> & FieldTexts;

/** A labelled one-line input. Give `inputMode`, `autoComplete` and `name` so that phones help. `suffix` shows a unit, and says it. */
export function TextField({ label, hint, error, suffix, className, ...input }: InputProps & { suffix?: ReactNode }) {
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })} error={error}>
      {(wiring) => (
        <span className="relative block">
          <input
            {...input}
            {...wiring}
            aria-describedby={suffix === undefined ? wiring['aria-describedby'] : withUnit(wiring)}
            className={classes('field', suffix !== undefined && 'pr-20', className)}
          />
          {suffix !== undefined && (
            <span
              id={unitOf(wiring)}
              className="pointer-events-none absolute inset-y-0 right-3.5 flex items-center text-sm text-ink-soft"
            >
              {suffix}
            </span>
          )}
        </span>
      )}
    </Field>
  );
}

const unitOf = ({ id }: FieldWiring): string => `${id}-unit`;
const withUnit = (wiring: FieldWiring): string =>
  [unitOf(wiring), wiring['aria-describedby']].filter(Boolean).join(' ');

/** A password input with a button, named in words, that shows or hides what is typed. */
export function PasswordField({ label, hint, error, className, ...input }: InputProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })} error={error}>
      {(wiring) => (
        <span className="relative block">
          <input
            {...input}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck="false"
            className={classes('field pr-13', className)}
          />
          <button
            type="button"
            onClick={() => setIsShown(!isShown)}
            {...passwordButton(isShown)}
            aria-controls={wiring.id}
            className="group absolute inset-y-0 right-0.5 grid w-11 place-items-center rounded-card text-ink-soft hover:text-ink noscript:hidden"
          >
            <Eye className="size-5 group-data-[shown=true]:hidden" aria-hidden="true" />
            <EyeOff className="hidden size-5 group-data-[shown=true]:block" aria-hidden="true" />
          </button>
        </span>
      )}
    </Field>
  );
}
