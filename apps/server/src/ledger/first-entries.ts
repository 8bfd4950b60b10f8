import type { Connection } from '../platform/database.ts';
import type { AccountKind } from './chart.ts';

/** Where a stretch of time lies among an account's entries: from `first` up to, and without, `end`. */
export interface EntrySpan {
  readonly account: number;
  readonly code: string;
  readonly kind: AccountKind;
  readonly first: bigint;
  readonly end: bigint;
}

/** How far two machines' clocks may differ without an entry falling out of its stretch. */
export const CLOCK_TOLERANCE_MS = 10 * 60 * 1000;

/** Which accounts: all of some kinds, or those of some codes. */
export type AccountChoice = { readonly kinds: readonly AccountKind[] } | { readonly codes: readonly string[] };

/**
 * For every account that is chosen, which entries were posted from `from` up to, and without, `to`. An account's
 * entries are numbered in the order in which they were posted, so two searches by halves find them: what lies before
 * and after is never read, and posting pays for no index on time.
 * Exact where clocks never step back; a caller that must be exact widens the stretch and compares each entry's time.
 */
export async function findEntrySpans(
  connection: Connection,
  choice: AccountChoice,
  { from, to }: { from: Date; to: Date },
): Promise<EntrySpan[]> {
  const [column, chosen] = 'kinds' in choice ? ['kind', choice.kinds] : ['code', choice.codes];
  // `low` is the last entry known to lie before the moment (0: none), `high` the first known not to.
  const rows = await connection.query<EntrySpan>(
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
  return rows;
}
