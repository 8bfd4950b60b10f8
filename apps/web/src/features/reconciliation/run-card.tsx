import { endpoints } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { lagosDay } from '../../lib/lagos-day.ts';
import { useNow } from '../../lib/use-now.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Compares a day at once, yesterday unless another is chosen, and opens the report. */
export function RunCard() {
  const now = useNow();
  const [chosen, setChosen] = useState<string | null>(null);
  const day = chosen ?? lagosDay(now, 1);
  const { isPending, run } = usePending();
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  async function compare(): Promise<void> {
    try {
      const answer = await call(endpoints.reconciliations.run, { body: { day } });
      if (isUnreachable(answer)) return void toast.error(answer);
      await queryClient.invalidateQueries({ queryKey: [endpoints.reconciliations.list.path] });
      await navigate(`/admin/reconciliation/${answer.data.id}`);
    } catch (failure) {
      toast.error(messageFor(failure, 'The day could not be compared. Please try again.'));
    }
  }

  return (
    <Card aria-label="Compare a day now">
      <CardHeading
        title="Compare a day now"
        detail="Asks every bank and every node, which can take some minutes. It sends nothing and moves no money."
      />
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void run(compare);
        }}
      >
        <div className="grow basis-48 sm:max-w-60">
          <TextField
            label="Day in Lagos"
            type="date"
            value={day}
            max={lagosDay(now)}
            onChange={(event) => setChosen(event.target.value)}
          />
        </div>
        <Button type="submit" pending={isPending} pendingLabel="Comparing..." className="max-sm:w-full">
          Compare
        </Button>
      </form>
    </Card>
  );
}
