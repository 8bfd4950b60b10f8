import { endpoints, type AccountSession } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { callKey, useCall } from '../../lib/queries.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { SessionRow } from './session-row.tsx';
import { SettingsSection } from './settings-section.tsx';

const ID = 'sessions';
const NOT_SIGNED_OUT = 'That device could not be signed out. Please try again.';

/** The user's sessions, with a way to end each and all others at once. */
export function SessionsSection() {
  return (
    <SettingsSection
      id={ID}
      title="Where you are signed in"
      detail="Sign out what you don’t recognise, then change your password. API keys keep working: revoke those you don’t know."
    >
      <Loaded />
    </SettingsSection>
  );
}

function Loaded() {
  const list = useCall(endpoints.sessions.list);
  if (list.isPending) return <SkeletonRows label="Loading your devices" rows={2} className="h-24" />;
  if (list.data === undefined) {
    return (
      <ErrorState
        message={messageFor(list.error, 'Your devices could not be loaded.')}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      >
        You stay signed in here.
      </ErrorState>
    );
  }
  return <Sessions sessions={list.data.data} />;
}

function Sessions({ sessions }: { sessions: readonly AccountSession[] }) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);

  /** Signs out, reports the result, and shows the sessions that are left. */
  async function signOut(send: () => ReturnType<typeof call<typeof endpoints.sessions.end>>): Promise<void> {
    try {
      const answer = await send();
      if (isUnreachable(answer)) toast.error(answer);
      else toast.success(answer.message);
    } catch (failure) {
      toast.error(messageFor(failure, NOT_SIGNED_OUT));
    }
    await queryClient.invalidateQueries({ queryKey: callKey(endpoints.sessions.list) });
    // The pressed button may be gone with its row: the focus goes to the section's title.
    if (document.activeElement === document.body) document.getElementById(`${ID}-title`)?.focus();
  }

  return (
    <>
      <ul aria-label="Devices" className="-mt-4 divide-y divide-hairline">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onSignOut={() => signOut(() => call(endpoints.sessions.end, { params: { id: session.id } }))}
          />
        ))}
      </ul>
      {hasOthers ? (
        <Button
          variant="secondary"
          className="mt-2"
          pending={isPending}
          pendingLabel="Signing out..."
          onClick={() => void run(() => signOut(() => call(endpoints.sessions.endOthers)))}
        >
          Sign out everywhere else
        </Button>
      ) : (
        <p className="text-sm text-ink-soft">You are not signed in anywhere else.</p>
      )}
    </>
  );
}
