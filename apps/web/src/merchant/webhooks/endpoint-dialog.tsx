import { endpoints, TEXTS, type TwoFactor, WEBHOOK_EVENTS, type WebhookEndpoint } from '@kobogate/contract';
import { callOrThrow } from '../../lib/client.ts';
import { completeProof } from '../../lib/complete-proof.ts';
import { useForm } from '../../lib/use-form.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ProofFields } from '../../sign-in/two-factor/proof-fields.tsx';
import { NO_PROOF, passwordMissing } from '../../sign-in/two-factor/proof-rules.ts';
import { EVENT_DETAILS } from './webhook-words.ts';

const OPTIONS = WEBHOOK_EVENTS.map((event) => ({ value: event, label: event, detail: EVENT_DETAILS[event] }));

const FIRST_EVENTS: readonly string[] = ['payment.paid', 'payment.reverted', 'payment.settled', 'payment.failed'];

/** Asks for the address and events: of a new endpoint, whose secret `onDone` gets, or of an existing one. */
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
  const form = useForm({
    draft: `webhook ${endpoint?.id ?? 'to be added'}`,
    initial: { url: endpoint?.url ?? '', events: endpoint?.events ?? FIRST_EVENTS, ...NO_PROOF },
    check: passwordMissing,
    send: async ({ url, events: picked, password, code }) => {
      const events = WEBHOOK_EVENTS.filter((event) => picked.includes(event));
      const body = { url, events, password, ...(await completeProof(code, twoFactor)) };
      if (endpoint === null) return (await callOrThrow(endpoints.webhooks.create, { body })).data.secret;
      await callOrThrow(endpoints.webhooks.update, { params: { id: endpoint.id }, body });
      return null;
    },
    onDone,
    failed: TEXTS.requestError,
  });
  return (
    <FormDialog
      form={form}
      title={endpoint === null ? 'Add a webhook' : 'Change the webhook'}
      description="We post each event to this address, signed with a secret that only you and we know."
      confirm={endpoint === null ? 'Add' : 'Save'}
      pendingLabel={endpoint === null ? 'Adding...' : 'Saving...'}
      onClose={onClose}
    >
      <TextField
        {...form.field('url')}
        label="Address of your program"
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={500}
        placeholder="https://"
        hint="It begins with https:// and can be reached from the internet."
      />
      <CheckList
        legend="Events"
        name="event"
        options={OPTIONS}
        checked={form.values.events}
        onChange={form.set('events')}
      />
      <ProofFields form={form} twoFactor={twoFactor} />
    </FormDialog>
  );
}
