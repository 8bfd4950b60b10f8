import { type Passkey, RECOVERY_CODES, type TwoFactor } from '@kobogate/contract';
import { Button } from '../../ui/button.tsx';
import { KeyRound, LifeBuoy, Smartphone } from '../../ui/icons.ts';
import { Moment } from '../../ui/moment.tsx';
import { type Change, isRemovable } from './change.ts';
import { FactorRow } from './factor-row.tsx';

type OnChange = (change: Change) => void;

/** All methods of the second step, and the actions to change them. */
export function FactorList({ twoFactor, onChange }: { twoFactor: TwoFactor; onChange: OnChange }) {
  const { isOn, totpSince, passkeys, recoveryCodesLeft } = twoFactor;
  return (
    <ul aria-label="Ways to do the second step" className="divide-y divide-hairline border-t border-hairline">
      <FactorRow
        icon={Smartphone}
        name="Authenticator app"
        state={
          totpSince === null ? (
            'A new code every 30 seconds, on your phone.'
          ) : (
            <>
              Set up <Moment at={totpSince} />
            </>
          )
        }
        actions={<AppActions isSetUp={totpSince !== null} canGo={isRemovable(twoFactor)} onChange={onChange} />}
      />
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} canGo={isRemovable(twoFactor)} onChange={onChange} />
      ))}
      <FactorRow
        icon={KeyRound}
        name={passkeys.length === 0 ? 'Passkey' : 'Another passkey'}
        state="Your fingerprint, your face, your screen lock, or a security key."
        actions={
          <Button variant="quiet" onClick={() => onChange({ kind: 'add-passkey' })}>
            Add a passkey
          </Button>
        }
      />
      {isOn && (
        <FactorRow
          icon={LifeBuoy}
          name="Recovery codes"
          state={<CodesLeft left={recoveryCodesLeft} />}
          actions={
            <Button variant="quiet" onClick={() => onChange({ kind: 'renew-codes' })}>
              Get new codes
            </Button>
          }
        />
      )}
    </ul>
  );
}

function CodesLeft({ left }: { left: number }) {
  if (left === 0) return <span className="font-medium text-danger">None left. Please get new ones.</span>;
  return (
    <span className="figures">{`${left} of ${RECOVERY_CODES} left, for when you have neither app nor passkey.`}</span>
  );
}

function AppActions({ isSetUp, canGo, onChange }: { isSetUp: boolean; canGo: boolean; onChange: OnChange }) {
  const setUp = (
    <Button variant="quiet" onClick={() => onChange({ kind: 'set-up-app' })}>
      {isSetUp ? 'Replace' : 'Set up'}
      <span className="sr-only"> authenticator app</span>
    </Button>
  );
  if (!isSetUp || !canGo) return setUp;
  return (
    <>
      {setUp}
      <Button variant="quiet" onClick={() => onChange({ kind: 'remove-app' })}>
        Remove<span className="sr-only"> authenticator app</span>
      </Button>
    </>
  );
}

function PasskeyRow({ passkey, canGo, onChange }: { passkey: Passkey; canGo: boolean; onChange: OnChange }) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <FactorRow
      icon={KeyRound}
      name={name}
      state={
        lastUsedAt === null ? (
          <>
            Added <Moment at={createdAt} />. Not used yet
          </>
        ) : (
          <>
            Last used <Moment at={lastUsedAt} />
          </>
        )
      }
      actions={
        <>
          <Button variant="quiet" onClick={() => onChange({ kind: 'rename-passkey', passkey })}>
            Rename<span className="sr-only"> {name}</span>
          </Button>
          {canGo && (
            <Button variant="quiet" onClick={() => onChange({ kind: 'remove-passkey', passkey })}>
              Remove<span className="sr-only"> {name}</span>
            </Button>
          )}
        </>
      }
    />
  );
}
