import { endpoints, type Passkey } from '@kobogate/contract';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Gives a passkey another name. */
export function RenameDialog({
  passkey: { id, name },
  onDone,
  onClose,
}: {
  passkey: Passkey;
  onDone: (message: string) => void;
  onClose: () => void;
}) {
  const form = useContractForm(endpoints.twoFactor.renamePasskey, {
    params: { id },
    initial: { name },
    needed: { name: 'Please give the passkey a name.' },
    body: (typed) => typed,
    done: '',
    onDone: ({ message }) => onDone(message),
    failed: 'The passkey could not be renamed. Please try again.',
  });
  return (
    <FormDialog form={form} title="Rename passkey" confirm="Save" onClose={onClose}>
      <TextField {...form.field('name')} label="Name" autoComplete="off" maxLength={60} />
    </FormDialog>
  );
}
