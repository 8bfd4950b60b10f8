import { endpoints } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { usePending } from '../../lib/use-pending.ts';

/** Compares a day of Lagos at once and opens its report; a toast says what prevents it. */
export function useComparison(): { compare: (day: string) => void; isPending: boolean } {
  const { isPending, run } = usePending();
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  async function compare(day: string): Promise<void> {
    try {
      const answer = await call(endpoints.reconciliations.run, { body: { day } });
      if (isUnreachable(answer)) return void toast.error(answer);
      const { list, read } = endpoints.reconciliations;
      await Promise.all([list, read].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })));
      await navigate(`/admin/reconciliation/${answer.data.id}`);
    } catch (failure) {
      toast.error(messageFor(failure, 'The day could not be compared. Please try again.'));
    }
  }

  return { compare: (day) => void run(() => compare(day)), isPending };
}
