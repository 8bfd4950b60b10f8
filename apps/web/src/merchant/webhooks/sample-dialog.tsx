import { endpoints, WEBHOOK_SAMPLES, WEBHOOK_TEST, type WebhookEndpoint, type WebhookSample } from '@kobogate/contract';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EVENT_DETAILS } from './webhook-words.ts';

const OPTIONS = WEBHOOK_SAMPLES.map((type) => ({ value: type, label: type }));

const FIRST: { readonly type: WebhookSample } = { type: WEBHOOK_TEST };

const detailOf = (type: WebhookSample): string =>
  type === WEBHOOK_TEST ? 'A greeting, to test whether your program can be reached.' : EVENT_DETAILS[type];

/** Asks which event an endpoint is sent a sample of, and sends it. */
export function SampleDialog({
  endpoint,
  onDone,
  onClose,
}: {
  endpoint: WebhookEndpoint;
  onDone: (message: string) => void;
  onClose: () => void;
}) {
  const form = useContractForm(endpoints.webhooks.test, {
    params: { id: endpoint.id },
    initial: FIRST,
    body: ({ type }) => ({ type }),
    done: '',
    onDone: ({ message }) => onDone(message),
    failed: 'It could not be sent. Please try again.',
  });
  return (
    <FormDialog
      form={form}
      title="Send a sample event"
      description="It is signed and sent like a real one, has isSample set, and describes something that has not happened."
      confirm="Send"
      pendingLabel="Sending..."
      onClose={onClose}
    >
      <SelectField {...form.field('type')} label="Event" options={OPTIONS} hint={detailOf(form.values.type)} />
    </FormDialog>
  );
}
