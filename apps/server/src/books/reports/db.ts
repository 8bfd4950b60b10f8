import type { OrderStatus, PayoutState } from '@kobogate/contract';
import { type AccountKind, CLOCK_TOLERANCE_MS, type EntrySpan, findEntrySpans } from '../../ledger/index.ts';
import type { Connection } from '../../platform/database.ts';
import { HAS_BEGUN } from '../../sales/index.ts';
import type { Movement, OrdersMade } from './report.ts';
import type { ReportRange } from '../../platform/files/report-range.ts';

const lagosDay = (instant: string): string => `(${instant} at time zone 'Africa/Lagos')::date`;

/** Which entries of the ledger a report counts as what: those of an account's side whose other account is of a kind. */
interface Rule {
  readonly measure: Movement['measure'];
  readonly of: AccountKind;
  readonly side: 'debit' | 'credit';
  readonly against: AccountKind;
  /** -1 where it takes back what the other rule of the same measure counted. */
  readonly sign?: -1;
}
const RULES: readonly Rule[] = [
  { measure: 'coins', of: 'exchange', side: 'credit', against: 'held' },
  { measure: 'volume', of: 'exchange', side: 'debit', against: 'payable' },
  { measure: 'fees', of: 'spread-income', side: 'credit', against: 'exchange' },
  { measure: 'fees', of: 'spread-income', side: 'debit', against: 'exchange', sign: -1 },
  { measure: 'paid', of: 'rail-float', side: 'credit', against: 'payout-in-transit' },
  { measure: 'returned', of: 'rail-float', side: 'debit', against: 'payable' },
];

/** What the ledger booked in a stretch, by day and asset, all as of one moment. What belongs to no order has no asset. */
export async function sumMovements(connection: Connection, { start, end }: ReportRange): Promise<Movement[]> {
  const spans = await findEntrySpans(
    connection,
    { kinds: [...new Set(RULES.map(({ of }) => of))] },
    {
      from: new Date(start.getTime() - CLOCK_TOLERANCE_MS),
      to: new Date(end.getTime() + CLOCK_TOLERANCE_MS),
    },
  );
  const movements: Movement[] = [];
  for (const span of spans.filter(({ first, end: after }) => after > first)) {
    for (const rule of RULES.filter(({ of }) => of === span.kind)) {
      movements.push(...(await sumSpan(connection, rule, span, { start, end })));
    }
  }
  return movements;
}

// A span's bounds are values of their own statement, so that the planner sees how few of the ledger's rows they leave.
async function sumSpan(
  connection: Connection,
  { measure, side, against, sign }: Rule,
  span: EntrySpan,
  { start, end }: Pick<ReportRange, 'start' | 'end'>,
): Promise<Movement[]> {
  const other = side === 'debit' ? 'credit' : 'debit';
  const rows = await connection.query<{ day: string; asset: string | null; count: number; amount: string }>(
    `select ${lagosDay('b.posted_at')} as day, o.asset, count(*)::integer as count, sum(t.amount) as amount
     from ledger_transfer t
     join ledger_account a on a.id = t.${other}_account and a.kind = $6
     join ledger_batch b on b.id = t.batch_id and b.posted_at >= $4 and b.posted_at < $5
     left join payout p on p.id = case when t.source in ('payout-paid', 'payout-reversed') then t.source_id::uuid end
     left join customer_order o on o.id = case t.source when 'order-exchanged' then t.source_id::uuid else p.order_id end
     where t.${side}_account = $1 and t.${side}_sequence >= $2 and t.${side}_sequence < $3
     group by 1, 2`,
    [span.account, span.first, span.end, start, end, against],
  );
  return rows.map(({ day, asset, count, amount }) => ({
    day,
    measure,
    asset,
    count,
    amount: sign === -1 ? -BigInt(amount) : BigInt(amount),
  }));
}

interface OrdersRow {
  day: string;
  status: OrderStatus;
  payout: PayoutState;
  orders: number;
  kobo: string;
}

/** The orders made in a stretch, by day and what has become of them. */
export async function countOrders(connection: Connection, { start, end }: ReportRange): Promise<OrdersMade[]> {
  const rows = await connection.query<OrdersRow>(
    `select ${lagosDay('created_at')} as day, status, payout, count(*)::integer as orders, sum(naira_kobo) as kobo
     from customer_order o where created_at >= $1 and created_at < $2 and ${HAS_BEGUN} group by 1, 2, 3`,
    [start, end],
  );
  return rows.map((row) => Object.assign(row, { kobo: BigInt(row.kobo) }));
}
