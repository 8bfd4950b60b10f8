import type { Proof, TwoFactor } from '@kobogate/contract';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { formValues } from '../accounts/form-values.ts';
import { completeProof } from './complete-proof.ts';
import { passkeyProblem } from './passkey-words.ts';
import { ProofField } from './proof-field.tsx';

/**
 * A change that asks for the owner first. `act` does it and closes the dialog, or throws what went wrong; then what was
 * typed stays. `children` are further fields of the form, which `act` gets too.
 */
export function ProofDialog({
  title,
  description,
  confirm,
  pendingLabel,
  isDangerous = false,
  twoFactor,
  children,
  act,
  onClose,
}: {
  title: string;
  description: ReactNode;
  confirm: string;
  pendingLabel: string;
  isDangerous?: boolean;
  twoFactor: TwoFactor;
  children?: ReactNode;
  act: (proof: Proof, form: HTMLFormElement) => Promise<void>;
  onClose: () => void;
}) {
  const formId = useId();
  const { isPending, run } = usePending();
  const [problem, setProblem] = useState<string | null>(null);

  async function attempt(form: HTMLFormElement): Promise<void> {
    try {
      const { password, code } = formValues(form, ['password', 'code']);
      await act({ password, ...(await completeProof(code, twoFactor)) }, form);
    } catch (failure) {
      setProblem(passkeyProblem(failure));
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const isEmpty = formValues(form, ['password']).password === '';
    setProblem(isEmpty ? 'Please enter your password.' : null);
    if (!isEmpty) void run(() => attempt(form));
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen && !isPending) onClose();
      }}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={isDangerous ? 'danger' : 'primary'}
            pending={isPending}
            pendingLabel={pendingLabel}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} aria-label={title} className="grid gap-4">
        {children}
        <ProofField twoFactor={twoFactor} onEdit={() => setProblem(null)} />
        {problem !== null && (
          <Notice tone="danger" isUrgent>
            {problem}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
