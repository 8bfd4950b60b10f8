import { endpoints, type WebhookEndpoint } from '@kobogate/contract';
import { useState } from 'react';
import { callOrThrow, messageFor } from '../../lib/client.ts';
import { usePending } from '../../lib/use-pending.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

/** Asks before an endpoint goes with its log. */
export function RemoveDialog({
  endpoint,
  onDone,
  onClose,
}: {
  endpoint: WebhookEndpoint;
  onDone: (message: string) => void;
  onClose: () => void;
}) {
  const { isPending, run } = usePending();
  const [problem, setProblem] = useState<string | null>(null);

  async function remove(): Promise<void> {
    try {
      onDone((await callOrThrow(endpoints.webhooks.remove, { params: { id: endpoint.id } })).message);
    } catch (failure) {
      setProblem(messageFor(failure, 'It could not be removed. Please try again.'));
    }
  }

  return (
    <FormDialog
      title="Remove the webhook"
      confirm="Remove"
      isPending={isPending}
      pendingLabel="Removing..."
      isDangerous
      problem={problem}
      onSubmit={() => void run(remove)}
      onClose={onClose}
    >
      <p>
        Nothing more is sent to <span className="font-medium break-all">{endpoint.url}</span>, and its log is forgotten.
        To stop for a while, turn it off instead.
      </p>
    </FormDialog>
  );
}
