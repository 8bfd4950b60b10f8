import { KYC_TIERS, type OrderId } from '@kobogate/contract';
import { IS_LISTED } from '../../controls/index.ts';
import type { Connection } from '../../platform/database.ts';
import type { Order } from '../orders/order.ts';
import { type OrderRow, readOrder } from '../orders/db.ts';
import { type HistoryRow, historyOf, readHistory } from '../customers/db.ts';
import type { RiskFacts } from './describe-risks.ts';

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
    ${IS_LISTED} as is_listed
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
