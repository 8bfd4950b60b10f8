import {
  endpoints,
  PROVIDER_NAMES,
  providerStartPath,
  type SignInProvider,
  type SignInWay,
  type SignInWays,
} from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { callOrThrow, messageFor } from '../../lib/client.ts';
import { callKey, useCall } from '../../lib/queries.ts';
import { ProviderMark } from '../../sign-in/provider-mark.tsx';
import { FactorRow } from '../../sign-in/two-factor/factor-row.tsx';
import { ProofDialog } from '../../sign-in/two-factor/proof-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmailText } from '../../ui/email-text.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { SettingsSection } from './settings-section.tsx';

const ID = 'providers';
const BACK = '/account/settings?part=security';

const ICONS: Readonly<Record<SignInProvider, (props: { className?: string | undefined }) => ReactNode>> = {
  google: (props) => <ProviderMark of="google" {...props} />,
  apple: (props) => <ProviderMark of="apple" {...props} />,
};

/** Google and Apple as ways to sign in: which are linked, and linking and unlinking them. */
export function ProvidersSection() {
  const state = useCall(endpoints.signInProviders.list);
  const ways = state.data?.data;
  return (
    <SettingsSection
      id={ID}
      title="Google and Apple"
      detail="Sign in with one of them instead of your password. You still need your second step. We tell you by mail when one is linked or unlinked."
    >
      {state.isPending && <SkeletonRows label="Loading your ways to sign in" rows={2} className="h-18" />}
      {state.isError && ways === undefined && (
        <ErrorState
          message={messageFor(state.error, 'Your ways to sign in could not be loaded.')}
          onRetry={() => void state.refetch()}
          isRetrying={state.isFetching}
        >
          Nothing has changed.
        </ErrorState>
      )}
      {ways !== undefined && <Ways ways={ways} />}
    </SettingsSection>
  );
}

function Ways({ ways: { ways, hasPassword } }: { ways: SignInWays }) {
  const queryClient = useQueryClient();
  const [unlinking, setUnlinking] = useState<SignInWay['provider'] | null>(null);
  const twoFactor = useCall(endpoints.twoFactor.get).data?.data;

  async function done(message: string): Promise<void> {
    setUnlinking(null);
    toast.success(message);
    await queryClient.invalidateQueries({ queryKey: callKey(endpoints.signInProviders.list) });
    // The pressed button is gone: the focus goes to the section's title.
    if (document.activeElement === document.body) document.getElementById(`${ID}-title`)?.focus();
  }

  return (
    <>
      <ul aria-label="Ways to sign in" className="-mt-4 divide-y divide-hairline">
        {ways.map((way) => (
          <FactorRow
            key={way.provider}
            icon={ICONS[way.provider]}
            name={PROVIDER_NAMES[way.provider]}
            state={<State way={way} />}
            actions={<Action way={way} canGo={hasPassword} onUnlink={() => setUnlinking(way.provider)} />}
          />
        ))}
      </ul>
      {!hasPassword && (
        <p className="mt-4 text-sm text-ink-soft">
          Your account has no password, so you can’t unlink any of them. Set a password first.
        </p>
      )}
      {unlinking !== null && twoFactor !== undefined && (
        <ProofDialog
          title={`Unlink ${PROVIDER_NAMES[unlinking]}`}
          description={`It does not sign in to your account any more, and other devices that it has signed in are signed out. Your password signs in. Your account at ${PROVIDER_NAMES[unlinking]} stays as it is.`}
          confirm="Unlink"
          pendingLabel="Unlinking..."
          isDangerous
          twoFactor={twoFactor}
          act={async (proof) => {
            const body = { ...proof, provider: unlinking };
            const { message } = await callOrThrow(endpoints.signInProviders.unlink, { body });
            await done(message);
          }}
          onClose={() => setUnlinking(null)}
        />
      )}
    </>
  );
}

function State({ way: { linked, isAvailable } }: { way: SignInWay }) {
  if (linked === null) return isAvailable ? 'Not linked.' : 'Not available here yet.';
  return (
    <>
      {linked.email !== '' && (
        <>
          <EmailText address={linked.email} />.{' '}
        </>
      )}
      {linked.lastUsedAt === null ? (
        <>
          Linked <Moment at={linked.linkedAt} />
        </>
      ) : (
        <>
          Last used <Moment at={linked.lastUsedAt} />
        </>
      )}
      {isAvailable ? '' : '. Not available here at present'}
    </>
  );
}

function Action({ way, canGo, onUnlink }: { way: SignInWay; canGo: boolean; onUnlink: () => void }) {
  const { provider, linked, isAvailable } = way;
  const name = <span className="sr-only"> {PROVIDER_NAMES[provider]}</span>;
  if (linked !== null) {
    return canGo ? (
      <Button variant="quiet" aria-haspopup="dialog" onClick={onUnlink}>
        Unlink{name}
      </Button>
    ) : null;
  }
  if (!isAvailable) return null;
  const query = new URLSearchParams({ link: '1', from: BACK });
  return (
    <a href={`${providerStartPath(provider)}?${query.toString()}`} className={buttonStyle('quiet')}>
      Link{name}
    </a>
  );
}
