import { endpoints } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';

/** Clears every notification. The list empties only once the server has confirmed it. */
export function ClearButton({ isDisabled }: { isDisabled: boolean }) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();

  async function clear(): Promise<void> {
    try {
      const answer = await call(endpoints.notifications.clear);
      if (isUnreachable(answer)) return void toast.error(answer);
      toast.success(answer.message);
    } catch (failure) {
      toast.error(messageFor(failure, 'Your notifications could not be cleared. Please try again.'));
    }
    await queryClient.invalidateQueries({ queryKey: callKey(endpoints.notifications.list) });
  }

  return (
    <Button
      variant="secondary"
      disabled={isDisabled}
      pending={isPending}
      pendingLabel="Clearing..."
      onClick={() => void run(clear)}
    >
      Clear
    </Button>
  );
}
