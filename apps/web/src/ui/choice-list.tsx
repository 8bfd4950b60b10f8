import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export interface Choice {
  value: string;
  label: string;
  detail: string;
  /** A small drawing before the words; decorative. */
  mark?: ReactNode;
}

/** One of several, as large radio buttons: arrow keys move, the whole row is the target. `legend` names the group. */
export function ChoiceList({
  legend,
  name,
  choices,
  value,
  onChange,
}: {
  legend: string;
  name: string;
  choices: readonly Choice[];
  value: string | null;
  onChange: (value: string) => void;
}) {
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{legend}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={classes(
            'flex min-h-14 cursor-pointer items-center gap-3 rounded-card border px-4 py-2',
            'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
            choice.value === value ? 'border-primary bg-primary-soft' : 'border-hairline hover:bg-sunk',
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="tick outline-none"
          />
          {choice.mark}
          <span className="font-medium">
            {choice.label}
            <span className="block text-sm font-normal text-ink-soft">{choice.detail}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
