import type { Connection, Database } from '../platform/database.ts';

export interface VerifyReport {
  ok: boolean;
  accounts: number;
  transactions: number;
  /** Two for each transfer. */
  entries: number;
  /** One hash over every account's newest one: kept outside the database, it shows whether all of the past was rewritten. */
  fingerprint: string;
  /** Sentences that open with the broken rule's name and a colon; at most 100 of each rule. */
  differences: string[];
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

/** Each rule is one statement, which sees one moment: postings may go on meanwhile. Columns: subject, detail. */
const CHECKS: Readonly<Record<string, string>> = {
  // Debits equal credits per asset: the sum of what we have less what we owe is nothing.
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
  // one change therefore shows where it was made, and not in everything after.
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

/** Recomputes the whole ledger from its transfers and reports all that differs. Changes nothing; postings may go on. */
export async function verify({ patient: connection }: Pick<Database, 'patient'>): Promise<VerifyReport> {
  const differences: string[] = [];
  for (const [check, text] of Object.entries(CHECKS)) {
    const rows = await connection.query<{ subject: string; detail: string }>(`${text} limit 100`);
    differences.push(...rows.map(({ subject, detail }) => `${check}: ${subject} ${detail}`));
  }
  return { ok: differences.length === 0, ...(await readTotals(connection)), differences };
}

async function readTotals(
  connection: Connection,
): Promise<Pick<VerifyReport, 'accounts' | 'transactions' | 'entries' | 'fingerprint'>> {
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
