import { endpoints, TOTP_LENGTH, type TwoFactor } from '@kobogate/contract';
import { useState } from 'react';
import { callOrThrow } from '../../lib/client.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ProofDialog } from './proof-dialog.tsx';

const TITLE = 'Set up an authenticator app';

interface Enrolment {
  readonly secret: string;
  readonly uri: string;
}

/** Sets an app up: the owner's proof, then the secret to scan and a first code. `onDone` gets codes where two-factor was off. */
export function AppDialog({
  twoFactor,
  onDone,
  onClose,
}: {
  twoFactor: TwoFactor;
  onDone: (message: string, recoveryCodes: string[] | null) => void;
  onClose: () => void;
}) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  if (enrolment !== null) return <ScanDialog enrolment={enrolment} onDone={onDone} onClose={onClose} />;
  return (
    <ProofDialog
      title={TITLE}
      description="Step 1 of 2: show that it is you. Any app for one-time codes works: Google Authenticator, Aegis, 2FAS, or your password manager."
      confirm="Continue"
      pendingLabel="Checking..."
      twoFactor={twoFactor}
      act={async (body) => setEnrolment((await callOrThrow(endpoints.twoFactor.enrolTotp, { body })).data)}
      onClose={onClose}
    />
  );
}

function ScanDialog({
  enrolment: { secret, uri },
  onDone,
  onClose,
}: {
  enrolment: Enrolment;
  onDone: (message: string, recoveryCodes: string[] | null) => void;
  onClose: () => void;
}) {
  const form = useContractForm(endpoints.twoFactor.confirmTotp, {
    initial: { code: '' },
    needed: { code: `Please enter the ${TOTP_LENGTH} digits that your app shows.` },
    body: ({ code }) => ({ code }),
    done: '',
    onDone: ({ message, data }) => onDone(message, data.recoveryCodes),
    failed: 'Your app could not be set up. Please try again.',
  });
  return (
    <FormDialog
      form={form}
      title={TITLE}
      description="Step 2 of 2: scan this with your app, then type the code that it shows."
      confirm="Turn on"
      pendingLabel="Checking..."
      onClose={onClose}
    >
      <QrCode
        text={uri}
        label="Code for your authenticator app; the key below is the same in letters"
        className="mx-auto w-52 max-w-full rounded-card border border-hairline"
      />
      <div className="grid justify-items-start gap-2">
        <p className="text-sm text-ink-soft">
          Can’t scan it, or is the app on this device? Type or paste this key into the app. It is shown only now.
        </p>
        <code className="font-mono text-[15px] text-balance">{inGroups(secret)}</code>
        <CopyButton text={secret} label="Copy key" />
      </div>
      <TextField
        {...form.field('code')}
        label="Code from your app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        className="figures max-w-44 text-xl tracking-widest"
      />
    </FormDialog>
  );
}

const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
