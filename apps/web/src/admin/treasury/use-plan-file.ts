import { endpoints, type PlanId } from '@kobogate/contract';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { usePending } from '../../lib/use-pending.ts';

/** Saves the file for the key tool: of one plan, or of all that are to be signed. A toast says what prevents it. */
export function usePlanFile(): { save: (plan: PlanId | null) => void; isPending: boolean } {
  const { isPending, run } = usePending();
  async function save(plan: PlanId | null): Promise<void> {
    try {
      const answer = await call(endpoints.treasury.file, plan === null ? {} : { query: { plan } });
      if (isUnreachable(answer)) toast.error(answer);
      else saveFile(answer.data.text, 'application/json', answer.data.name);
    } catch (failure) {
      toast.error(messageFor(failure, 'The file could not be made. Nothing was changed; please try again.'));
    }
  }
  return { save: (plan) => void run(() => save(plan)), isPending };
}
