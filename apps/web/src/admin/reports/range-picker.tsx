import { useState, type FormEvent } from 'react';
import { focusFirstEmpty } from '../../lib/focus-field.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { DayField, DAYS_MISSING } from '../../ui/day-field.tsx';
import { RECENT_DAYS, type ReportChoice } from './report-choice.ts';

/** Chooses the days: the last 7, 30 or 90, or a first and a last day. `onChoose` gets the address's query. */
export function RangePicker({
  choice,
  onChoose,
}: {
  choice: ReportChoice;
  onChoose: (query: Record<string, string>) => void;
}) {
  // A press shows at once; the address follows a moment later, and then decides.
  const [shown, setShown] = useState({ address: choice.recent, pressed: choice.recent });
  if (shown.address !== choice.recent) setShown({ address: choice.recent, pressed: choice.recent });
  const press = (pressed: ReportChoice['recent']) => setShown({ address: choice.recent, pressed });
  return (
    <div className="mb-4 grid gap-4">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1.5 text-sm font-medium">Days</legend>
        {RECENT_DAYS.map((days) => (
          <RangeOption
            key={days}
            label={`Last ${days} days`}
            isChosen={shown.pressed === days}
            onChoose={() => {
              press(days);
              onChoose({ days: String(days) });
            }}
          />
        ))}
        <RangeOption label="Custom" isChosen={shown.pressed === null} onChoose={() => press(null)} />
      </fieldset>
      {shown.pressed === null && <OwnDays choice={choice} onChoose={onChoose} />}
    </div>
  );
}

function RangeOption({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <label
      className={classes(
        'relative flex min-h-11 cursor-pointer items-center rounded-card border px-4 text-[15px] font-medium',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
        isChosen ? 'border-primary bg-primary-soft text-primary-text' : 'border-edge bg-surface hover:bg-sunk',
      )}
    >
      <input
        type="radio"
        name="report-days"
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      {label}
    </label>
  );
}

function OwnDays({ choice, onChoose }: Parameters<typeof RangePicker>[0]) {
  const [from, setFrom] = useState(choice.from);
  const [to, setTo] = useState(choice.to);
  const [problem, setProblem] = useState<string>();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const isMissing = from === '' || to === '';
    setProblem(isMissing ? DAYS_MISSING : undefined);
    if (isMissing) focusFirstEmpty(event.currentTarget, ['from', 'to']);
    else onChoose({ from, to });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-center gap-3 max-sm:*:grow">
      <DayField label="First day" name="from" value={from} onChange={setFrom} />
      <DayField label="Last day" name="to" value={to} onChange={setTo} />
      <Button type="submit" variant="secondary" className="min-h-12!">
        Show these days
      </Button>
      {problem !== undefined && (
        <p role="alert" className="w-full text-sm text-danger">
          {problem}
        </p>
      )}
    </form>
  );
}
