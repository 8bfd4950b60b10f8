import type { PayerLanguage } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import { type OrderRow, readOrder } from '../orders/db.ts';
import type { Order } from '../orders/order.ts';
import type { AskedAmount } from './payment-amount.ts';

/** What only a payment has, beside its order. */
export interface PaymentFacts {
  readonly name: string;
  readonly purpose: string;
  readonly asked: AskedAmount;
  /** Until when it counts as open although nothing has arrived. */
  readonly openUntil: Date;
  readonly reference: string | null;
  readonly payerEmail: string | null;
  /** In which they were mailed their receipt. */
  readonly payerLanguage: PayerLanguage;
}

/** A payment: its order, and what only it has. */
export interface PaymentRecord {
  readonly order: Order;
  readonly facts: PaymentFacts;
}

export interface FactsRow {
  name: string;
  purpose: string;
  amount_currency: string;
  asked_amount: string;
  open_until: Date;
  reference: string | null;
  payer_email: string | null;
  payer_language: PayerLanguage;
}

/** What is read of a payment, as `p`, beside its order. */
export const FACTS = `p.name, p.purpose, p.amount_currency, p.amount as asked_amount, p.open_until, p.reference, p.payer_email, p.payer_language`;

export function readFacts(row: FactsRow): PaymentFacts {
  return {
    name: row.name,
    purpose: row.purpose,
    asked: { currency: row.amount_currency, amount: row.asked_amount },
    openUntil: row.open_until,
    reference: row.reference,
    payerEmail: row.payer_email,
    payerLanguage: row.payer_language,
  };
}

const readRecord = (row: OrderRow & FactsRow): PaymentRecord => ({ order: readOrder(row), facts: readFacts(row) });

/** Writes what only a payment has; its order is there already. Of its payer nothing is known yet. */
export async function insertPayment(
  tx: Transaction,
  orderId: string,
  facts: Omit<PaymentFacts, 'payerEmail' | 'payerLanguage'>,
): Promise<void> {
  const { name, purpose, asked, openUntil, reference } = facts;
  await tx.query(
    `insert into payment (order_id, name, purpose, amount_currency, amount, open_until, reference)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [orderId, name, purpose, asked.currency, asked.amount, openUntil, reference],
    'payment-insert',
  );
}

/** A payment with its order locked; null where there is none. */
export async function loadPaymentForUpdate(tx: Transaction, orderId: string): Promise<PaymentRecord | null> {
  const [row] = await tx.query<OrderRow & FactsRow>(
    `select o.*, ${FACTS} from customer_order o join payment p on p.order_id = o.id where o.id = $1 for update of o`,
    [orderId],
    'payment-lock',
  );
  return row === undefined ? null : readRecord(row);
}

/** Moves the moment until which a payment counts as open. */
export async function saveOpenUntil(tx: Transaction, orderId: string, openUntil: Date): Promise<void> {
  await tx.query(`update payment set open_until = $2 where order_id = $1`, [orderId, openUntil]);
}

/** Whose payment it is; null where there is none. */
export async function findOwner(connection: Connection, orderId: string): Promise<string | null> {
  const [row] = await connection.query<{ user_id: string }>(
    `select user_id from customer_order where id = $1 and kind = 'payment'`,
    [orderId],
    'payment-owner',
  );
  return row?.user_id ?? null;
}

/** Keeps the address that a payer gave for the receipt, and the language that they read. */
export async function savePayer(
  tx: Transaction,
  orderId: string,
  { email, language }: { email: string; language: PayerLanguage },
): Promise<void> {
  await tx.query(`update payment set payer_email = $2, payer_language = $3 where order_id = $1`, [
    orderId,
    email,
    language,
  ]);
}
