import type { Connection, Database, Transaction } from '../platform/database.ts';
import type { AccountKind, AccountRef } from './chart.ts';
import type { CheckedAccount } from './closed-months/check-batch.ts';
import type { KeptMonth, SealedMonth } from './closed-months/closed-month.ts';
import type { AccountAt, PartAccount, PartBatch, Range } from './closed-months/part.ts';
import { type AccountState, arrayOfTexts, batchArguments, type Plan, type Row, sourceKey } from './plan.ts';
import type { NewTransaction } from './transaction.ts';

/** The range of an account's entries within a period: from `first` up to, and without, `end`. */
export interface EntrySpan {
  readonly account: number;
  readonly code: string;
  readonly kind: AccountKind;
  readonly first: bigint;
  readonly end: bigint;
}

/** What a group of postings is decided on: its accounts, and what the ledger has of its sources. */
export interface Locked {
  readonly accounts: Map<string, AccountState>;
  /** The content of the transactions that are posted, by their source's key; in the form of `contentOf`. */
  readonly posted: ReadonlyMap<string, string>;
}

/** Locks the accounts, lowest id first so that two groups never deadlock, opens the missing ones, and reads the sources. */
export async function lockAccounts(
  tx: Transaction,
  refs: ReadonlyMap<string, AccountRef>,
  transactions: readonly NewTransaction[],
): Promise<Locked> {
  const locked = await readLocked(tx, [...refs.keys()], transactions);
  // In one order in every process: two that open the same accounts wait for each other's inserts.
  const missing = [...refs.values()]
    .filter(({ code }) => !locked.accounts.has(code))
    .toSorted((left, right) => (left.code < right.code ? -1 : 1));
  if (missing.length === 0) return locked;
  await openAccounts(tx, missing);
  return readLocked(tx, [...refs.keys()], transactions);
}

interface LockedAccount {
  id: number;
  code: string;
  normalSide: 'debit' | 'credit';
  mayGoNegative: boolean;
  balance: string;
  sequence: bigint;
  head: string;
}

interface PostedSource {
  id: null;
  source: string;
  sourceId: string;
  content: string;
}

async function readLocked(
  tx: Transaction,
  codes: readonly string[],
  transactions: readonly NewTransaction[],
): Promise<Locked> {
  const rows = await tx.query<LockedAccount | PostedSource>(
    `select id, code, normal_side as "normalSide", may_go_negative as "mayGoNegative", balance, sequence,
       encode(head, 'hex') as head, source, source_id as "sourceId", content
     from ledger_lock($1, $2, $3)`,
    [
      arrayOfTexts(codes),
      arrayOfTexts(transactions.map(({ source }) => source)),
      arrayOfTexts(transactions.map(({ sourceId }) => sourceId)),
    ],
    'ledger-lock',
  );
  const accounts = new Map<string, AccountState>();
  const posted = new Map<string, string>();
  for (const row of rows) {
    if (row.id === null) posted.set(sourceKey(row.source, row.sourceId), row.content);
    else {
      const { id, code, normalSide, mayGoNegative, balance: units, sequence, head } = row;
      accounts.set(code, { id, code, normalSide, mayGoNegative, balance: BigInt(units), sequence, head });
    }
  }
  return { accounts, posted };
}

/** The accounts that another transaction has locked at this moment. It does not wait, and keeps no lock. */
export async function listHeld(database: Database, codes: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ code: string }>(
    `with free as (select id from ledger_account where code = any($1) order by id for no key update skip locked)
     select code from ledger_account where code = any($1) and id not in (select id from free)`,
    [arrayOfTexts(codes)],
    'ledger-held',
  );
  return rows.map(({ code }) => code);
}

/** Writes a group whose accounts the transaction has locked. Throws 23505 where one of the sources has been posted. */
export async function writeBatch(tx: Transaction, plan: Plan, postedAt: Date, hash: string): Promise<void> {
  await tx.query(`select ledger_write${WRITTEN}`, batchArguments(plan, postedAt, hash), 'ledger-write');
}

/**
 * Writes a group that was planned without locks. False, with nothing written and nothing locked by it, where an account
 * is not as the plan assumed it or one of the sources has been posted.
 */
export async function tryWriteBatch(tx: Transaction, plan: Plan, postedAt: Date, hash: string): Promise<boolean> {
  const [row] = await tx.query<{ isWritten: boolean }>(
    `select ledger_try_write${WRITTEN} as "isWritten"`,
    batchArguments(plan, postedAt, hash),
    'ledger-try-write',
  );
  return row?.isWritten === true;
}

const WRITTEN = `($1, decode($2, 'hex'), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`;

/** The balances of accounts by code, in smallest units, positive on each account's own side; 0 for an unused one. */
export async function balances(connection: Connection, refs: readonly AccountRef[]): Promise<Map<string, bigint>> {
  const rows = await connection.query<{ code: string; balance: string }>(
    `select code, balance from ledger_account where code = any($1)`,
    [refs.map(({ code }) => code)],
    'ledger-balances',
  );
  const found = new Map(rows.map(({ code, balance: text }) => [code, BigInt(text)]));
  return new Map(refs.map(({ code }) => [code, found.get(code) ?? 0n]));
}

/** The balance of one account, as `balances` gives it. */
export async function balance(connection: Connection, ref: AccountRef): Promise<bigint> {
  return (await balances(connection, [ref])).get(ref.code) ?? 0n;
}

/** One line of a posting. */
export interface PostedTransfer {
  readonly at: Date;
  readonly source: string;
  readonly description: string;
  readonly asset: string;
  readonly amount: string;
  readonly debit: AccountKind;
  readonly credit: AccountKind;
}

/** What was posted by these sources for what the ids name, oldest first; a source's id may go on after the id. */
export function listPostings(
  connection: Connection,
  sources: readonly string[],
  ids: readonly string[],
): Promise<PostedTransfer[]> {
  // Each looked up by itself (`offset 0`): PostgreSQL takes a range of ids for a two-hundredth of the ledger, and would read all of it.
  return connection.query(
    `select b.posted_at as at, t.source, first.description, d.asset, t.amount::text as amount, d.kind as debit, c.kind as credit
     from unnest($1::text[]) as s(source) cross join unnest($2::text[]) as i(id)
     cross join lateral (
       select * from ledger_transfer where source = s.source and source_id >= i.id and source_id < i.id || '~' offset 0
     ) t
     cross join lateral (
       select description from ledger_transfer where source = t.source and source_id = t.source_id and line = 0 offset 0
     ) first
     cross join lateral (select posted_at from ledger_batch where id = t.batch_id offset 0) b
     cross join lateral (select asset, kind from ledger_account where id = t.debit_account offset 0) d
     cross join lateral (select kind from ledger_account where id = t.credit_account offset 0) c
     order by t.batch_id, t.position`,
    [sources, ids],
  );
}

/** How far two machines' clocks may differ without an entry falling out of its period. */
export const CLOCK_TOLERANCE_MS = 10 * 60 * 1000;

/** Which accounts: all of some kinds, or those of some codes. */
type AccountChoice = { readonly kinds: readonly AccountKind[] } | { readonly codes: readonly string[] };

/**
 * For every chosen account, which entries were posted from `from` up to, and without, `to`. An account's entries are
 * numbered in the order in which they were posted, so two binary searches find them: entries outside are never read,
 * and posting needs no index on time. Exact where clocks never step back; a caller that must be exact widens the period
 * and compares each entry's time.
 */
export async function findEntrySpans(
  connection: Connection,
  choice: AccountChoice,
  { from, to }: { from: Date; to: Date },
): Promise<EntrySpan[]> {
  const [column, chosen] = 'kinds' in choice ? ['kind', choice.kinds] : ['code', choice.codes];
  // `low` is the last entry known to be before the time (0: none), `high` the first known not to be.
  return connection.query<EntrySpan>(
    `with recursive search (account, moment, low, high) as (
       select a.id, m.moment, 0::bigint, a.sequence + 1
       from ledger_account a cross join unnest($2::timestamptz[]) as m (moment) where a.${column} = any($1)
       union all
       select s.account, s.moment, case when posted.at < s.moment then s.middle else s.low end,
         case when posted.at < s.moment then s.high else s.middle end
       from (select *, (low + high) / 2 as middle from search where high - low > 1) s
       cross join lateral (
         select b.posted_at as at from (
           select batch_id from ledger_transfer where debit_account = s.account and debit_sequence = s.middle
           union all
           select batch_id from ledger_transfer where credit_account = s.account and credit_sequence = s.middle
         ) t join ledger_batch b on b.id = t.batch_id
       ) posted
     )
     select a.id as account, a.code, a.kind, min(s.high) as first, max(s.high) as end
     from search s join ledger_account a on a.id = s.account
     where s.high - s.low = 1 group by a.id`,
    [chosen, [from.toISOString(), to.toISOString()]],
  );
}

const ENTRY = `
  entry as (
    select t.batch_id, a.id as account, a.code, t.debit_sequence as sequence, t.debit_balance as balance,
      case a.normal_side when 'debit' then t.amount else -t.amount end as change
    from ledger_transfer t join ledger_account a on a.id = t.debit_account
    union all
    select t.batch_id, a.id, a.code, t.credit_sequence, t.credit_balance,
      case a.normal_side when 'credit' then t.amount else -t.amount end
    from ledger_transfer t join ledger_account a on a.id = t.credit_account
  )`;

/** Each rule is one statement on one snapshot: postings may go on at the same time. Columns: subject, detail. */
const CHECKS: Readonly<Record<string, string>> = {
  // Debits equal credits per asset: assets and expenses less liabilities and income add up to zero.
  'debits-and-credits': `
    select asset as subject, 'debits and credits differ by ' || sum(case normal_side when 'debit' then balance else -balance end) as detail
    from ledger_account group by asset having sum(case normal_side when 'debit' then balance else -balance end) <> 0`,
  asset: `
    select t.source || ' ' || t.source_id as subject, 'moves from ' || d.code || ' (' || d.asset || ') to ' || c.code || ' (' || c.asset || ')' as detail
    from ledger_transfer t left join ledger_account d on d.id = t.debit_account left join ledger_account c on c.id = t.credit_account
    where d.asset is distinct from c.asset or t.amount <= 0`,
  balance: `
    with ${ENTRY}, sums as (select account, sum(change) as balance from entry group by account)
    select a.code as subject, 'holds ' || a.balance || ', and its entries sum to ' || coalesce(s.balance, 0) as detail
    from ledger_account a left join sums s on s.account = a.id where a.balance <> coalesce(s.balance, 0)`,
  'running-balance': `
    with ${ENTRY}, running as (select code, sequence, balance, sum(change) over (partition by account order by sequence) as expected from entry)
    select code as subject, 'entry ' || sequence || ' says ' || balance || ', and the entries up to it sum to ' || expected as detail
    from running where balance <> expected`,
  sequence: `
    with ${ENTRY}, counted as (select account, count(*) as entries, min(sequence) as lowest, max(sequence) as highest from entry group by account)
    select a.code as subject, 'has counted ' || a.sequence || ' entries, and has ' || coalesce(c.entries, 0) as detail
    from ledger_account a left join counted c on c.account = a.id
    where a.sequence <> coalesce(c.entries, 0) or a.sequence <> coalesce(c.highest, 0) or coalesce(c.lowest, 1) <> 1`,
  negative: `
    select code as subject, 'is below zero: ' || balance as detail from ledger_account where balance < 0 and not may_go_negative`,
  source: `
    select source || ' ' || source_id as subject, 'was posted more than once' as detail
    from ledger_transfer group by source, source_id having count(*) <> count(distinct line) or max(line) <> count(*) - 1
      or count(distinct batch_id) <> 1`,
  // The same text that hashBatch() makes. An account's head before a batch is the hash of the batch before, as stored:
  // a change therefore shows where it was made, and not in everything after.
  hash: `
    with ${ENTRY},
    link as (select batch_id, account, min(sequence) - 1 as sequence from entry group by batch_id, account),
    chain as (select *, lag(batch_id) over (partition by account order by sequence) as before from link),
    heads as (
      select chain.batch_id, string_agg(chain.account || E'\\x1f' || chain.sequence || E'\\x1f' ||
        case when chain.before is null then repeat('00', 32) else coalesce(encode(b.hash, 'hex'), '') end, E'\\n' order by chain.account) as text
      from chain left join ledger_batch b on b.id = chain.before group by chain.batch_id
    ), rows as (
      select batch_id, string_agg(concat_ws(E'\\x1f', source, source_id, line, coalesce(description, ''), amount, debit_account,
        credit_account, debit_sequence, credit_sequence, debit_balance, credit_balance), E'\\n' order by position) as text
      from ledger_transfer group by batch_id
    )
    select coalesce(b.id, rows.batch_id)::text as subject, 'the batch is not what was posted' as detail
    from ledger_batch b full join rows on rows.batch_id = b.id left join heads on heads.batch_id = rows.batch_id
    where b.id is null or b.hash is distinct from sha256(convert_to(to_char(b.posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || E'\\n' || heads.text || E'\\n' || rows.text, 'UTF8'))`,
  head: `
    with ${ENTRY}, newest as (select distinct on (account) account, batch_id from entry order by account, sequence desc)
    select a.code as subject, 'its head is not the hash of its newest batch' as detail
    from ledger_account a left join newest n on n.account = a.id left join ledger_batch b on b.id = n.batch_id
    where a.head is distinct from coalesce(b.hash, decode(repeat('00', 32), 'hex'))`,
};

/**
 * A sentence for each violation of a rule, by one statement per rule: each opens with the rule's name and a colon; at
 * most 100 per rule.
 */
export async function findDifferences(connection: Connection): Promise<string[]> {
  const differences: string[] = [];
  for (const [check, text] of Object.entries(CHECKS)) {
    const rows = await connection.query<{ subject: string; detail: string }>(`${text} limit 100`);
    differences.push(...rows.map(({ subject, detail }) => `${check}: ${subject} ${detail}`));
  }
  return differences;
}

/** The totals of all accounts. */
export async function readTotals(
  connection: Connection,
): Promise<{ accounts: number; transactions: number; entries: number; fingerprint: string }> {
  const [row] = await connection.query<{
    accounts: bigint;
    transactions: bigint;
    transfers: bigint;
    fingerprint: string;
  }>(
    `select count(*) as accounts, (select count(*) from ledger_transfer where line = 0) as transactions,
       (select count(*) from ledger_transfer) as transfers,
       encode(sha256(convert_to(coalesce(string_agg(code || encode(head, 'hex'), E'\\n' order by code), ''), 'UTF8')), 'hex') as fingerprint
     from ledger_account`,
  );
  if (row === undefined) throw new Error('the database gave no totals');
  const { accounts, transactions, transfers, fingerprint } = row;
  return {
    accounts: Number(accounts),
    transactions: Number(transactions),
    entries: 2 * Number(transfers),
    fingerprint,
  };
}

async function openAccounts(tx: Transaction, refs: AccountRef[]): Promise<void> {
  await tx.query(
    `insert into ledger_account (code, asset, kind, normal_side, may_go_negative)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[]) on conflict (code) do nothing`,
    [
      refs.map(({ code }) => code),
      refs.map(({ asset }) => asset),
      refs.map(({ kind }) => kind),
      refs.map(({ normalSide }) => normalSide),
      refs.map(({ mayGoNegative }) => mayGoNegative),
    ],
  );
}

/** The closed months, oldest first. */
export async function listClosedMonths(connection: Connection): Promise<KeptMonth[]> {
  return connection.query<KeptMonth>(
    `select month, coalesce(lag(last_batch) over (order by month), 0) as after, last_batch as last, batches::int, transfers::int, accounts::int,
       encode(balances, 'hex') as balances, encode(lag(digest) over (order by month), 'hex') as before, encode(digest, 'hex') as digest,
       encode(seal, 'hex') as seal, closed_at as "closedAt"
     from ledger_month order by month`,
  );
}

/** Keeps a closed month; one that is kept already stays as it is. */
export async function insertClosedMonth(connection: Connection, closed: SealedMonth): Promise<void> {
  const { month, last, batches, transfers, accounts, digest, seal } = closed;
  await connection.query(
    `insert into ledger_month (month, last_batch, batches, transfers, accounts, balances, digest, seal)
     values ($1, $2, $3, $4, $5, decode($6, 'hex'), decode($7, 'hex'), decode($8, 'hex')) on conflict (month) do nothing`,
    [month, last, batches, transfers, accounts, closed.balances, digest, seal],
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
  readonly holdings: readonly string[];
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
       select s.account, array_agg(s.low order by s.place) as entries, array_agg(coalesce(e.balance, 0) order by s.place) as holdings,
         array_agg(coalesce(encode(b.hash, 'hex'), $4) order by s.place) as heads
       from search s left join lateral ${entryOf('s.account', 's.low')} e on true left join ledger_batch b on b.id = e.batch_id
       where s.high - s.low = 1 group by s.account
     )
     select p.id, p.code, p.asset, p.kind, p.normal_side as "normalSide", p.may_go_negative as "mayGoNegative",
       p.sequence as "nowEntries", p.balance as "nowBalance", encode(p.head, 'hex') as "nowHead",
       p.newest_balance as "newestBalance", coalesce(encode(b.hash, 'hex'), $4) as "newestHead",
       exists (select 1 from ledger_transfer where debit_account = p.id and debit_sequence > p.sequence)
         or exists (select 1 from ledger_transfer where credit_account = p.id and credit_sequence > p.sequence) as "hasMore",
       r.entries, r.holdings, r.heads
     from page p join reached r on r.account = p.id left join ledger_batch b on b.id = p.newest_batch
     order by p.id`,
    [afterId, limit, marks, NO_HASH],
  );
  return rows.map(
    ({ nowEntries, nowBalance, nowHead, newestBalance, newestHead, entries, holdings, heads, ...account }) =>
      Object.assign(account, {
        now: stateOf(nowEntries, nowBalance, nowHead),
        newest: newestBalance === null ? null : stateOf(nowEntries, newestBalance, newestHead),
        states: entries.map((count, at) => stateOf(count, holdings[at], heads[at])),
      }),
  );
}

const NO_HASH = '00'.repeat(32);

const stateOf = (entries: bigint, units = '0', head: string | null = null): AccountAt => ({
  entries,
  balance: BigInt(units),
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
