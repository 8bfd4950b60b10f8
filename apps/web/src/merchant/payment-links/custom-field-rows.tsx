import { CUSTOM_FIELDS_MOST } from '@kobogate/contract';
import { randomKey } from '../../lib/idempotency-key.ts';
import { Button } from '../../ui/button.tsx';
import { Plus } from '../../ui/icons.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type FieldRow, NEW_ROW } from './custom-field-rules.ts';

const ANSWERS = [
  { value: 'text', label: 'One line of text' },
  { value: 'choice', label: 'One of several choices' },
];

/** What each payer of a link is asked for, as rows that can be added, changed and removed. */
export function CustomFieldRows({
  rows,
  error,
  onChange,
}: {
  rows: readonly FieldRow[];
  error: string | undefined;
  onChange: (rows: readonly FieldRow[]) => void;
}) {
  const change = (place: number) => (changed: Partial<FieldRow>) =>
    onChange(rows.map((row, at) => (at === place ? { ...row, ...changed } : row)));
  const remove = (place: number) => () => onChange(rows.filter((_, at) => at !== place));
  return (
    <>
      {rows.map((row, place) => (
        <Row key={row.id} number={place + 1} row={row} onChange={change(place)} onRemove={remove(place)} />
      ))}
      {error !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      {rows.length < CUSTOM_FIELDS_MOST && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => onChange([...rows, { ...NEW_ROW, id: randomKey() }])}
        >
          <Plus className="size-4" aria-hidden="true" />
          Add a field
        </Button>
      )}
    </>
  );
}

function Row({
  number,
  row: { label, isChoice, choices, isRequired },
  onChange,
  onRemove,
}: {
  number: number;
  row: FieldRow;
  onChange: (changed: Partial<FieldRow>) => void;
  onRemove: () => void;
}) {
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-card border border-hairline p-4">
      <legend className="sr-only">Field {number}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          name={`fields.${number}.label`}
          label={`Field ${number}`}
          hint="What payers read, such as Size."
          autoComplete="off"
          maxLength={60}
          value={label}
          onChange={({ target }) => onChange({ label: target.value })}
        />
        <SelectField
          name={`fields.${number}.type`}
          label="Answer"
          options={ANSWERS}
          value={isChoice ? 'choice' : 'text'}
          onChange={({ target }) => onChange({ isChoice: target.value === 'choice' })}
        />
      </div>
      {isChoice && (
        <TextArea
          name={`fields.${number}.choices`}
          label="Choices"
          hint="Each on a line of its own."
          value={choices}
          onChange={({ target }) => onChange({ choices: target.value })}
        />
      )}
      <div className="-my-3.5">
        <SwitchRow
          label="Required"
          detail="No payment is opened without it."
          isOn={isRequired}
          onChange={(isOn) => onChange({ isRequired: isOn })}
        />
      </div>
      <Button variant="quiet" className="-ml-4 justify-self-start" onClick={onRemove}>
        Remove field {number}
      </Button>
    </fieldset>
  );
}
