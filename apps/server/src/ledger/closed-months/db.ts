import type { Connection } from '../../platform/database.ts';
import type { Row } from '../plan.ts';
import type { CheckedAccount } from './check-batch.ts';
import type { SealedMonth } from './closed-month.ts';
import type { AccountAt, PartAccount, PartBatch, Range } from './part.ts';

/** The closed months, oldest first. */
export async function listClosedMonths(connection: Connection): Promise<SealedMonth[]> {
  return connection.query<SealedMonth>(
    `select month, coalesce(lag(last_batch) over (order by month), 0) as after, last_batch as last, batches::int, transfers::int, accounts::int,
       encode(balances, 'hex') as balances, encode(lag(digest) over (order by month), 'hex') as before, encode(digest, 'hex') as digest,
       encode(seal, 'hex') as seal
     from ledger_month order by month`,
  );
}

/** Keeps a closed month; one that is kept already stays as it is. */
export async function insertClosedMonth(connection: Connection, closed: SealedMonth): Promise<void> {
  const { month, last, batches, transfers, accounts, balances, digest, seal } = closed;
  await connection.query(
    `insert into ledger_month (month, last_batch, batches, transfers, accounts, balances, digest, seal)
     values ($1, $2, $3, $4, $5, decode($6, 'hex'), decode($7, 'hex'), decode($8, 'hex')) on conflict (month) do nothing`,
    [month, last, batches, transfers, accounts, balances, digest, seal],
  );
}

/** The first batch after a number. */
export async function findBatchAfter(
  connection: Connection,
  after: bigint,
): Promise<{ id: bigint; postedAt: Date } | null> {
  const rows = await connection.query<{ id: bigint; postedAt: Date }>(
    `select id, posted_at as "postedAt" from ledger_batch where id > $1 order by id limit 1`,
    [after],
  );
  return rows[0] ?? null;
}

/** The number of the newest batch; 0 where there is none. */
export async function findNewestBatch(connection: Connection): Promise<bigint> {
  const [row] = await connection.query<{ id: bigint }>(`select coalesce(max(id), 0) as id from ledger_batch`);
  return row?.id ?? 0n;
}

/**
 * The other transactions that have posted and not ended. A number is given to a batch while its transaction holds this lock, and it
 * keeps it to its end.
 */
export async function listPosting(connection: Connection): Promise<string[]> {
  const rows = await connection.query<{ holder: string }>(
    `select virtualtransaction as holder from pg_locks
     where relation = 'ledger_batch'::regclass and database = (select oid from pg_database where datname = current_database())
       and mode = 'RowExclusiveLock' and granted and pid is distinct from pg_backend_pid()`,
  );
  return rows.map(({ holder }) => holder);
}

/** An account with its row of this moment, what its newest entry says, and what it was after each of some batches. */
export interface ReadAccount extends Omit<PartAccount, 'opening' | 'closing'> {
  readonly now: AccountAt;
  /** Null where it has no entry of the number that its row counts to. */
  readonly newest: AccountAt | null;
  readonly hasMore: boolean;
  readonly states: readonly AccountAt[];
}

interface AccountRow extends Pick<PartAccount, 'id' | 'code' | 'asset' | 'kind' | 'normalSide' | 'mayGoNegative'> {
  readonly nowEntries: bigint;
  readonly nowBalance: string;
  readonly nowHead: string;
  readonly newestBalance: string | null;
  readonly newestHead: string | null;
  readonly hasMore: boolean;
  readonly entries: readonly bigint[];
  readonly balances: readonly string[];
  readonly heads: readonly string[];
}

/** Of an account, which has each of its entries on one of two sides. */
const entryOf = (account: string, sequence: string): string =>
  `(select batch_id, debit_balance as balance from ledger_transfer where debit_account = ${account} and debit_sequence = ${sequence}
    union all
    select batch_id, credit_balance from ledger_transfer where credit_account = ${account} and credit_sequence = ${sequence} limit 1)`;

/**
 * The next accounts by id, each with its state after each of these batches. An account's entries are numbered in the order of their batches,
 * so its state at a batch is found by a binary search, unless it has not moved since. One statement, so that each account is compared
 * with its newest entry of the same moment.
 */
export async function listAccountsAt(
  connection: Connection,
  marks: readonly bigint[],
  afterId: number,
  limit: number,
): Promise<ReadAccount[]> {
  const rows = await connection.query<AccountRow>(
    `with recursive page as materialized (
       select a.*, newest.batch_id as newest_batch, newest.balance as newest_balance
       from (select * from ledger_account where id > $1 order by id limit $2) a
       left join lateral ${entryOf('a.id', 'a.sequence')} newest on true
     ), search (account, place, mark, low, high) as (
       select p.id, m.place, m.mark, case when p.newest_batch <= m.mark then p.sequence else 0 end,
         case when p.newest_batch <= m.mark or p.sequence = 0 then p.sequence + 1 else p.sequence end
       from page p cross join unnest($3::bigint[]) with ordinality as m (mark, place)
       union all
       select s.account, s.place, s.mark, case when found.batch_id <= s.mark then s.middle else s.low end,
         case when found.batch_id <= s.mark then s.high else s.middle end
       from (select *, (low + high) / 2 as middle from search where high - low > 1) s
       left join lateral ${entryOf('s.account', 's.middle')} found on true
     ), reached as materialized (
       select s.account, array_agg(s.low order by s.place) as entries, array_agg(coalesce(e.balance, 0) order by s.place) as balances,
         array_agg(coalesce(encode(b.hash, 'hex'), $4) order by s.place) as heads
       from search s left join lateral ${entryOf('s.account', 's.low')} e on true left join ledger_batch b on b.id = e.batch_id
       where s.high - s.low = 1 group by s.account
     )
     select p.id, p.code, p.asset, p.kind, p.normal_side as "normalSide", p.may_go_negative as "mayGoNegative",
       p.sequence as "nowEntries", p.balance as "nowBalance", encode(p.head, 'hex') as "nowHead",
       p.newest_balance as "newestBalance", coalesce(encode(b.hash, 'hex'), $4) as "newestHead",
       exists (select 1 from ledger_transfer where debit_account = p.id and debit_sequence > p.sequence)
         or exists (select 1 from ledger_transfer where credit_account = p.id and credit_sequence > p.sequence) as "hasMore",
       r.entries, r.balances, r.heads
     from page p join reached r on r.account = p.id left join ledger_batch b on b.id = p.newest_batch
     order by p.id`,
    [afterId, limit, marks, NO_HASH],
  );
  return rows.map(
    ({ nowEntries, nowBalance, nowHead, newestBalance, newestHead, entries, balances, heads, ...account }) =>
      Object.assign(account, {
        now: stateOf(nowEntries, nowBalance, nowHead),
        newest: newestBalance === null ? null : stateOf(nowEntries, newestBalance, newestHead),
        states: entries.map((count, at) => stateOf(count, balances[at], heads[at])),
      }),
  );
}

const NO_HASH = '00'.repeat(32);

const stateOf = (entries: bigint, balance = '0', head: string | null = null): AccountAt => ({
  entries,
  balance: BigInt(balance),
  head: head ?? NO_HASH,
});

/** The next batches of a range, at most so many, with the transfers that are theirs. */
export async function listBatches(
  connection: Connection,
  { after, last }: Range,
  limit: number,
): Promise<{ batches: PartBatch[]; upTo: bigint }> {
  const batches = await connection.query<{ id: bigint; postedAt: Date; hash: string }>(
    `select id, posted_at as "postedAt", encode(hash, 'hex') as hash from ledger_batch where id > $1 and id <= $2 order by id limit $3`,
    [after, last, limit],
  );
  // Transfers without a batch lie in the numbers of the others, or behind them.
  const upTo = batches.length < limit ? last : (batches.at(-1)?.id ?? last);
  const found = await connection.query<TransferRow>(
    `select batch_id as "batchId", source, source_id as "sourceId", line, description, amount, debit_account as "debitAccount",
       credit_account as "creditAccount", debit_sequence as "debitSequence", credit_sequence as "creditSequence",
       debit_balance as "debitBalance", credit_balance as "creditBalance"
     from ledger_transfer where batch_id > $1 and batch_id <= $2 order by batch_id, position`,
    [after, upTo],
  );
  const made = new Map(batches.map((batch) => [batch.id, { ...batch, rows: new Array<Row>() }]));
  for (const { batchId, amount, debitBalance, creditBalance, ...row } of found) {
    const batch = made.get(batchId) ?? { id: batchId, postedAt: new Date(0), hash: NO_HASH, rows: [] };
    made.set(batchId, batch);
    batch.rows.push({
      ...row,
      amount: BigInt(amount),
      debitBalance: BigInt(debitBalance),
      creditBalance: BigInt(creditBalance),
    });
  }
  return { batches: [...made.values()].toSorted((left, right) => (left.id < right.id ? -1 : 1)), upTo };
}

interface TransferRow extends Omit<Row, 'amount' | 'debitBalance' | 'creditBalance'> {
  readonly batchId: bigint;
  readonly amount: string;
  readonly debitBalance: string;
  readonly creditBalance: string;
}

/** Accounts by id as their entries of these numbers leave them; one that lacks its entry is left out, and so is one that is not there. */
export async function loadAccountsAfter(
  connection: Connection,
  wanted: ReadonlyMap<number, bigint>,
): Promise<Map<number, CheckedAccount>> {
  const rows = await connection.query<Omit<CheckedAccount, 'balance'> & { balance: string }>(
    `select a.id, a.code, a.asset, a.normal_side as "normalSide", a.may_go_negative as "mayGoNegative", w.sequence,
       coalesce(e.balance, 0) as balance, coalesce(encode(b.hash, 'hex'), $3) as head
     from unnest($1::int[], $2::bigint[]) as w (account, sequence) join ledger_account a on a.id = w.account
     left join lateral ${entryOf('w.account', 'w.sequence')} e on true left join ledger_batch b on b.id = e.batch_id
     where w.sequence = 0 or e.batch_id is not null`,
    [[...wanted.keys()], [...wanted.values()], NO_HASH],
  );
  return new Map(rows.map((row) => [row.id, { ...row, balance: BigInt(row.balance) }]));
}
