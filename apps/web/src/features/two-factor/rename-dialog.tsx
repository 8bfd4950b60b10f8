import { endpoints, type Passkey } from '@kobogate/contract';
import { useId, useState, type FormEvent } from 'react';
import { callOrThrow, messageFor } from '../../lib/client.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { formValues } from '../accounts/form-values.ts';

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
  const formId = useId();
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

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { name: typed } = formValues(event.currentTarget, ['name']);
    setProblem(typed.trim() === '' ? 'Please give the passkey a name.' : undefined);
    if (typed.trim() !== '') void run(() => rename(typed));
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Rename passkey"
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} pending={isPending} pendingLabel="Saving...">
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} aria-label="Rename passkey">
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          maxLength={60}
          defaultValue={name}
          error={problem}
          onChange={() => setProblem(undefined)}
        />
      </form>
    </Dialog>
  );
}
