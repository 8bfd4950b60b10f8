import { KYC_TIERS, type OrderId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { Order } from '../orders/order.ts';
import { type OrderRow, readOrder } from '../orders/db.ts';
import { type HistoryRow, historyOf, readHistory } from '../customers/db.ts';
import type { RiskFacts, Weighed } from './describe-risks.ts';

/** An order with the facts that it is judged by. */
export interface Judged {
  readonly order: Order;
  readonly facts: RiskFacts;
}

interface FactsRow extends OrderRow, HistoryRow {
  customer_since: Date;
  kyc_tier: number;
  is_listed: boolean;
}

const FACTS = `select o.*, coalesce(u.verified_at, u.created_at) as customer_since, u.kyc_tier, history.*,
    exists (select from order_deposit d join sanctions_hit h on h.deposit_id = d.deposit_id where d.order_id = o.id) as is_listed
  from customer_order o join app_user u on u.id = o.user_id ${historyOf('o.user_id', '$1::timestamptz')}`;

function readJudged(row: FactsRow, now: Date): Judged {
  const order = readOrder(row);
  const { kind, nairaKobo, bankAccount, funding } = order;
  return {
    order,
    facts: {
      kind,
      nairaKobo,
      bankAccount,
      customerSince: row.customer_since,
      tier: KYC_TIERS.find((tier) => tier === row.kyc_tier) ?? 0,
      history: readHistory(row),
      isLate: funding === 'late',
      isListed: row.is_listed,
      now,
    },
  };
}

/** The facts that an order is judged by at a time; null where there is none. */
export async function findRiskFacts(connection: Connection, orderId: OrderId, now: Date): Promise<RiskFacts | null> {
  const [row] = await connection.query<FactsRow>(`${FACTS} where o.id = $2`, [now, orderId], 'risk-facts');
  return row === undefined ? null : readJudged(row, now).facts;
}

/** The orders that wait for an administrator, oldest first: at most `limit` after one of them, which is null at first. */
export async function listWaiting(
  connection: Connection,
  { after, now, limit }: { after: Pick<Order, 'createdAt' | 'id'> | null; now: Date; limit: number },
): Promise<Judged[]> {
  const rows = await connection.query<FactsRow>(
    `${FACTS} where o.status = 'pending' and o.funding in ('funded', 'overpaid', 'late')
       and ($2::timestamptz is null or (o.created_at, o.id) > ($2, $3::uuid))
     order by o.created_at, o.id limit $4`,
    [now, after?.createdAt ?? null, after?.id ?? null, limit],
    'risk-waiting',
  );
  return rows.map((row) => readJudged(row, now));
}

/**
 * Saves what orders come to that still wait and that no other transaction has in hand. It is nothing that is decided on,
 * so their versions stay.
 */
export async function saveWeights(
  tx: Transaction,
  weights: readonly (Weighed & { readonly id: OrderId })[],
): Promise<void> {
  await tx.query(
    `with free as (
       select id from customer_order where id = any($1::uuid[]) and status = 'pending'
       order by id for no key update skip locked
     )
     update customer_order o set risk = s.risk, risk_rules = string_to_array(s.rules, ','), priority = s.priority
     from free, unnest($1::uuid[], $2::int[], $3::text[], $4::text[]) as s (id, risk, rules, priority)
     where o.id = free.id and s.id = free.id`,
    [
      weights.map(({ id }) => id),
      weights.map(({ risk }) => risk),
      weights.map(({ riskRules }) => riskRules.join(',')),
      weights.map(({ priority }) => priority),
    ],
    'risk-save',
  );
}
