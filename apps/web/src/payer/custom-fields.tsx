import { CUSTOM_VALUE_LENGTH, type CustomField } from '@kobogate/contract';
import { Choice, type Choosing, Field } from './choice-parts.tsx';
import type { Texts } from './texts/texts.ts';

/** What the merchant asks of the payer besides. Each one that is missing says so, once the payer has tried to go on. */
export function CustomFields({ content: { link, values, trouble }, texts }: { content: Choosing; texts: Texts }) {
  const isTried = trouble?.problem === 'fields-missing' || trouble?.problem === 'pair-missing';
  return link.customFields.map((field, place) => (
    <CustomFieldInput
      key={field.key}
      id={`field-${place}`}
      field={field}
      value={values[field.key] ?? ''}
      isTried={isTried}
      texts={texts}
    />
  ));
}

function CustomFieldInput({
  id,
  field: { key, label, type, isRequired, choices },
  value,
  isTried,
  texts: { choosing },
}: {
  id: string;
  field: CustomField;
  value: string;
  isTried: boolean;
  texts: Texts;
}) {
  const isMissing = isTried && isRequired && value === '';
  const shared = {
    id,
    name: `field.${key}`,
    defaultValue: value,
    required: isRequired,
    'aria-invalid': isMissing || undefined,
    'aria-describedby': isMissing ? `${id}-missing` : undefined,
  };
  return (
    <Field id={id} label={isRequired ? label : choosing.optional(label)}>
      {type === 'text' ? (
        <input {...shared} maxLength={CUSTOM_VALUE_LENGTH} className="field" />
      ) : (
        <Choice {...shared}>
          <option value="">{choosing.chooseOne}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </Choice>
      )}
      {isMissing && (
        <p id={`${id}-missing`} className="text-sm text-danger">
          {choosing.fieldMissing}
        </p>
      )}
    </Field>
  );
}
