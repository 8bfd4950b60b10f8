import { endpoints, type WebhookEndpoint } from '@kobogate/contract';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

/** Asks before an endpoint is removed with its log. */
export function RemoveDialog({
  endpoint,
  onDone,
  onClose,
}: {
  endpoint: WebhookEndpoint;
  onDone: (message: string) => void;
  onClose: () => void;
}) {
  const form = useContractForm(endpoints.webhooks.remove, {
    params: { id: endpoint.id },
    initial: {},
    done: '',
    onDone: ({ message }) => onDone(message),
    failed: 'It could not be removed. Please try again.',
  });
  return (
    <FormDialog
      form={form}
      title="Remove the webhook"
      confirm="Remove"
      pendingLabel="Removing..."
      isDangerous
      onClose={onClose}
    >
      <p>
        Nothing more is sent to <span className="font-medium break-all">{endpoint.url}</span>, and its log is deleted.
        To stop for a while, turn it off instead.
      </p>
    </FormDialog>
  );
}
