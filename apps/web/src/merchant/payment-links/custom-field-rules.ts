import type { CustomField } from '@kobogate/contract';

/** A field of the merchant's own as it is typed. */
export interface FieldRow {
  /** Tells it from the other rows while it is on screen. */
  readonly id: string;
  /** Its key; empty: it is new, and gets one of its label. */
  readonly key: string;
  readonly label: string;
  readonly isChoice: boolean;
  /** One choice a line. */
  readonly choices: string;
  readonly isRequired: boolean;
}

export const NEW_ROW: FieldRow = { id: '', key: '', label: '', isChoice: false, choices: '', isRequired: false };

/** The fields of a link as rows of the form. Pure. */
export const rowsOf = (fields: readonly CustomField[]): FieldRow[] =>
  fields.map(({ key, label, type, isRequired, choices }) => ({
    id: key,
    key,
    label,
    isChoice: type === 'choice',
    choices: choices.join('\n'),
    isRequired,
  }));

const FEWEST_CHOICES = 2;

/** The first thing wrong with the rows, in words; null: nothing. Pure. */
export function rowsProblem(rows: readonly FieldRow[]): string | null {
  for (const [place, row] of rows.entries()) {
    if (row.label.trim() === '') return `Please say what field ${place + 1} asks for, or remove it`;
    if (rows.slice(0, place).some(({ label }) => label.trim() === row.label.trim())) {
      return `Field ${place + 1} asks for the same as another one`;
    }
    if (row.isChoice && choicesOf(row).length < FEWEST_CHOICES) {
      return `Please give field ${place + 1} at least two choices, each on a line of its own`;
    }
  }
  return null;
}

/** The fields of the rows, each new one with a key that no other has. Pure. */
export function fieldsOf(rows: readonly FieldRow[]): CustomField[] {
  const taken = new Set(rows.map(({ key }) => key));
  return rows.map((row) => {
    const key = row.key === '' ? freeKey(row.label, taken) : row.key;
    taken.add(key);
    const { label, isChoice, isRequired } = row;
    return {
      key,
      label: label.trim(),
      type: isChoice ? 'choice' : 'text',
      isRequired,
      choices: isChoice ? choicesOf(row) : [],
    };
  });
}

const choicesOf = ({ choices }: FieldRow): string[] => [
  ...new Set(
    choices
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

const LONGEST_WORD = 30;

/** What programs call the field, made of its label: `Size of the shirt` is `size_of_the_shirt`. */
function freeKey(label: string, taken: ReadonlySet<string>): string {
  const words = label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .match(/[a-z0-9]+/g);
  const word = (words?.join('_') ?? '').slice(0, LONGEST_WORD) || 'field';
  const numbered = Array.from({ length: taken.size + 1 }, (_, more) => (more === 0 ? word : `${word}_${more + 1}`));
  return numbered.find((key) => !taken.has(key)) ?? word;
}
