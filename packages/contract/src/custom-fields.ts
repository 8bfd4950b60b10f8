import * as z from 'zod/mini';
import { text } from './endpoint.ts';

/** The most fields of a link, the most choices of a field, and the longest value that a payer gives. */
export const CUSTOM_FIELDS_MOST = 5;
export const CUSTOM_CHOICES_MOST = 20;
export const CUSTOM_VALUE_LENGTH = 200;

/** How a payer fills a field: by typing one line, or by picking one of its choices. */
export const CUSTOM_FIELD_TYPES = ['text', 'choice'] as const;

/** Something that a merchant asks of each payer of a link, such as the size of a shirt. */
export const customFieldSchema = z.object({
  /** The merchant's name for it, by which values are given. */
  key: z.string(),
  /** What the payer reads. */
  label: z.string(),
  type: z.enum(CUSTOM_FIELD_TYPES),
  isRequired: z.boolean(),
  /** Of a `choice`, in this order; empty of a `text`. */
  choices: z.array(z.string()),
});
export type CustomField = z.output<typeof customFieldSchema>;

/** What a payer gave, with the label that they read. */
export const customValueSchema = z.object({ key: z.string(), label: z.string(), value: z.string() });
export type CustomValue = z.output<typeof customValueSchema>;

const KEY = /^[\w.-]{1,40}$/;
const KEY_WRONG = 'A key is 1 to 40 letters, digits, dots, dashes or underscores';
const LABEL_MISSING = 'Please say what the payer is asked for';

/** The fields of a link in a request. */
export const customFieldsInput = z
  .array(
    z.strictObject({
      key: z.string(KEY_WRONG).check(z.regex(KEY, KEY_WRONG)),
      label: text(60, LABEL_MISSING).check(z.minLength(1, LABEL_MISSING)),
      type: z._default(z.enum(CUSTOM_FIELD_TYPES, 'A field is a text or a choice'), 'text'),
      isRequired: z._default(z.boolean('Please say with true or false whether the payer has to fill it in'), false),
      choices: z._default(
        z
          .array(text(60, 'Each choice is a text').check(z.minLength(1, 'Each choice is a text')))
          .check(z.maxLength(CUSTOM_CHOICES_MOST, `Please give at most ${CUSTOM_CHOICES_MOST} choices`)),
        [],
      ),
    }),
    'Please give the fields as a list',
  )
  .check(z.maxLength(CUSTOM_FIELDS_MOST, `A link has at most ${CUSTOM_FIELDS_MOST} fields of its own`));

/** The values of a payment in a request, by the keys of the link's fields. */
export const customValuesInput = z.record(
  z.string().check(z.regex(KEY, KEY_WRONG)),
  text(CUSTOM_VALUE_LENGTH, 'Each value is a text'),
  'Please give the values by the keys of the link’s fields',
);
