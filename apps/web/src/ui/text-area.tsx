import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { Field, type FieldTexts } from './field.tsx';

/** A labelled text of several lines. */
export function TextArea({
  label,
  hint,
  error,
  className,
  ...area
}: Omit<ComponentProps<'textarea'>, keyof FieldTexts | 'id'> & FieldTexts) {
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })} error={error}>
      {(wiring) => <textarea rows={3} {...area} {...wiring} className={classes('field py-3', className)} />}
    </Field>
  );
}
