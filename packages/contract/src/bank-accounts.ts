import * as z from 'zod/mini';
import { endpoint, instant, messageAnswer, text } from './endpoint.ts';
import { byId } from './ids.ts';
import { proof } from './two-factor.ts';

/** What the bank said of the account's name: never shown as verified unless `resolved`. */
export const NAME_RESOLUTIONS = ['resolved', 'mismatch', 'unresolved'] as const;
export type NameResolution = (typeof NAME_RESOLUTIONS)[number];

/** The bank's answer about the name on an account. */
export const nameVerdict = {
  /** `unresolved`: the bank could not be asked or does not know the account. */
  nameResolution: z.enum(NAME_RESOLUTIONS),
  /** The name on the account as the bank has it, where the bank gave one. */
  resolvedName: z.nullable(z.string()),
  /** How many words in a hundred of the two names agree; null where the bank gave none. */
  nameScore: z.nullable(z.number()),
} as const;

/** An account that naira goes to. */
export const payeeSchema = z.object({ accountNumber: z.string(), bankName: z.string(), accountName: z.string() });

export const bankAccountSchema = z.object({
  ...payeeSchema.shape,
  ...nameVerdict,
  updatedAt: instant,
});
export type BankAccount = z.output<typeof bankAccountSchema>;

/** Whether the naira of an order can go to another account than it was to go to. */
const payeeChoiceSchema = z.object({
  /**
   * `fixed`: not now, as a payout is under way or paid, or may have been paid; `open`: to `present`; `same`: once the
   * payout account is another one; `chosen`: it was changed, and the operator's team looks at it before it is sent.
   */
  state: z.enum(['fixed', 'open', 'same', 'chosen']),
  /** Where it goes. */
  payee: payeeSchema,
  /** The present payout account; null: none is set. */
  present: z.nullable(payeeSchema),
});
export type PayeeChoice = z.output<typeof payeeChoiceSchema>;

const missing = 'Please fill in all bank details';

/** A bank that a payout can go to. */
export const bankSchema = z.object({
  bank_name: z.string(),
  bank_code: z.string(),
  /** What people call it besides, such as `GTB`. */
  aliases: z.array(z.string()),
});

export const bankAccounts = {
  getMine: endpoint({
    method: 'GET',
    path: '/bank-account/me',
    summary: 'The signed-in user’s payout account; data is null before one is set',
    access: 'user',
    answer: z.object({ data: z.nullable(bankAccountSchema) }),
    errors: [401],
  }),
  save: endpoint({
    method: 'PATCH',
    path: '/bank-account',
    summary:
      'Set the payout account, at a listed bank by its name or an alias; the bank is asked for the name on it. Changing it takes the password, and a second factor where two-factor is on',
    access: 'user',
    body: z.object({
      accountNumber: text(20, missing),
      bankName: text(120, missing),
      accountName: text(120, missing),
      ...proof.shape,
    }),
    answer: z.object({ ...messageAnswer.shape, data: bankAccountSchema }),
    errors: [401, 422, 429],
  }),
  getPayee: endpoint({
    method: 'GET',
    path: '/bank-account/orders/{id}',
    summary:
      'Where the naira of one of the signed-in user’s orders goes, and whether it can go to the present payout account instead',
    access: 'user',
    params: byId('Order'),
    answer: z.object({ data: payeeChoiceSchema }),
    errors: [401, 404],
  }),
  changePayee: endpoint({
    method: 'PUT',
    path: '/bank-account/orders/{id}',
    summary:
      'Have the naira of an order whose payout failed or came back go to the present payout account. Nothing is sent by it: ' +
      'the operator’s team looks at the account first. A repeat changes nothing',
    access: 'user',
    params: byId('Order'),
    /** The payout account that was seen: 409 where it is another one. */
    body: z.object({ accountNumber: text(20, missing), bankName: text(120, missing) }),
    answer: z.object({ ...messageAnswer.shape, data: payeeChoiceSchema }),
    errors: [401, 404, 409],
  }),
  listBanks: endpoint({
    method: 'GET',
    path: '/bank-account/banks',
    summary: 'The banks that a payout can go to, sorted by name',
    access: 'user',
    query: z.object({ currency: z._default(z.literal('NGN', 'Only NGN is paid out'), 'NGN') }),
    answer: z.object({
      /** `fallback`: no payout provider could be asked, and this is the product's own list. */
      source: z.enum(['live', 'fallback']),
      data: z.array(bankSchema),
    }),
    errors: [401],
  }),
  askName: endpoint({
    method: 'POST',
    path: '/bank-account/name',
    summary: 'Ask the bank for the name on an account, before it is saved; nothing is saved by it',
    access: 'user',
    body: z.object({ accountNumber: text(20, missing), bankName: text(120, missing) }),
    answer: z.object({
      data: z.object({
        /** The name as the bank has it; null where the bank gave none. */
        name: z.nullable(z.string()),
        /** Whether the number’s last digit can be one of that bank: a wrong one is often a typing error. */
        digitFits: z.boolean(),
      }),
    }),
    errors: [401, 422, 429],
  }),
} as const;
