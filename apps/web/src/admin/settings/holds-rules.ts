import type { Holds } from '@kobogate/contract';
import { koboOf, NAIRA_WRONG, typedNaira } from './naira-input.ts';

/** The four limits on what leaves an account by itself, in the order of the form. */
export const LEAVING = ['hour', 'day', 'newHour', 'newDay'] as const;
export type Leaving = (typeof LEAVING)[number];

/** The limits as somebody types them. */
export type HoldsForm = Record<`${Leaving}.most` | `${Leaving}.naira` | 'newAccountHours' | 'coolingOff', string>;
export type HoldsField = keyof HoldsForm;

export const WHOLE_WRONG = 'Please enter a whole number, such as 0 or 30.';

/** The form that the limits fill. */
export const holdsForm = (holds: Holds): HoldsForm => ({
  'hour.most': String(holds.hour.most),
  'hour.naira': typedNaira(holds.hour.mostKobo),
  'day.most': String(holds.day.most),
  'day.naira': typedNaira(holds.day.mostKobo),
  'newHour.most': String(holds.newHour.most),
  'newHour.naira': typedNaira(holds.newHour.mostKobo),
  'newDay.most': String(holds.newDay.most),
  'newDay.naira': typedNaira(holds.newDay.mostKobo),
  newAccountHours: String(holds.newAccountHours),
  coolingOff: typedNaira(holds.coolingOffKobo),
});

/** What the form says: limits, or the first field that is wrong and why. */
export function readHolds(form: HoldsForm): { holds: Holds } | { problem: { field: HoldsField; text: string } } {
  const wrong = Object.entries({
    ...Object.fromEntries(
      LEAVING.flatMap((name) => [
        [`${name}.most`, wholeOf(form[`${name}.most`])],
        [`${name}.naira`, koboOf(form[`${name}.naira`])],
      ]),
    ),
    newAccountHours: wholeOf(form.newAccountHours),
    coolingOff: koboOf(form.coolingOff),
  }).find(([, value]) => value === null);
  const field = FIELDS.find((name) => name === wrong?.[0]);
  if (field !== undefined) {
    return { problem: { field, text: /naira|coolingOff/.test(field) ? NAIRA_WRONG : WHOLE_WRONG } };
  }
  const leaving = (name: Leaving) => ({
    most: wholeOf(form[`${name}.most`]) ?? 0,
    mostKobo: koboOf(form[`${name}.naira`]) ?? '0',
  });
  return {
    holds: {
      hour: leaving('hour'),
      day: leaving('day'),
      newHour: leaving('newHour'),
      newDay: leaving('newDay'),
      newAccountHours: wholeOf(form.newAccountHours) ?? 0,
      coolingOffKobo: koboOf(form.coolingOff) ?? '0',
    },
  };
}

const FIELDS: readonly HoldsField[] = [
  ...LEAVING.flatMap((name) => [`${name}.most`, `${name}.naira`] as const),
  'newAccountHours',
  'coolingOff',
];

export const wholeOf = (typed: string): number | null => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed.trim()) : null);
