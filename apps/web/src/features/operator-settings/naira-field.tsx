import { TextField } from '../../ui/text-field.tsx';
import { NAIRA_WRONG } from './naira-input.ts';

/** An amount of naira that the operator decides on. */
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
  return (
    <TextField
      label={label}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      suffix="naira"
      className="figures"
      value={value}
      error={isWrong ? NAIRA_WRONG : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
