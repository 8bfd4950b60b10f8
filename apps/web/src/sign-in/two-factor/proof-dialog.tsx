import { TEXTS, type Proof, type TwoFactor } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { completeProof } from '../../lib/complete-proof.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ProofFields } from './proof-fields.tsx';
import { NO_PROOF, passwordMissing } from './proof-rules.ts';

/**
 * A change that needs the owner's proof. `act` does it and closes the dialog, or throws a failure; then the values
 * stay.
 */
export function ProofDialog({
  twoFactor,
  act,
  ...words
}: {
  title: string;
  description: ReactNode;
  confirm: string;
  pendingLabel: string;
  isDangerous?: boolean;
  twoFactor: TwoFactor;
  act: (proof: Proof) => Promise<void>;
  onClose: () => void;
}) {
  const form = useForm({
    initial: NO_PROOF,
    check: passwordMissing,
    send: async ({ password, code }) => act({ password, ...(await completeProof(code, twoFactor)) }),
    failed: TEXTS.requestError,
  });
  return (
    <FormDialog form={form} {...words}>
      <ProofFields form={form} twoFactor={twoFactor} />
    </FormDialog>
  );
}
