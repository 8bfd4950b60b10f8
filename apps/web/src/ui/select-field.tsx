import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Field, type FieldTexts } from './field.tsx';
import { ChevronDown } from './icons.ts';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

/**
 * A labelled native select: on a phone the system's own picker opens. `placeholder` is the empty choice; `mark` is a small
 * drawing of what is chosen.
 */
export function SelectField({
  label,
  hint,
  error,
  options,
  placeholder,
  mark,
  className,
  ...select
}: Omit<ComponentProps<'select'>, keyof FieldTexts | 'id' | 'children'> &
  FieldTexts & { options: readonly SelectOption[]; placeholder?: string; mark?: ReactNode }) {
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })} error={error}>
      {(wiring) => (
        <span className="relative block">
          {mark !== undefined && <span className="pointer-events-none absolute top-3 left-3.5 flex">{mark}</span>}
          <select
            {...select}
            {...wiring}
            className={classes('field appearance-none pr-11', mark !== undefined && 'pl-12', className)}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            className="pointer-events-none absolute top-3.5 right-3.5 size-5 text-ink-soft"
            aria-hidden="true"
          />
        </span>
      )}
    </Field>
  );
}
