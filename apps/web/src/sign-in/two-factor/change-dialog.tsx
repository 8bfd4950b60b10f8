import { endpoints, type TwoFactor } from '@kobogate/contract';
import { callOrThrow } from '../../lib/client.ts';
import { AppDialog } from './app-dialog.tsx';
import { type Change, isLast } from './change.ts';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

const THEN_OFF = 'It is the last one. Without it two-factor is off, and your password alone is enough to log in.';

/** The dialog of a change. `onDone` gets its result, with recovery codes where new ones were made. */
export function ChangeDialog({
  change,
  twoFactor,
  onDone,
  onClose,
}: {
  change: Change;
  twoFactor: TwoFactor;
  onDone: (message: string, recoveryCodes: string[] | null) => void;
  onClose: () => void;
}) {
  const common = { twoFactor, onClose };
  const after = isLast(twoFactor) ? THEN_OFF : 'Two-factor stays on.';
  switch (change.kind) {
    case 'set-up-app':
      return <AppDialog {...common} onDone={onDone} />;
    case 'add-passkey':
      return <PasskeyDialog {...common} onDone={onDone} />;
    case 'rename-passkey':
      return <RenameDialog passkey={change.passkey} onDone={(message) => onDone(message, null)} onClose={onClose} />;
    case 'remove-app':
      return (
        <ProofDialog
          {...common}
          title="Remove the authenticator app"
          description={`Its codes will not work any more. ${after}`}
          confirm="Remove"
          pendingLabel="Removing..."
          isDangerous
          act={async (body) => onDone((await callOrThrow(endpoints.twoFactor.removeTotp, { body })).message, null)}
        />
      );
    case 'remove-passkey':
      return (
        <ProofDialog
          {...common}
          title="Remove the passkey"
          description={`${change.passkey.name} will not work any more. ${after}`}
          confirm="Remove"
          pendingLabel="Removing..."
          isDangerous
          act={async (body) => {
            const { message } = await callOrThrow(endpoints.twoFactor.removePasskey, {
              params: { id: change.passkey.id },
              body,
            });
            onDone(message, null);
          }}
        />
      );
    case 'renew-codes':
      return (
        <ProofDialog
          {...common}
          title="Get new recovery codes"
          description="You get ten new codes. The old ones end at once."
          confirm="Get new codes"
          pendingLabel="Making them..."
          act={async (body) => {
            const { message, data } = await callOrThrow(endpoints.twoFactor.renewRecoveryCodes, { body });
            onDone(message, data.recoveryCodes);
          }}
        />
      );
    case 'turn-off':
      return (
        <ProofDialog
          {...common}
          title="Turn two-factor off"
          description="Your app, passkeys and recovery codes are removed. Your password alone is then enough to log in."
          confirm="Turn off"
          pendingLabel="Turning off..."
          isDangerous
          act={async (body) => onDone((await callOrThrow(endpoints.twoFactor.turnOff, { body })).message, null)}
        />
      );
  }
}
