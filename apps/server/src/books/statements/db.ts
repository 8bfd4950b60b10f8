import { ASSETS, STRAY_ASSETS } from '@kobogate/contract';
import {
  CLOCK_TOLERANCE_MS,
  customer,
  type EntrySpan,
  findEntrySpans,
  held,
  refunding,
  suspense,
} from '../../ledger/index.ts';
import type { Connection } from '../../platform/database.ts';
import type { CoinMove, NairaMove, OpeningBalances } from './statement.ts';

interface Stretch {
  readonly start: Date;
  readonly end: Date;
}

/** A customer's own coin accounts, in every asset that the ledger can hold for them. */
const codesOf = (userId: string): string[] =>
  [...ASSETS, ...STRAY_ASSETS].flatMap(({ code }) =>
    [customer, held, suspense, refunding].map((account) => account(userId, code).code),
  );

interface CoinRow {
  at: Date;
  asset: string;
  amount: string;
  source: string;
  reference: string;
  order_id: string | null;
  kobo: string | null;
  fee_kobo: string | null;
  vat_kobo: string | null;
}

/** What a customer had before a stretch of time, and every coin that came or went in it, from the ledger. */
export async function loadCoinMoves(
  connection: Connection,
  userId: string,
  { start, end }: Stretch,
): Promise<{ opening: OpeningBalances; moves: CoinMove[] }> {
  const spans = await findEntrySpans(
    connection,
    { codes: codesOf(userId) },
    { from: new Date(start.getTime() - CLOCK_TOLERANCE_MS), to: new Date(end.getTime() + CLOCK_TOLERANCE_MS) },
  );
  if (spans.length === 0) return { opening: new Map(), moves: [] };
  const [before, rows] = await Promise.all([balancesBefore(connection, spans), listMoves(connection, spans)]);
  const opening = new Map(before);
  for (const { asset, amount } of rows.filter(({ at }) => at < start)) {
    opening.set(asset, (opening.get(asset) ?? 0n) + BigInt(amount));
  }
  return { opening, moves: rows.filter(({ at }) => at >= start && at < end).map(readMove) };
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

// Moves between the customer's own accounts are none. A posting has one row for each asset that it moves.
function listMoves(connection: Connection, spans: readonly EntrySpan[]): Promise<CoinRow[]> {
  return connection.query<CoinRow>(
    `with crossed as (
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
       where t.other <> all($1::integer[])
       group by 1, 2, 4, 5
     )
     select c.at, c.asset, c.amount, c.source, coalesce(d.transaction, sent.txid, found.txid, c.source_id) as reference, o.id as order_id,
       coalesce(q.naira_kobo, v.naira_kobo) as kobo, q.fee_kobo, q.vat_kobo
     from crossed c
     left join deposit d on c.source in ('deposit', 'deposit-owner-found', 'deposit-reverted') and d.id = c.source_id::uuid
     left join deposit_value v on c.source in ('deposit', 'deposit-owner-found') and v.deposit_id = d.id
     left join customer_order o on c.source = 'order-exchanged' and o.id = c.source_id::uuid
     left join order_quote q on q.id = o.order_quote_id
     left join outgoing_transaction sent on c.source = 'outgoing' and sent.id = c.source_id::uuid
     left join (found_payment paid join found_transaction found on found.id = paid.transaction_id)
       on c.source = 'found-payment' and paid.id = c.source_id::uuid`,
    [spans.map(({ account }) => account), spans.map(({ first }) => String(first)), spans.map(({ end }) => String(end))],
  );
}

function readMove(row: CoinRow): CoinMove {
  const optional = (kobo: string | null): bigint | null => (kobo === null ? null : BigInt(kobo));
  return {
    at: row.at,
    asset: row.asset,
    amount: BigInt(row.amount),
    source: row.source,
    reference: row.reference,
    orderId: row.order_id,
    naira:
      row.kobo === null
        ? null
        : { kobo: BigInt(row.kobo), feeKobo: optional(row.fee_kobo), vatKobo: optional(row.vat_kobo) },
  };
}

/** A customer's payouts that arrived in a stretch of time, and those that came back in it. */
export async function listNairaMoves(
  connection: Connection,
  userId: string,
  { start, end }: Stretch,
): Promise<NairaMove[]> {
  const rows = await connection.query<Omit<NairaMove, 'kobo'> & { kobo: string }>(
    `select move.at, move.kind, p.amount_kobo as kobo, coalesce(p.session_id, p.reference) as reference, o.id as "orderId"
     from customer_order o join payout p on p.order_id = o.id
     cross join lateral (
       select p.settled_at as at, 'paid' as kind where p.status in ('paid', 'reversed')
       union all
       select p.updated_at, 'returned' where p.status = 'reversed'
     ) move
     where o.user_id = $1 and move.at >= $2 and move.at < $3`,
    [userId, start, end],
  );
  return rows.map((row) => Object.assign(row, { kobo: BigInt(row.kobo) }));
}
