import { endpoints, PROOF_MINUTES, type TwoFactor } from '@kobogate/contract';
import { callOrThrow } from '../../lib/client.ts';
import { ProofDialog } from './proof-dialog.tsx';

/** Asks an administrator for a fresh proof, above the current page; it then counts for some minutes. */
export default function ProveDialog({
  twoFactor,
  onProven,
  onClose,
}: {
  twoFactor: TwoFactor;
  onProven: () => void;
  onClose: () => void;
}) {
  return (
    <ProofDialog
      title="Show that it is you"
      description={`Please enter your password again, in case another person is at your screen. You are not asked again for ${PROOF_MINUTES} minutes.`}
      confirm="Continue"
      pendingLabel="Checking..."
      twoFactor={twoFactor}
      act={async (body) => {
        await callOrThrow(endpoints.twoFactor.prove, { body });
        onProven();
      }}
      onClose={onClose}
    />
  );
}
