import { lagosDay } from '@kobogate/contract';
import { type FormEvent, useState } from 'react';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { useComparison } from './use-comparison.ts';

/** Compares a day at once, yesterday by default, and opens the report. */
export function RunCard() {
  const yesterday = lagosDay(useNow(), 1);
  const [chosen, setChosen] = useState<string | null>(null);
  const day = chosen ?? yesterday;
  const { compare, isPending } = useComparison();

  return (
    <Card
      aria-label="Compare a day now"
      className="flex flex-wrap items-start justify-between gap-x-8 max-sm:block [&>:first-child]:mb-0 max-sm:[&>:first-child]:mb-3"
    >
      <CardHeading
        title="Compare a day now"
        detail="Asks every bank and every node, which can take some minutes. It sends nothing and moves no money."
      />
      <form
        className="flex flex-wrap items-center gap-3 max-sm:*:grow"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          compare(day);
        }}
      >
        <DayField label="Day in Lagos" name="day" value={day} onChange={setChosen} />
        <Button type="submit" pending={isPending} pendingLabel="Comparing...">
          Compare
        </Button>
      </form>
    </Card>
  );
}
