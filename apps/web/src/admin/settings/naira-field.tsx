import { nairaOfKobo } from '../../lib/formats.ts';
import { TextField } from '../../ui/text-field.tsx';
import { koboOf, NAIRA_WRONG } from './naira-input.ts';

/** An amount of naira that the operator decides on; what is typed is read back with its thousands set apart. */
export function NairaField({
  label,
  name,
  value,
  isWrong,
  onChange,
}: {
  label: string;
  name: string;
  value: string;
  isWrong: boolean;
  onChange: (typed: string) => void;
}) {
  const kobo = koboOf(value);
  return (
    <TextField
      label={label}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      suffix="naira"
      className="figures"
      {...(kobo === null ? {} : { hint: nairaOfKobo(kobo) })}
      value={value}
      error={isWrong ? NAIRA_WRONG : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
