import { endpoints, type TwoFactor } from '@kobogate/contract';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useLogout } from '../app/use-logout.ts';
import { messageFor } from '../lib/client.ts';
import { useCall } from '../lib/queries.ts';
import { useSession } from '../lib/session-context.ts';
import { usePending } from '../lib/use-pending.ts';
import { Button } from '../ui/button.tsx';
import { KeyRound, type LucideIcon, Smartphone } from '../ui/icons.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ChangeDialog } from './two-factor/change-dialog.tsx';
import { RecoveryCodes } from './two-factor/recovery-codes.tsx';

type Kind = 'set-up-app' | 'add-passkey';

/**
 * What a person of the team without a second factor sees in place of every other page: the set-up of one, then its
 * recovery codes, shown once. After that the page that they were going to.
 */
export default function SetUpPage() {
  const { user } = useSession();
  const logOut = useLogout();
  const state = useCall(endpoints.twoFactor.get);
  return (
    <AuthFrame
      themeButton={<ThemeSwitch />}
      title="Set up a second step"
      detail="You work with other people’s money here. A password alone is not enough for that, so logging in also needs a second step."
      below={
        <>
          Signed in as <bdi>{user?.email}</bdi>.{' '}
          <Button variant="quiet" className="-ml-4" onClick={() => void logOut()}>
            Logout
          </Button>
        </>
      }
    >
      <PageTitle>Set up a second step</PageTitle>
      {state.isPending && <SkeletonRows label="Loading the ways to do it" rows={2} className="h-24" />}
      {state.isError && state.data === undefined && (
        <ErrorState
          message={messageFor(state.error, 'The second steps could not be loaded.')}
          onRetry={() => void state.refetch()}
          isRetrying={state.isFetching}
        >
          Nothing was changed.
        </ErrorState>
      )}
      {state.data !== undefined && <SetUp twoFactor={state.data.data} />}
    </AuthFrame>
  );
}

function SetUp({ twoFactor }: { twoFactor: TwoFactor }) {
  const { refreshUser } = useSession();
  const { isPending, run } = usePending();
  const [kind, setKind] = useState<Kind | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const goOn = (): void =>
    void run(() =>
      refreshUser().catch((failure: unknown) => {
        toast.error(
          messageFor(failure, 'Your second step is set up, but the page could not continue. Please reload it.'),
        );
      }),
    );

  if (codes !== null) return <RecoveryCodes codes={codes} heading="h2" onKept={goOn} isPending={isPending} />;
  return (
    <>
      <ul aria-label="Ways to do the second step" className="grid gap-4">
        <Way
          icon={Smartphone}
          name="Authenticator app"
          detail="A new code every 30 seconds, on your phone."
          action="Set up an app"
          onChoose={() => setKind('set-up-app')}
        />
        <Way
          icon={KeyRound}
          name="Passkey"
          detail="Your fingerprint, your face, your screen lock, or a security key."
          action="Add a passkey"
          onChoose={() => setKind('add-passkey')}
        />
      </ul>
      {kind !== null && (
        <ChangeDialog
          change={{ kind }}
          twoFactor={twoFactor}
          onDone={(message, recoveryCodes) => {
            setKind(null);
            toast.success(message);
            if (recoveryCodes === null) goOn();
            else setCodes(recoveryCodes);
          }}
          onClose={() => setKind(null)}
        />
      )}
    </>
  );
}

function Way({
  icon: Icon,
  name,
  detail,
  action,
  onChoose,
}: {
  icon: LucideIcon;
  name: string;
  detail: string;
  action: string;
  onChoose: () => void;
}) {
  return (
    <li className="flex gap-4 rounded-card border border-hairline bg-surface p-5">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunk text-ink-soft">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <div className="grid justify-items-start gap-3">
        <div>
          <h2 className="font-semibold">{name}</h2>
          <p className="mt-0.5 text-sm text-ink-soft">{detail}</p>
        </div>
        <Button variant="secondary" onClick={onChoose}>
          {action}
        </Button>
      </div>
    </li>
  );
}
