import type { OrderId, PayoutId, PayoutState } from '@kobogate/contract';
import { type Kobo, toKobo } from '@kobogate/money';
import type { Connection } from '../../platform/database.ts';

/** The facts of a payout that merchants' programs are told. */
export interface PayoutFacts {
  readonly id: PayoutId;
  readonly orderId: OrderId;
  /** Null: it is of a conversion. */
  readonly paymentId: OrderId | null;
  readonly reference: string | null;
  readonly metadata: Record<string, string>;
  readonly state: PayoutState;
  readonly attempt: number;
  readonly nairaKobo: Kobo;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly bankReference: string;
  readonly sessionId: string | null;
  readonly failureReason: string | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
}

/** A payout of an order, or its newest one where none is named. Throws where there is none. */
export async function findPayoutFacts(
  connection: Connection,
  orderId: OrderId,
  payoutId: PayoutId | null,
): Promise<PayoutFacts> {
  const [row] = await connection.query<Omit<PayoutFacts, 'nairaKobo'> & { kobo: string }>(
    `select y.id, y.order_id as "orderId", p.order_id as "paymentId", p.reference, coalesce(p.metadata, '{}') as metadata,
       y.status as state, y.attempt, y.amount_kobo as kobo, y.bank_name as "bankName",
       y.account_number as "accountNumber", y.reference as "bankReference", y.session_id as "sessionId",
       y.failure_reason as "failureReason", y.created_at as "createdAt", y.settled_at as "settledAt"
     from payout y left join payment p on p.order_id = y.order_id
     where y.order_id = $1 and ($2::uuid is null or y.id = $2) order by y.attempt desc limit 1`,
    [orderId, payoutId],
    'webhook-payout',
  );
  if (row === undefined) throw new Error(`order ${orderId} has no payout`);
  const { kobo, ...facts } = row;
  return { ...facts, nairaKobo: toKobo(kobo) };
}
