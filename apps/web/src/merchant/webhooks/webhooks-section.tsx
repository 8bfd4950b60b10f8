import { endpoints, type TwoFactor, type WebhookEndpoint } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { callOrThrow, messageFor } from '../../lib/client.ts';
import { callKey, useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { SettingsSection } from '../../account/settings/settings-section.tsx';
import { ProofDialog } from '../../sign-in/two-factor/proof-dialog.tsx';
import { type EndpointAsk, EndpointCard } from './endpoint-card.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { SampleDialog } from './sample-dialog.tsx';

const ID = 'webhooks';

/** The merchant's webhook endpoints: added, changed, tested, and the result of each delivery. */
export function WebhooksSection() {
  return (
    <SettingsSection
      id={ID}
      title="Webhooks"
      detail="We send your program signed events about payments and links, and try again for up to 72 hours until it answers."
    >
      <Loaded />
    </SettingsSection>
  );
}

function Loaded() {
  const list = useCall(endpoints.webhooks.list);
  const twoFactor = useCall(endpoints.twoFactor.get);
  if (list.isPending || twoFactor.isPending) {
    return <SkeletonRows label="Loading your webhooks" rows={1} className="h-24" />;
  }
  if (list.data === undefined || twoFactor.data === undefined) {
    return (
      <ErrorState
        message={messageFor(list.error ?? twoFactor.error, 'Your webhooks could not be loaded.')}
        onRetry={() => void Promise.all([list.refetch(), twoFactor.refetch()])}
        isRetrying={list.isFetching || twoFactor.isFetching}
      >
        Events are still sent.
      </ErrorState>
    );
  }
  return <Endpoints list={list.data.data} twoFactor={twoFactor.data.data} />;
}

type Asking = { readonly what: 'add' } | { readonly what: EndpointAsk; readonly endpoint: WebhookEndpoint };

function Endpoints({ list, twoFactor }: { list: readonly WebhookEndpoint[]; twoFactor: TwoFactor }) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setAsking(null);

  async function done(newSecret: string | null): Promise<void> {
    setAsking(null);
    if (newSecret !== null) setSecret(newSecret);
    await queryClient.invalidateQueries({ queryKey: callKey(endpoints.webhooks.list) });
    // The pressed button may be gone with its row: the focus goes to the section's title.
    if (newSecret === null && document.activeElement === document.body) document.getElementById(`${ID}-title`)?.focus();
  }

  return (
    <>
      {secret !== null && (
        <SecretOnce title="Copy the secret now" secret={secret} copyLabel="Copy secret" onKept={() => setSecret(null)}>
          This is the only time that it is shown. With it your program checks that an event comes from us.
        </SecretOnce>
      )}
      {list.length === 0 ? (
        <p className="mb-4 text-ink-soft">No events are sent yet.</p>
      ) : (
        <ul aria-label="Webhooks" className="-mt-4 divide-y divide-hairline">
          {list.map((endpoint) => (
            <EndpointCard key={endpoint.id} endpoint={endpoint} onAsk={(what) => setAsking({ what, endpoint })} />
          ))}
        </ul>
      )}
      <Button variant="secondary" className="mt-2" onClick={() => setAsking({ what: 'add' })}>
        Add a webhook
      </Button>
      {(asking?.what === 'add' || asking?.what === 'edit') && (
        <EndpointDialog
          endpoint={asking.what === 'edit' ? asking.endpoint : null}
          twoFactor={twoFactor}
          onDone={(newSecret) => void done(newSecret)}
          onClose={close}
        />
      )}
      {asking?.what === 'sample' && (
        <SampleDialog
          endpoint={asking.endpoint}
          onDone={(message) => {
            toast.success(message);
            const params = { id: asking.endpoint.id };
            void queryClient.invalidateQueries({ queryKey: callKey(endpoints.webhooks.listDeliveries, { params }) });
            void done(null);
          }}
          onClose={close}
        />
      )}
      {asking?.what === 'rotate' && (
        <ProofDialog
          title="Rotate the secret"
          description="Both sign until you retire the old one, so that your program misses nothing."
          confirm="Make it"
          pendingLabel="Making it..."
          twoFactor={twoFactor}
          act={async (body) => {
            const { data } = await callOrThrow(endpoints.webhooks.rotate, { params: { id: asking.endpoint.id }, body });
            await done(data.secret);
          }}
          onClose={close}
        />
      )}
      {asking?.what === 'remove' && (
        <RemoveDialog
          endpoint={asking.endpoint}
          onDone={(message) => {
            toast.success(message);
            void done(null);
          }}
          onClose={close}
        />
      )}
    </>
  );
}
