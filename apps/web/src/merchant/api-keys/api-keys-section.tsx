import { type ApiKey, endpoints, type TwoFactor } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { callOrThrow, messageFor } from '../../lib/client.ts';
import { callKey, useCall } from '../../lib/queries.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Badge } from '../../ui/status.tsx';
import { SettingsSection } from '../../account/settings/settings-section.tsx';
import { ProofDialog } from '../../sign-in/two-factor/proof-dialog.tsx';
import { KeyRound } from '../../ui/icons.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { describeScopes, hasEnded } from './scope-words.ts';

const ID = 'api-keys';

/** The keys with which a merchant's own programs call the API: made, shown once, revoked. */
export function ApiKeysSection() {
  return (
    <SettingsSection
      id={ID}
      title="API keys"
      detail="For your own programs: they make links, and open and read payments."
    >
      <Loaded />
    </SettingsSection>
  );
}

function Loaded() {
  const list = useCall(endpoints.apiKeys.list);
  const twoFactor = useCall(endpoints.twoFactor.get);
  if (list.isPending || twoFactor.isPending) {
    return <SkeletonRows label="Loading your API keys" rows={1} className="h-24" />;
  }
  if (list.data === undefined || twoFactor.data === undefined) {
    return (
      <ErrorState
        message={messageFor(list.error ?? twoFactor.error, 'Your API keys could not be loaded.')}
        onRetry={() => void Promise.all([list.refetch(), twoFactor.refetch()])}
        isRetrying={list.isFetching || twoFactor.isFetching}
      >
        They work as before.
      </ErrorState>
    );
  }
  return <Keys keys={list.data.data} twoFactor={twoFactor.data.data} />;
}

function Keys({ keys, twoFactor }: { keys: readonly ApiKey[]; twoFactor: TwoFactor }) {
  const queryClient = useQueryClient();
  const [isMaking, setIsMaking] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const [resumed, setResumed] = useState<ApiKey | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: callKey(endpoints.apiKeys.list) });

  return (
    <>
      {secret !== null && (
        <SecretOnce title="Copy your key now" secret={secret} copyLabel="Copy key" onKept={() => setSecret(null)}>
          This is the only time that it is shown. Keep it on your server, never in a page or an app.
        </SecretOnce>
      )}
      {keys.some(({ pausedAt }) => pausedAt !== null) && (
        <div className="mb-6">
          <Notice tone="warning" title="Keys are paused">
            Your password was reset by mail, or your account was disabled for a while. Programs with these keys are
            refused until you resume each key, or revoke it and make a new one.
          </Notice>
        </div>
      )}
      {keys.length === 0 ? (
        <p className="mb-4 text-ink-soft">You have no keys. Until you make one, only you can act for your account.</p>
      ) : (
        <ul aria-label="API keys" className="-mt-4 divide-y divide-hairline">
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoked(key)} onResume={() => setResumed(key)} />
          ))}
        </ul>
      )}
      <Button variant="secondary" className="mt-2" onClick={() => setIsMaking(true)}>
        Create an API key
      </Button>
      {isMaking && (
        <CreateKeyDialog
          twoFactor={twoFactor}
          onMade={(made) => {
            setIsMaking(false);
            setSecret(made);
            void refresh();
          }}
          onClose={() => setIsMaking(false)}
        />
      )}
      {resumed !== null && (
        <ProofDialog
          title="Resume the key"
          description={`Programs that use ${resumed.name} (…${resumed.ending}) act for your account again. If others may have seen the key, revoke it instead and make a new one.`}
          confirm="Let it work"
          pendingLabel="Saving..."
          twoFactor={twoFactor}
          act={async (body) => {
            const { message } = await callOrThrow(endpoints.apiKeys.resume, { params: { id: resumed.id }, body });
            setResumed(null);
            toast.success(message);
            await refresh();
            // The button that opened the dialog is gone: the focus goes to the section's title.
            if (document.activeElement === document.body) document.getElementById(`${ID}-title`)?.focus();
          }}
          onClose={() => setResumed(null)}
        />
      )}
      {revoked !== null && (
        <ProofDialog
          title="Revoke the key"
          description={`Programs that use ${revoked.name} (…${revoked.ending}) are refused at once. It can’t be brought back.`}
          confirm="Revoke"
          pendingLabel="Revoking..."
          isDangerous
          twoFactor={twoFactor}
          act={async (body) => {
            const { message } = await callOrThrow(endpoints.apiKeys.revoke, { params: { id: revoked.id }, body });
            setRevoked(null);
            toast.success(message);
            await refresh();
            // The row that opened the dialog is gone: the focus goes to the section's title.
            if (document.activeElement === document.body) document.getElementById(`${ID}-title`)?.focus();
          }}
          onClose={() => setRevoked(null)}
        />
      )}
    </>
  );
}

function KeyRow({ apiKey, onRevoke, onResume }: { apiKey: ApiKey; onRevoke: () => void; onResume: () => void }) {
  const { name, ending, scopes, createdAt, lastUsedAt, expiresAt, pausedAt } = apiKey;
  const isOver = hasEnded(apiKey, useNow());
  return (
    <li className="flex gap-4 py-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunk text-ink-soft">
        <KeyRound className="size-5" aria-hidden="true" />
      </span>
      <div className="flex min-w-0 grow flex-col gap-x-4 sm:flex-row sm:items-center sm:justify-between">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
            {name}
            <span className="font-mono text-sm font-normal text-ink-soft">…{ending}</span>
            {isOver && <Badge tone="warning">Ended</Badge>}
            {!isOver && pausedAt !== null && <Badge tone="warning">Paused</Badge>}
          </p>
          <p className="mt-0.5 text-sm">{describeScopes(scopes)}</p>
          <p className="mt-0.5 text-sm text-ink-soft">
            {lastUsedAt === null ? (
              <>
                Never used, made <Moment at={createdAt} />
              </>
            ) : (
              <>
                Last used <Moment at={lastUsedAt} />
              </>
            )}
          </p>
          {expiresAt !== null && (
            <p className="text-sm text-ink-soft">
              {isOver ? 'Ended ' : 'Ends '}
              <Moment at={expiresAt} />
            </p>
          )}
        </div>
        <div className="-ml-4 flex shrink-0 self-start sm:-mr-4 sm:ml-0 sm:self-center">
          {!isOver && pausedAt !== null && (
            <Button variant="quiet" onClick={onResume}>
              Let it work<span className="sr-only"> again: {name}</span>
            </Button>
          )}
          <Button variant="quiet" onClick={onRevoke}>
            Revoke<span className="sr-only"> {name}</span>
          </Button>
        </div>
      </div>
    </li>
  );
}
