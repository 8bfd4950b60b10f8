import { endpoints, type TwoFactor, WEBHOOK_EVENTS, type WebhookEndpoint } from '@kobogate/contract';
import { callOrThrow } from '../../lib/client.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ProofDialog } from '../../sign-in/two-factor/proof-dialog.tsx';
import { EVENT_DETAILS } from './webhook-words.ts';

const OPTIONS = WEBHOOK_EVENTS.map((event) => ({ value: event, label: event, detail: EVENT_DETAILS[event] }));

const FIRST_EVENTS: readonly string[] = ['payment.paid', 'payment.reverted', 'payment.settled', 'payment.failed'];

/** Asks where events go and which ones: of a new endpoint, whose secret `onDone` gets, or of one that is there. */
export function EndpointDialog({
  endpoint,
  twoFactor,
  onDone,
  onClose,
}: {
  /** Null: a new one. */
  endpoint: WebhookEndpoint | null;
  twoFactor: TwoFactor;
  onDone: (secret: string | null) => void;
  onClose: () => void;
}) {
  const draft = useDraft(`webhook ${endpoint?.id ?? 'to be added'}`, {
    url: endpoint?.url ?? '',
    events: endpoint?.events ?? FIRST_EVENTS,
  });
  const { value: typed, setValue: setTyped } = draft;
  return (
    <ProofDialog
      title={endpoint === null ? 'Add a webhook' : 'Change the webhook'}
      description="We post each event to this address, signed with a secret that only you and we know."
      confirm={endpoint === null ? 'Add' : 'Save'}
      pendingLabel={endpoint === null ? 'Adding...' : 'Saving...'}
      twoFactor={twoFactor}
      act={async (proof) => {
        const events = WEBHOOK_EVENTS.filter((event) => typed.events.includes(event));
        const body = { ...proof, url: typed.url, events };
        if (endpoint === null) return onDone((await callOrThrow(endpoints.webhooks.create, { body })).data.secret);
        await callOrThrow(endpoints.webhooks.update, { params: { id: endpoint.id }, body });
        onDone(null);
      }}
      onClose={onClose}
    >
      <DraftNotice draft={draft} />
      <TextField
        label="Address of your program"
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={500}
        placeholder="https://"
        value={typed.url}
        onChange={({ target }) => setTyped({ ...typed, url: target.value })}
        hint="It begins with https:// and can be reached from the internet."
      />
      <CheckList
        legend="Events"
        name="event"
        options={OPTIONS}
        checked={typed.events}
        onChange={(events) => setTyped({ ...typed, events })}
      />
    </ProofDialog>
  );
}
