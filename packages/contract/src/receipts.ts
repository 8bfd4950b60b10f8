import * as z from 'zod/mini';
import { decimal, endpoint, fileAnswer, instant } from './endpoint.ts';
import { byId, idSchema } from './ids.ts';
import { lockedTermsSchema, priceSchema, timelineEntrySchema } from './orders.ts';

export const receiptSchema = z.object({
  orderId: idSchema('Order'),
  /** Whether the naira has been paid: until then it states the order's progress, and proves no payment. */
  isPaid: z.boolean(),
  /** Whether it was declined: the coins stayed in the balance, and no naira is paid. */
  isDeclined: z.boolean(),
  /** What happens now and what comes next, in a sentence. */
  summary: z.string(),
  customerName: z.string(),
  madeAt: instant,
  paidAt: z.nullable(instant),
  fromAmount: decimal,
  fromCurrency: z.string(),
  network: z.string(),
  networkName: z.string(),
  price: priceSchema,
  locked: lockedTermsSchema,
  /** What arrived for it on the chain; empty where it was paid from the balance. */
  deposits: z.array(z.object({ transaction: z.string(), amount: decimal })),
  /** The account that is paid, by the last digits of its number. */
  bankAccount: z.object({ bankName: z.string(), accountNumberEnd: z.string(), accountName: z.string() }),
  /** The payment's references at the bank; null before there is one. */
  payout: z.nullable(z.object({ reference: z.string(), sessionId: z.nullable(z.string()) })),
  timeline: z.array(timelineEntrySchema),
  /** Who runs this gateway. */
  company: z.object({ name: z.string(), licence: z.string(), address: z.array(z.string()) }),
});
export type Receipt = z.output<typeof receiptSchema>;

/** The name of an order's naira: what was paid, what will be paid, or what never will be. Pure. */
export const nairaLabel = ({ isPaid, isDeclined }: Pick<Receipt, 'isPaid' | 'isDeclined'>): string =>
  isPaid ? 'You received' : isDeclined ? 'Agreed, not paid' : 'You receive';

/** One line of a printed receipt. */
export interface ReceiptRow {
  readonly label: string;
  readonly value: string;
  readonly isStrong?: boolean;
  /** The link of the value. */
  readonly link?: string;
}

/** A receipt in the words and the order in which it is printed. */
export interface ReceiptLayout {
  /** The language of its words, by its BCP 47 tag. */
  readonly language: string;
  readonly title: string;
  readonly company: string;
  /** The customer, or the merchant. */
  readonly customer: string;
  readonly amount: string;
  readonly notice: string;
  readonly sections: readonly { readonly title: string; readonly rows: readonly ReceiptRow[] }[];
  readonly foot: string;
}

export const receipts = {
  read: endpoint({
    method: 'GET',
    path: '/receipts/{id}',
    summary: 'The receipt of an order: its owner’s, and any for an administrator',
    access: 'user',
    params: byId('Order'),
    answer: z.object({ data: receiptSchema }),
    errors: [401, 404],
  }),
  download: endpoint({
    method: 'GET',
    path: '/receipts/{id}/pdf',
    summary: 'The same receipt as a PDF of one page or more',
    access: 'user',
    params: byId('Order'),
    answer: fileAnswer,
    media: 'application/pdf',
    errors: [401, 404],
  }),
} as const;
