import type { LinkId, OrderId, UserId } from '@kobogate/contract';
import { type Kobo, toKobo } from '@kobogate/money';
import type { Connection, Transaction } from '../../platform/database.ts';
import { HAS_BEGUN, COVERED_AS_SQL } from '../orders/db.ts';

/** How many payments, and their naira. */
export interface Sum {
  readonly payments: number;
  readonly nairaKobo: Kobo;
}

interface SumRow {
  payments: number;
  kobo: string;
}

const readSum = ({ payments, kobo }: SumRow): Sum => ({ payments, nairaKobo: toKobo(kobo) });

/**
 * As SQL: settled payments of the merchant $1 between the Lagos days $2 and $3, both included, by link: days before
 * `settled_until` as they were counted, later ones by their rows.
 */
const SETTLED = `
  select payment_link_id, payments, naira_kobo from settled_day
  where user_id = $1 and day >= $2::date and day <= $3::date
  union all
  select payment_link_id, 1, naira_kobo from settled_payment
  where user_id = $1 and settled_at >= greatest((select settled_until from order_counted), $2::timestamp at time zone 'Africa/Lagos')
    and settled_at < ($3::date + 1)::timestamp at time zone 'Africa/Lagos'`;

/** The naira of a merchant that reached the bank between two days of Lagos, both included. */
export async function sumSettled(at: Connection, merchantId: UserId, from: string, to: string): Promise<Sum> {
  const [row = { payments: 0, kobo: '0' }] = await at.query<SumRow>(
    `select coalesce(sum(payments), 0)::int as payments, coalesce(sum(naira_kobo), 0)::text as kobo from (${SETTLED}) s`,
    [merchantId, from, to],
    'settled-sum',
  );
  return readSum(row);
}

/** The same by link, the largest first, at most `limit`. */
export async function sumSettledByLink(
  at: Connection,
  merchantId: UserId,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<(Sum & { readonly linkId: LinkId; readonly name: string })[]> {
  const rows = await at.query<SumRow & { id: LinkId; name: string }>(
    `select l.id, l.name, s.payments::int as payments, s.naira_kobo::text as kobo
     from (select payment_link_id, sum(payments) as payments, sum(naira_kobo) as naira_kobo from (${SETTLED}) each
       group by payment_link_id having sum(payments) > 0 order by 3 desc, 1 limit $4) s
     join payment_link l on l.id = s.payment_link_id order by s.naira_kobo desc, l.id`,
    [merchantId, from, to, limit],
    'settled-by-link',
  );
  return rows.map((row) => Object.assign(readSum(row), { linkId: row.id, name: row.name }));
}

/** What coins have come for and has not reached the bank: on its way, held for a person, and short of coins. */
export async function sumUnsettled(
  at: Connection,
  merchantId: UserId,
): Promise<Record<'waiting' | 'held' | 'short', Sum>> {
  const rows = await at.query<SumRow & { kind: 'waiting' | 'held' | 'short' }>(
    `select case when funding = 'underpaid' then 'short' when funding = 'confirming' then 'waiting'
         when status = 'pending' or payout in ('failed', 'reversed') then 'held' else 'waiting' end as kind,
       count(*)::int as payments, sum(naira_kobo)::text as kobo
     from customer_order where user_id = $1 and kind = 'payment' and payout <> 'paid' and status <> 'declined'
       and funding not in ('awaiting', 'expired') group by 1`,
    [merchantId],
    'unsettled-sums',
  );
  const of = (kind: 'waiting' | 'held' | 'short'): Sum =>
    readSum(rows.find((row) => row.kind === kind) ?? { payments: 0, kobo: '0' });
  return { waiting: of('waiting'), held: of('held'), short: of('short') };
}

/** A reference of the merchant's, and what was settled under it. */
export interface ReferenceSum extends Sum {
  readonly reference: string;
  readonly lastSettledAt: Date;
}

/**
 * At most `limit` references that begin with `search` and come after `after`, in the order of their characters. Read along
 * one index: a page reads its own payments alone.
 */
export async function sumSettledByReference(
  at: Connection,
  merchantId: UserId,
  { search, after, limit }: { search: string; after: string | null; limit: number },
): Promise<ReferenceSum[]> {
  const rows = await at.query<SumRow & { reference: string; last: Date }>(
    `select reference collate "C" as reference, count(*)::int as payments, sum(naira_kobo)::text as kobo, max(settled_at) as last
     from settled_payment
     where user_id = $1 and reference is not null and reference collate "C" >= $2
       and reference collate "C" < $2 || chr(1114111) and ($3::text is null or reference collate "C" > $3)
     group by 1 order by 1 limit $4`,
    [merchantId, search, after, limit],
    'settled-by-reference',
  );
  return rows.map((row) => Object.assign(readSum(row), { reference: row.reference, lastSettledAt: row.last }));
}

/** Under how many references, of those that begin with a text, something was settled. */
export async function countReferences(at: Connection, merchantId: UserId, search: string): Promise<number> {
  const [row] = await at.query<{ count: number }>(
    `select count(distinct reference)::int as count from settled_payment
     where user_id = $1 and reference is not null and reference collate "C" >= $2
       and reference collate "C" < $2 || chr(1114111)`,
    [merchantId, search],
    'settled-references-count',
  );
  return row?.count ?? 0;
}

/** The place of a settled payment in the order of their settlement. */
export interface SettledPlace {
  readonly orderId: OrderId;
  readonly settledAt: Date;
  /** The same to the microsecond. */
  readonly cursor: string;
}

/** At most `limit` settled payments from `start` up to `end`, after `after`, oldest settlement first. */
export async function listSettled(
  at: Connection,
  merchantId: UserId,
  filter: { linkId: LinkId | null; start: Date; end: Date; after: SettledPlace | null; limit: number },
): Promise<SettledPlace[]> {
  const { linkId, start, end, after, limit } = filter;
  return at.query<{ orderId: OrderId; settledAt: Date; cursor: string }>(
    `select order_id as "orderId", settled_at as "settledAt", settled_at::text as cursor from settled_payment
     where user_id = $1 and settled_at >= $2 and settled_at < $3 and ($4::uuid is null or payment_link_id = $4)
       and ($5::timestamptz is null or (settled_at, order_id) > ($5, $6::uuid))
     order by settled_at, order_id limit $7`,
    [merchantId, start, end, linkId, after?.cursor ?? null, after?.orderId ?? null, limit],
    'settled-list',
  );
}

/** Rows of that age and older are added to the counts; the triggers of `customer_order` look at some younger ones too. */
const COUNTED_AFTER = `interval '3 days'`;

/**
 * The next Lagos day that is to be counted, from its start up to its end; days without a row are passed over. Empty where there is
 * none. `at`: the column with a row's time; `until`: that of `order_counted` with the end of what is counted.
 */
async function findNextDay(
  tx: Transaction,
  { table, at, until }: { table: string; at: string; until: string },
): Promise<{ start: string; end: string; is_last: boolean }> {
  const [day] = await tx.query<{ start: string; end: string; is_last: boolean }>(
    `with target as (
       select ${until} as until, date_trunc('day', now() - ${COUNTED_AFTER}, 'Africa/Lagos') as last from order_counted
     ), first as (
       select last, greatest(until, coalesce(
         (select date_trunc('day', min(${at}), 'Africa/Lagos') from ${table} where ${at} >= until),
         last)) as start
       from target
     )
     select least(start, last)::text as start, least(start + interval '1 day', last)::text as end,
       start + interval '1 day' >= last as is_last
     from first`,
  );
  if (day === undefined) throw new Error('the database gave no day');
  return day;
}

/** Whether a day has passed that is not counted, so that the lock is not asked for in vain. `until` as in `findNextDay`. */
async function isDayDue(tx: Transaction, until: string): Promise<boolean> {
  const [row] = await tx.query<{ isDue: boolean }>(
    `select ${until} < date_trunc('day', now() - ${COUNTED_AFTER}, 'Africa/Lagos') as "isDue" from order_counted`,
  );
  return row?.isDue === true;
}

/**
 * Counts the next day of settled payments that is older than three days; false where there was none left. Settling waits
 * for as long as that day is read.
 */
export async function countNextSettledDay(tx: Transaction): Promise<boolean> {
  if (!(await isDayDue(tx, 'settled_until'))) return false;
  await tx.query(`lock table settled_payment in share mode`);
  const day = await findNextDay(tx, { table: 'settled_payment', at: 'settled_at', until: 'settled_until' });
  await tx.query(
    `insert into settled_day as counted (user_id, day, payment_link_id, payments, naira_kobo)
     select user_id, (settled_at at time zone 'Africa/Lagos')::date, payment_link_id, count(*), sum(naira_kobo)
     from settled_payment where settled_at >= $1 and settled_at < $2 group by 1, 2, 3
     on conflict (user_id, day, payment_link_id)
     do update set payments = counted.payments + excluded.payments, naira_kobo = counted.naira_kobo + excluded.naira_kobo`,
    [day.start, day.end],
  );
  await tx.query(`update order_counted set settled_until = $1`, [day.end]);
  return !day.is_last;
}

const MONTH = 'user_id, payment_link_id, month, currency, status, funding, is_paid_out';
const monthOf = `o.user_id, o.payment_link_id, date_trunc('month', o.created_at at time zone 'Africa/Lagos')::date, o.currency,
  o.status, o.funding, o.payout = 'paid'`;

/**
 * Adds the next Lagos day of orders to the counts, where one has passed. Answers whether there may be more. While it
 * counts, orders are not written: for as long as reading one day of orders takes.
 */
export async function countNextDay(tx: Transaction): Promise<boolean> {
  if (!(await isDayDue(tx, 'until'))) return false;
  await tx.query(`lock table customer_order in share mode`);
  const day = await findNextDay(tx, { table: 'customer_order', at: 'created_at', until: 'until' });
  await tx.query(
    `insert into order_day as counted (day, status, is_covered, orders)
     select (o.created_at at time zone 'Africa/Lagos')::date, o.status, o.funding in ${COVERED_AS_SQL}, count(*) from customer_order o
     where o.created_at >= $1 and o.created_at < $2 and ${HAS_BEGUN} group by 1, 2, 3
     on conflict (day, status, is_covered) do update set orders = counted.orders + excluded.orders`,
    [day.start, day.end],
  );
  await tx.query(
    `insert into order_month as counted (${MONTH}, orders, naira_kobo)
     select ${monthOf}, count(*), sum(o.naira_kobo)
     from customer_order o where o.created_at >= $1 and o.created_at < $2 group by 1, 2, 3, 4, 5, 6, 7
     on conflict (${MONTH})
     do update set orders = counted.orders + excluded.orders, naira_kobo = counted.naira_kobo + excluded.naira_kobo`,
    [day.start, day.end],
  );
  await tx.query(`update order_counted set until = $1`, [day.end]);
  return !day.is_last;
}

/**
 * As SQL: PostgreSQL does not look into such a part. It cannot know how few orders are younger than those counted, or wait
 * for an administrator, and would read a whole index of what else is asked for beside them.
 */
export const APART = 'offset 0';

/**
 * As SQL: how many orders of some owners or links, and their naira, by owner, link, month of Lagos, coin and state (the
 * columns of `order_month`). `whose` names them by `user_id` or `payment_link_id`, and `which` restricts them further.
 */
export const monthsOf = (whose: string, which = 'true'): string =>
  `select ${MONTH}, orders, naira_kobo from order_month where ${whose} and ${which}
   union all
   select ${monthOf}, 1, o.naira_kobo from (
     select * from customer_order where created_at >= (select until from order_counted) and ${whose} ${APART}) o
   where ${which}`;

/** As SQL: the naira (kobo) of all orders of a user that were paid out. `user` names the user's id, such as `u.id`. */
export const paidOf = (user: string): string =>
  `(coalesce((select p.naira_kobo from order_paid p where p.user_id = ${user}), 0) + (
     select coalesce(sum(o.naira_kobo), 0) from (
       select naira_kobo, payout from customer_order
       where created_at >= (select until from order_counted) and user_id = ${user} ${APART}) o
     where o.payout = 'paid'))`;

/** As SQL: whether the orders of such a row count for their owner, and whether their coins were paid for. */
export const MONTH_HAS_BEGUN = `(payment_link_id is null or funding not in ('awaiting', 'expired'))`;
export const MONTH_IS_PAID = `(status <> 'declined' and funding in ${COVERED_AS_SQL})`;

/** Removes the merchant's own numbers of settled payments. */
export async function eraseSettledReferences(tx: Transaction, orderIds: readonly OrderId[]): Promise<void> {
  await tx.query(`update settled_payment set reference = null where order_id = any($1::uuid[])`, [orderIds]);
}
