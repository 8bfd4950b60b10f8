import { type FormEvent, useState } from 'react';
import { lagosDay } from '../../lib/lagos-day.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useComparison } from './use-comparison.ts';

/** Compares a day at once, yesterday unless another is chosen, and opens the report. */
export function RunCard() {
  const now = useNow();
  const [chosen, setChosen] = useState<string | null>(null);
  const day = chosen ?? lagosDay(now, 1);
  const { compare, isPending } = useComparison();

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
          compare(day);
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
