import { SelectField } from './select-field.tsx';
import type { StateWords } from './status.tsx';

/** Narrows a list to one of its states, or to none; `counts` has the number in each, once known. */
export function StateField<State extends string>({
  states,
  words,
  counts,
  value,
  onChange,
}: {
  states: readonly State[];
  words: Readonly<Record<State, Pick<StateWords, 'text'>>>;
  counts?: Readonly<Record<State, number>> | undefined;
  /** Null: every state. */
  value: State | null;
  onChange: (state: State | null) => void;
}) {
  return (
    <SelectField
      label="State"
      value={value ?? ''}
      options={[
        { value: '', label: 'All' },
        ...states.map((state) => ({
          value: state,
          label: `${words[state].text}${counts === undefined ? '' : ` (${counts[state]})`}`,
        })),
      ]}
      onChange={({ target }) => onChange(states.find((state) => state === target.value) ?? null)}
    />
  );
}
