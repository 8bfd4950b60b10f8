import { endpoints } from '@kobogate/contract';
import { useState } from 'react';
import { useCall } from '../../lib/queries.ts';
import { saveArchive } from '../../lib/save-file.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { ProofFields } from '../../sign-in/two-factor/proof-fields.tsx';
import { NO_PROOF, passwordMissing } from '../../sign-in/two-factor/proof-rules.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SettingsSection } from './settings-section.tsx';

/** Gives the owner everything that is kept about them, as one file. */
export function DataSection() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SettingsSection
      id="data"
      title="Your data"
      detail="Get a copy of what we keep about you: your profile, where you signed in, wallets, orders, payments and messages."
    >
      <p className="max-w-prose text-sm text-ink-soft">
        You get one file, which programs can read too. It has no passwords or keys, and leaves out what the law forbids
        us to disclose. We keep the records of each order for six years, as the law requires.
      </p>
      <Button variant="secondary" className="mt-4" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Download your data
      </Button>
      {isOpen && <DownloadDialog onClose={() => setIsOpen(false)} />}
    </SettingsSection>
  );
}

function DownloadDialog({ onClose }: { onClose: () => void }) {
  const twoFactor = useCall(endpoints.twoFactor.get).data?.data;
  const form = useContractForm(endpoints.personalData.own, {
    initial: NO_PROOF,
    check: passwordMissing,
    body: (_values, proof) => proof,
    twoFactor,
    done: 'The file is on your device. Keep it safe.',
    onDone: ({ data }) => {
      saveArchive(data);
      onClose();
    },
    failed: 'Your data could not be downloaded. Please try again.',
  });
  return (
    <FormDialog
      form={form}
      title="Download your data"
      description="The file has your bank account, your orders and where you signed in, so we make sure that it is you. We also tell you by mail."
      confirm="Download the file"
      pendingLabel="Collecting..."
      onClose={onClose}
    >
      <ProofFields form={form} twoFactor={twoFactor} />
    </FormDialog>
  );
}
