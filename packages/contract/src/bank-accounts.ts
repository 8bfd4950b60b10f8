import * as z from 'zod/mini';
import { endpoint, instant, messageAnswer, text } from './endpoint.ts';
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
