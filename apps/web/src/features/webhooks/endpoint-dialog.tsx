import { endpoints, type TwoFactor, WEBHOOK_EVENTS, type WebhookEndpoint } from '@kobogate/contract';
import { callOrThrow } from '../../lib/client.ts';
import { CheckList, checkedIn } from '../../ui/check-list.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { formValues } from '../accounts/form-values.ts';
import { ProofDialog } from '../two-factor/proof-dialog.tsx';
import { EVENT_DETAILS } from './webhook-words.ts';

const OPTIONS = WEBHOOK_EVENTS.map((event) => ({ value: event, label: event, detail: EVENT_DETAILS[event] }));

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
  return (
    <ProofDialog
      title={endpoint === null ? 'Add a webhook' : 'Change the webhook'}
      description="We post each event to this address, signed with a secret that only you and we know."
      confirm={endpoint === null ? 'Add' : 'Save'}
      pendingLabel={endpoint === null ? 'Adding...' : 'Saving...'}
      twoFactor={twoFactor}
      act={async (proof, form) => {
        const body = { ...proof, ...formValues(form, ['url']), events: checkedIn(form, 'event', WEBHOOK_EVENTS) };
        if (endpoint === null) return onDone((await callOrThrow(endpoints.webhooks.create, { body })).data.secret);
        await callOrThrow(endpoints.webhooks.update, { params: { id: endpoint.id }, body });
        onDone(null);
      }}
      onClose={onClose}
    >
      <TextField
        label="Address of your program"
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={500}
        placeholder="https://"
        defaultValue={endpoint?.url ?? ''}
        hint="It begins with https:// and can be reached from the internet."
      />
      <CheckList
        legend="Events"
        name="event"
        options={OPTIONS}
        checked={endpoint?.events ?? ['payment.paid', 'payment.reverted', 'payment.settled', 'payment.failed']}
      />
    </ProofDialog>
  );
}
