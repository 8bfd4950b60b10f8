import type { FieldBinding } from '../../lib/use-form.ts';
import { TextField } from '../../ui/text-field.tsx';

/** Asks for an administrator's reason. */
export function ReasonField({
  form,
  label = 'Reason',
  hint,
  maxLength = 300,
}: {
  form: { readonly field: (name: 'reason') => FieldBinding };
  label?: string;
  hint: string;
  maxLength?: number;
}) {
  return (
    <TextField {...form.field('reason')} label={label} hint={hint} maxLength={maxLength} autoComplete="off" required />
  );
}
