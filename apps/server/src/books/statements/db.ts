import {
  ASSETS,
  type OrderStatus,
  type PayoutState,
  STATEMENT_KINDS,
  type StatementKind,
  STRAY_ASSETS,
  type OrderId,
  type UserId,
} from '@kobogate/contract';
import { toKobo, type Kobo } from '@kobogate/money';
import {
  type AccountKind,
  CLOCK_TOLERANCE_MS,
  customer,
  type EntrySpan,
  findEntrySpans,
  held,
  payable,
  refunding,
  suspense,
} from '../../ledger/index.ts';
import type { Connection, PagedConnection } from '../../platform/database.ts';
import type { ReportRange } from '../../platform/files/report-range.ts';
import { HAS_BEGUN } from '../../sales/index.ts';
import type { Movement, OrdersMade } from './report.ts';
import { KIND_OF_SOURCE, type Move, type OpeningBalances } from './statement.ts';

/** A customer's own coin accounts, in every asset that the ledger can hold for them. */
const codesOf = (userId: UserId): string[] =>
  [...ASSETS, ...STRAY_ASSETS].flatMap(({ code }) =>
    [customer, held, suspense, refunding].map((account) => account(userId, code).code),
  );

interface Stretch {
  readonly start: Date;
  readonly end: Date;
}

/** Where a customer's entries of a period are in the ledger, and their balances before those. */
export interface StatementPlace {
  /** Of coins. */
  readonly spans: readonly EntrySpan[];
  /** Of the naira that we owe to them until it is paid; undefined where there never was any. */
  readonly owed: EntrySpan | undefined;
  /** Without what was posted in the minutes before the period, which `readMoves` has too. */
  readonly before: OpeningBalances;
}

/** Finds where a customer's entries of a period are, from some minutes before on, as clocks differ. */
export async function findStatement(
  connection: Connection,
  userId: UserId,
  { start, end }: Stretch,
): Promise<StatementPlace> {
  const { code } = payable(userId);
  const found = await findEntrySpans(
    connection,
    { codes: [...codesOf(userId), code] },
    { from: new Date(start.getTime() - CLOCK_TOLERANCE_MS), to: new Date(end.getTime() + CLOCK_TOLERANCE_MS) },
  );
  const spans = found.filter((span) => span.code !== code);
  const owed = found.find((span) => span.code === code);
  return { spans, owed, before: spans.length === 0 ? new Map() : await balancesBefore(connection, spans) };
}

async function balancesBefore(connection: Connection, spans: readonly EntrySpan[]): Promise<OpeningBalances> {
  const rows = await connection.query<{ asset: string; balance: string }>(
    `select a.asset, sum(t.balance) as balance
     from unnest($1::integer[], $2::bigint[]) as span (account, first)
     join ledger_account a on a.id = span.account
     cross join lateral (
       select debit_balance as balance from ledger_transfer where debit_account = span.account and debit_sequence = span.first - 1
       union all
       select credit_balance from ledger_transfer where credit_account = span.account and credit_sequence = span.first - 1
     ) t group by a.asset`,
    [spans.map(({ account }) => account), spans.map(({ first }) => String(first))],
  );
  return new Map(rows.map(({ asset, balance }) => [asset, BigInt(balance)]));
}

interface MoveRow {
  of: Move['of'];
  at: Date;
  asset: string | null;
  amount: string | null;
  source: string;
  reference: string;
  order_id: OrderId | null;
  kobo: string | null;
  fee_kobo: string | null;
  vat_kobo: string | null;
}

const placeOf = (kind: StatementKind): number => STATEMENT_KINDS.indexOf(kind);
/** As SQL: the place of a coin's move among those of the same time, by the steps of a payment. */
const STEP = `case c.source ${Object.entries(KIND_OF_SOURCE)
  .map(([source, kind]) => `when '${source}' then ${placeOf(kind)}`)
  .join(' ')} else case when c.amount < 0 then ${placeOf('sent-back')} else ${placeOf('corrected')} end end`;

/** When a payout was paid is by the clock of the server that heard of it, which may be wrong by a day; what is booked decides. */
const SETTLED_MARGIN = `interval '2 days'`;

/** As SQL: the id that a posting of one of these sources is named by; other sources have names of other forms. */
const idFrom = (...sources: readonly string[]): string =>
  `case when c.source in (${sources.map((source) => `'${source}'`).join(', ')}) then c.source_id::uuid end`;

/** The sources of postings that credit a deposit, and name it. */
const OF_DEPOSIT = ['deposit', 'deposit-owner-found', 'deposit-owner-corrected'];

// Moves between the customer's own accounts do not count. A posting has one row for each asset that it moves. Of payouts those that
// arrived in the period, and those that came back in it: one may do both, and arrive after all, in three months. One that arrived last
// elsewhere than in the period may have arrived in it before only where it was taken as paid, which few ever are; what came back is an entry
// of what we owe. With its offset it looks for each payout by itself, by the index of sources.
const MOVES = `with crossed as (
    select b.posted_at as at, a.asset, sum(t.amount) as amount, t.source, t.source_id
    from unnest($1::integer[], $2::bigint[], $3::bigint[]) as span (account, first, "end")
    join ledger_account a on a.id = span.account
    cross join lateral (
      select batch_id, source, source_id, amount, debit_account as other from ledger_transfer
      where credit_account = span.account and credit_sequence >= span.first and credit_sequence < span."end"
      union all
      select batch_id, source, source_id, -amount, credit_account from ledger_transfer
      where debit_account = span.account and debit_sequence >= span.first and debit_sequence < span."end"
    ) t
    join ledger_batch b on b.id = t.batch_id
    where t.other <> all($1::integer[]) and b.posted_at < $6
    group by 1, 2, 4, 5
  ), move as (
    select 'coins' as of, c.at, c.asset, c.amount, c.source, coalesce(d.transaction, sent.txid, found.txid, c.source_id) as reference,
      o.id as order_id, coalesce(q.naira_kobo, v.naira_kobo) as kobo, q.fee_kobo, q.vat_kobo, ${STEP} as step
    from crossed c
    left join deposit d on d.id = ${idFrom(...OF_DEPOSIT, 'deposit-reverted')}
    left join deposit_value v on c.source in (${OF_DEPOSIT.map((source) => `'${source}'`).join(', ')}) and v.deposit_id = d.id
    left join customer_order o on o.id = ${idFrom('order-exchanged')}
    left join order_quote q on q.id = o.order_quote_id
    left join outgoing_transaction sent on sent.id = ${idFrom('outgoing')}
    left join (found_payment paid join found_transaction found on found.id = paid.transaction_id)
      on paid.id = ${idFrom('found-payment')}
    union all
    select 'naira', b.posted_at, null, null, 'paid', coalesce(p.session_id, p.reference), p.order_id, t.amount, null, null, ${placeOf('paid')}
    from (
      select * from payout where user_id = $4 and settled_at >= $5::timestamptz - ${SETTLED_MARGIN} and settled_at < $6::timestamptz + ${SETTLED_MARGIN}
      union
      select * from payout where user_id = $4 and takes > 0
    ) p cross join lateral (
      select amount, batch_id from ledger_transfer
      where source = any(array['payout-paid', 'payout-taken'])
        and source_id >= p.id::text and source_id < p.id::text || '~' and line = 0 offset 0
    ) t join ledger_batch b on b.id = t.batch_id
    where b.posted_at >= $5 and b.posted_at < $6
    union all
    select 'naira', b.posted_at, null, null, 'returned', coalesce(p.session_id, p.reference), p.order_id, t.amount, null, null, ${placeOf('returned')}
    from ledger_transfer t join ledger_batch b on b.id = t.batch_id
    join payout p on p.id = case t.source when 'payout-reversed' then split_part(t.source_id, '#', 1)::uuid end
    where t.credit_account = $7 and t.credit_sequence >= $8 and t.credit_sequence < $9 and b.posted_at >= $5 and b.posted_at < $6
  )
  select of, at, asset, amount, source, reference, order_id, kobo, fee_kobo, vat_kobo from move
  order by date_trunc('milliseconds', at), step, source, reference, asset`;

/**
 * Every coin that came to or left a customer in a period, and every naira that reached their bank or came back, from the ledger, the
 * oldest first and `rows` at a time; before them the coins' moves of some minutes before the period.
 */
export async function* readMoves(
  connection: PagedConnection,
  { userId, spans, owed, start, end }: Stretch & Pick<StatementPlace, 'spans' | 'owed'> & { readonly userId: UserId },
  rows: number,
): AsyncGenerator<Move[]> {
  const pages = connection.readPages<MoveRow>(
    MOVES,
    [
      spans.map(({ account }) => account),
      spans.map(({ first }) => String(first)),
      spans.map((span) => String(span.end)),
      userId,
      start,
      end,
      owed?.account ?? null,
      owed === undefined ? null : String(owed.first),
      owed === undefined ? null : String(owed.end),
    ],
    rows,
  );
  for await (const page of pages) yield page.flatMap(readMove);
}

function readMove({ of, at, asset, amount, source, reference, order_id: orderId, ...row }: MoveRow): Move[] {
  const optional = (kobo: string | null): Kobo | null => (kobo === null ? null : toKobo(kobo));
  const [kobo, feeKobo, vatKobo] = [row.kobo, row.fee_kobo, row.vat_kobo].map(optional);
  if (of === 'naira') {
    if (kobo === undefined || kobo === null || orderId === null) return [];
    return [{ of, at, kind: source === 'returned' ? 'returned' : 'paid', kobo, reference, orderId }];
  }
  if (asset === null || amount === null) return [];
  const naira =
    kobo === undefined || kobo === null ? null : { kobo, feeKobo: feeKobo ?? null, vatKobo: vatKobo ?? null };
  return [{ of, at, asset, amount: BigInt(amount), source, reference, orderId, naira }];
}

const lagosDay = (instant: string): string => `(${instant} at time zone 'Africa/Lagos')::date`;

/**
 * Which ledger entries a report counts under which measure: those on one side of an account whose other account is of a
 * given kind.
 */
interface Rule {
  readonly measure: Movement['measure'];
  readonly of: AccountKind;
  readonly side: 'debit' | 'credit';
  readonly against: AccountKind;
  /** -1 where it reverses what the other rule of the same measure counted. */
  readonly sign?: -1;
}

const RULES: readonly Rule[] = [
  { measure: 'coins', of: 'exchange', side: 'credit', against: 'held' },
  { measure: 'volume', of: 'exchange', side: 'debit', against: 'payable' },
  { measure: 'fees', of: 'spread-income', side: 'credit', against: 'exchange' },
  { measure: 'fees', of: 'spread-income', side: 'debit', against: 'exchange', sign: -1 },
  { measure: 'paid', of: 'rail-float', side: 'credit', against: 'payout-in-transit' },
  // Taken as paid by two administrators, after it had ended otherwise.
  { measure: 'paid', of: 'rail-float', side: 'credit', against: 'payable' },
  { measure: 'returned', of: 'rail-float', side: 'debit', against: 'payable' },
];

/**
 * What the ledger booked in a period, by day and asset, all from one snapshot. Bookings without an order have no asset.
 */
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

// A span's bounds are values of their own statement, so that the planner sees how few of the ledger's rows they match.
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
     left join payout p on p.id = case when t.source in ('payout-paid', 'payout-taken', 'payout-reversed') then split_part(t.source_id, '#', 1)::uuid end
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

/** The orders made in a period, by day and state. */
export async function countOrders(connection: Connection, { start, end }: ReportRange): Promise<OrdersMade[]> {
  const rows = await connection.query<OrdersRow>(
    `select ${lagosDay('created_at')} as day, status, payout, count(*)::integer as orders, sum(naira_kobo) as kobo
     from customer_order o where created_at >= $1 and created_at < $2 and ${HAS_BEGUN} group by 1, 2, 3`,
    [start, end],
  );
  return rows.map(({ kobo, ...row }) => Object.assign(row, { kobo: toKobo(kobo) }));
}
