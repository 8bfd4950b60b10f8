import { endpoints } from '@kobogate/contract';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

/** Asks before all notifications go: they can't be brought back. The list empties only once the server has done it. */
export function ClearDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const form = useContractForm(endpoints.notifications.clear, {
    initial: {},
    onDone: onClose,
    failed: 'Your notifications could not be cleared. Please try again.',
  });
  return (
    <FormDialog
      form={form}
      title={count === 1 ? 'Clear this notification?' : `Clear all ${count} notifications?`}
      description="They can’t be brought back. Your orders, receipts and statements stay as they are."
      cancel="Keep them"
      confirm="Clear"
      pendingLabel="Clearing..."
      isDangerous
      onClose={onClose}
    />
  );
}
