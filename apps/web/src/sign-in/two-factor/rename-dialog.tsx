import { endpoints, type Passkey } from '@kobogate/contract';
import { useState } from 'react';
import { callOrThrow, messageFor } from '../../lib/client.ts';
import { usePending } from '../../lib/use-pending.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { formValues } from '../../lib/form-values.ts';

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
  const { isPending, run } = usePending();
  const [problem, setProblem] = useState<string>();

  async function rename(newName: string): Promise<void> {
    try {
      const { message } = await callOrThrow(endpoints.twoFactor.renamePasskey, {
        params: { id },
        body: { name: newName },
      });
      onDone(message);
    } catch (failure) {
      setProblem(messageFor(failure, 'The passkey could not be renamed. Please try again.'));
    }
  }

  function submit(form: HTMLFormElement): void {
    const { name: typed } = formValues(form, ['name']);
    setProblem(typed.trim() === '' ? 'Please give the passkey a name.' : undefined);
    if (typed.trim() !== '') void run(() => rename(typed));
  }

  return (
    <FormDialog title="Rename passkey" confirm="Save" isPending={isPending} onSubmit={submit} onClose={onClose}>
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        maxLength={60}
        defaultValue={name}
        error={problem}
        onChange={() => setProblem(undefined)}
      />
    </FormDialog>
  );
}
