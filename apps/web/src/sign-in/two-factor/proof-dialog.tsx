import type { Proof, TwoFactor } from '@kobogate/contract';
import { useState, type ReactNode } from 'react';
import { focusField } from '../../lib/focus-field.ts';
import { usePending } from '../../lib/use-pending.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { formValues } from '../../lib/form-values.ts';
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

  function submit(form: HTMLFormElement): void {
    const isEmpty = formValues(form, ['password']).password === '';
    setProblem(isEmpty ? 'Please enter your password.' : null);
    if (isEmpty) focusField(form, 'password');
    else void run(() => attempt(form));
  }

  return (
    <FormDialog
      title={title}
      description={description}
      confirm={confirm}
      isPending={isPending}
      pendingLabel={pendingLabel}
      isDangerous={isDangerous}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      {children}
      <ProofField twoFactor={twoFactor} onEdit={() => setProblem(null)} />
    </FormDialog>
  );
}
