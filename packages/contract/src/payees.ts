import * as z from 'zod/mini';
import { payeeSchema } from './bank-accounts.ts';
import { endpoint, messageAnswer, text } from './endpoint.ts';
import { byId } from './ids.ts';

/** Whether the naira of an order can go to another account than it was to go to. */
const payeeChoiceSchema = z.object({
  /**
   * `fixed`: not now, as a payout is under way or paid, or may have been paid; `open`: to `present`; `same`: once the
   * payout account is another one; `chosen`: it was changed, and the operator's team reviews it before it is sent.
   */
  state: z.enum(['fixed', 'open', 'same', 'chosen']),
  /** Where it goes. */
  payee: payeeSchema,
  /** The present payout account; null: none is set. */
  present: z.nullable(payeeSchema),
});
export type PayeeChoice = z.output<typeof payeeChoiceSchema>;

export const payees = {
  get: endpoint({
    method: 'GET',
    path: '/bank-account/orders/{id}',
    summary:
      'Where the naira of one of the signed-in user’s orders goes, and whether it can go to the present payout account instead',
    access: 'user',
    params: byId('Order'),
    answer: z.object({ data: payeeChoiceSchema }),
    errors: [401, 404],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/bank-account/orders/{id}',
    summary:
      'Have the naira of an order whose payout failed or came back go to the present payout account. Nothing is sent by it: ' +
      'the operator’s team reviews the account first. A repeat changes nothing',
    access: 'user',
    params: byId('Order'),
    /** The payout account that was seen: 409 where it is another one. */
    body: z.object({ accountNumber: text(20), bankName: text(120) }),
    answer: z.object({ ...messageAnswer.shape, data: payeeChoiceSchema }),
    errors: [401, 404, 409],
  }),
} as const;
