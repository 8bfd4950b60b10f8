import { endpoints, type NameResolution, PLAN_STUCK_HOURS, type WorkKind } from '@kobogate/contract';
import { countsStill, IS_LISTED, OPEN_PROPOSALS } from '../../controls/index.ts';
import { RESETS_TO_DECIDE } from '../../identity/index.ts';
import type { Connection } from '../../platform/database.ts';
import { IS_TO_REVIEW, IS_UNDECIDED } from '../../sales/index.ts';

/** Where a page of the queue ended: the urgency, the time and the name of its last item. */
export interface QueuePlace {
  readonly urgency: number;
  readonly microseconds: bigint;
  readonly key: string;
}

/** As SQL: whether a source of rates is still asked, and whether it has given none for minutes. */
const IS_ASKED = `asked_at > clock_timestamp() - interval '1 hour'`;
const IS_DEAD = `coalesce(answered_at < asked_at - interval '5 minutes', true)`;

/** Orders whose payout failed or came back, but for those of the bank's unclear answers. As SQL. */
const HAS_FAILED = `o.payout in ('failed', 'reversed') and o.id not in (select p.order_id from payout p where p.needs_person)`;

/** Work of one kind: where its rows come from, since when each waits, and what the queue shows of it. All is SQL. */
interface WorkSource {
  readonly rows: string;
  /** In the order of an index where there may be many. */
  readonly since: string;
  readonly id: string;
  readonly about: string;
  readonly kobo?: string;
  readonly asset?: string;
  readonly amount?: string;
  readonly network?: string;
  readonly payee?: string;
  /** The kind that an item is shown as, where that is not always the source's. */
  readonly shownAs?: string;
}

const nameOf = (user: string): string =>
  `(select trim(u.first_name || ' ' || u.last_name) from app_user u where u.id = ${user})`;
const ORDER = {
  id: 'o.id',
  about: nameOf('o.user_id'),
  kobo: 'o.naira_kobo',
  asset: 'o.asset',
  amount: 'o.amount',
  payee: 'o.name_resolution',
} as const;
const REFUND = { id: 'r.id', about: nameOf('r.user_id'), asset: 'r.asset', amount: 'r.amount' } as const;
const PLAN = { id: 'p.id', about: 'null', network: 'p.network' } as const;
const DEPOSIT = { id: 'd.id', about: nameOf('d.user_id'), asset: 'd.asset', amount: 'd.amount' } as const;

/** Since when an account `a` of the ledger has had something: it was empty before that posting. */
const filledSince = (side: 'debit' | 'credit'): string =>
  `(select b.posted_at from ledger_transfer t join ledger_batch b on b.id = t.batch_id
    where t.${side}_account = a.id and t.${side}_balance = t.amount order by t.${side}_sequence desc limit 1)`;
/** Of a person's account `a` of the ledger. */
const OF_PERSON = {
  id: `(split_part(a.code, ':', 3) || ' ' || a.asset) collate "C"`,
  about: nameOf(`split_part(a.code, ':', 3)::uuid`),
  asset: 'a.asset',
  amount: 'a.balance',
} as const;

/** As SQL: coins that are booked as the operator's own, where a second person is to say that they are not. */
const RETURNS_TO_DECIDE = `select r.coins_id, r.first_approved_at, coalesce(d.asset, s.asset), coalesce(d.amount, g.amount - g.drawn), 'Booked as the operator’s own'
  from operator_return r join app_user f on f.id = r.first_approved_by
    and ${countsStill('f', 'r.first_approved_at', endpoints.suspense.keepUnclaimed)}
  left join deposit d on d.id = r.coins_id and d.status = 'confirmed'
  left join surplus_share g on g.id = r.coins_id and g.drawn < g.amount left join balance_surplus s on s.id = g.surplus_id
  where r.decided_at is null and coalesce(d.id, g.id) is not null`;

/**
 * As SQL: coins without an owner that no decision leaves where they are. They are deposits, and what is left of booked surpluses: those
 * that custody booked when they were explained (`IS_BOOKED` there says why a second is allowed in between). And `RETURNS_TO_DECIDE`.
 */
const WITHOUT_OWNER = `select d.id, d.seen_at as since, d.asset, d.amount, null as about from deposit d
    where d.user_id is null and d.status in ('seen', 'confirming', 'confirmed') and not exists (
      select from deposit_claim c where c.deposit_id = d.id and c.kind <> 'customer' and c.decided_at is not null)
  union all
  select s.id, s.found_at, s.asset, s.amount - shares.settled, null
  from balance_surplus s cross join lateral (
    select coalesce(sum(g.amount) filter (where g.decided_at is not null and g.kind <> 'suspense'), 0) as settled,
      bool_or(g.kind = 'suspense') and not bool_or(g.decided_at is null and g.kind <> 'payment') as is_kept
    from surplus_share g where g.surplus_id = s.id) shares
  where s.booked_at < s.explained_at + interval '1 second' and shares.settled < s.amount and shares.is_kept is not true
  union all ${RETURNS_TO_DECIDE}`;

// Each kind by an index of its few open rows, or from a table that has few.
const WORK: Readonly<Record<WorkKind, WorkSource>> = {
  fence: { rows: 'from fence f where f.lifted_at is null', since: 'f.raised_at', id: 'f.id', about: 'f.reason' },
  recovery: {
    rows: `from recovery_transfer t where t.status = 'open'`,
    since: 't.made_at',
    id: 't.id',
    about: 't.reference',
    kobo: 't.amount_kobo',
  },
  owed: {
    rows: `from recovery_transfer t where t.status = 'owed'`,
    since: 'coalesce(t.decided_at, t.made_at)',
    id: 't.id',
    about: nameOf('t.user_id'),
    kobo: 't.amount_kobo',
  },
  'payouts-unknown': { ...ORDER, rows: `from customer_order o where ${IS_UNDECIDED}`, since: 'o.updated_at' },
  'payouts-failed': {
    ...ORDER,
    rows: `from customer_order o where ${HAS_FAILED}`,
    since: 'o.updated_at',
    shownAs: `case when ${IS_LISTED} then 'sanctions' else 'payouts-failed' end`,
  },
  orders: {
    ...ORDER,
    rows: `from customer_order o where ${IS_TO_REVIEW}`,
    since: 'o.created_at',
    shownAs: `case when ${IS_LISTED} then 'sanctions' else 'orders' end`,
  },
  // What the lists of both kinds show as this one.
  sanctions: {
    ...ORDER,
    rows: `from (select o.*, o.created_at as waits_since from customer_order o where ${IS_TO_REVIEW} and ${IS_LISTED}
      union all select o.*, o.updated_at from customer_order o where ${HAS_FAILED} and ${IS_LISTED}) o where true`,
    since: 'o.waits_since',
  },
  // A person has one at most.
  'factor-resets': { rows: RESETS_TO_DECIDE, since: 'r.asked_at', id: 'r.user_id', about: nameOf('r.user_id') },
  refunds: { ...REFUND, rows: `from refund r where r.status = 'requested'`, since: 'r.requested_at' },
  'refunds-due': { ...REFUND, rows: `from refund r where r.status = 'approved'`, since: 'r.updated_at' },
  plans: {
    ...PLAN,
    rows: `from spending_plan p where p.status = 'open'
      and not exists (select from outgoing_transaction o where o.plan_id = p.id)`,
    since: 'p.made_at',
  },
  'plans-stuck': {
    ...PLAN,
    // One that another is to take the place of is no longer open.
    rows: `from spending_plan p join lateral (
        select min(o.sent_at) as since, bool_or(o.refusal is not null) as is_refused, min(coalesce(o.handed_at, o.sent_at)) as handed_at
        from outgoing_transaction o where o.plan_id = p.id and o.status = 'sent') waits on true
      where p.status = 'open' and (waits.is_refused or waits.handed_at < clock_timestamp() - interval '${PLAN_STUCK_HOURS} hours')`,
    since: 'waits.since',
  },
  vouching: {
    ...DEPOSIT,
    rows: `from deposit d where d.waits_for is not null and d.status in ('seen', 'confirming')
      and (d.waits_for = 'person' or (d.waits_for = 'provider' and d.updated_at < clock_timestamp() - interval '10 minutes'))`,
    since: 'd.seen_at',
  },
  unclaimed: {
    ...DEPOSIT,
    rows: `from (${WITHOUT_OWNER}) d where true`,
    since: 'd.since',
    about: 'd.about',
  },
  late: {
    ...DEPOSIT,
    rows: `from late_deposit l join deposit d on d.id = l.deposit_id where l.settled_at is null and d.status = 'confirmed'`,
    since: 'l.noted_at',
  },
  suspense: {
    // Coins without a known owner are `unclaimed`: their account names no person.
    rows: `from ledger_account a where a.kind = 'suspense' and a.balance > 0 and split_part(a.code, ':', 3) <> 'unknown'`,
    since: filledSince('credit'),
    ...OF_PERSON,
  },
  found: {
    rows: 'from found_payment p join found_transaction t on t.id = p.transaction_id where p.kind is null',
    since: 't.found_at',
    id: 'p.id',
    about: 'null',
    asset: 'p.asset',
    amount: 'p.amount',
  },
  differences: {
    rows: `from (select distinct on (day) id, day, outcome, finished_at from reconciliation
      where day > current_date - 30 order by day, finished_at desc, id desc) newest where outcome = 'differs'`,
    since: 'finished_at',
    id: 'id',
    about: 'day',
  },
  networks: {
    rows: 'from watcher where stalled is not null',
    since: 'stalled_since',
    id: 'network',
    about: 'null',
    network: 'network',
  },
  floats: {
    rows: 'from rail_float where low_since is not null',
    since: 'low_since',
    id: 'rail',
    about: 'rail',
    kobo: 'float_kobo',
  },
  debts: {
    // What left our addresses unexplained is `found`: its account names no person.
    rows: `from ledger_account a where a.kind = 'receivable' and a.balance > 0 and a.asset <> 'NGN' and split_part(a.code, ':', 3) <> 'unknown'`,
    since: filledSince('debit'),
    ...OF_PERSON,
  },
  sources: {
    rows: `from rate_source where ${IS_ASKED} and ${IS_DEAD}`,
    since: 'answered_at',
    id: 'source',
    about: 'source',
  },
  proposals: {
    rows: OPEN_PROPOSALS,
    since: 'p.proposed_at',
    id: 'p.subject',
    about: nameOf('p.proposed_by'),
  },
  addresses: {
    rows: 'from unnest($1::text[]) family',
    since: 'null::timestamptz',
    id: 'family',
    about: 'family',
  },
};

/** What has no known time comes after all that has one. */
const UNKNOWN_TIME = `timestamptz '2200-01-01'`;
const MAY_LACK_TIME: ReadonlySet<WorkKind> = new Set(['networks', 'sources', 'addresses']);

const PLACE = `timestamptz 'epoch' + $2::bigint * interval '1 microsecond'`;

/** A part of a statement: the first items of a source after the place, by its own index. $1 and $4 are those of `listQueue`. */
function itemsOf(kind: WorkKind, urgency: number, after: QueuePlace | null): string {
  const {
    rows,
    since,
    id,
    about,
    kobo = 'null',
    asset = 'null',
    amount = 'null',
    network = 'null',
    payee = 'null',
    shownAs,
  } = WORK[kind];
  const at = MAY_LACK_TIME.has(kind) ? `coalesce(${since}, ${UNKNOWN_TIME})` : since;
  const key = `('${kind}:' || ${id}) collate "C"`;
  const isLater = `${at} >= ${PLACE} and (${at}, ${key}) > (${PLACE}, $3)`;
  const narrowed =
    after?.urgency === urgency ? `${rows} ${rows.includes(' where ') ? 'and' : 'where'} ${isLater}` : rows;
  return `(select ${shownAs ?? `'${kind}'`} as kind, (${id})::text as id, ${since} as since, (${about})::text as about,
      (${kobo})::text as kobo, (${asset})::text as asset, (${amount})::text as amount, (${network})::text as network, (${payee})::text as payee,
      ${urgency} as urgency, ${at} as at, ${key} as key
    ${narrowed} order by ${at}, ${id} limit $4)`;
}

/** Everything that waits for a person, by its kind; `low` are the families whose deposit addresses run out. */
export async function countWork(
  connection: Connection,
  low: readonly string[],
): Promise<{ kind: WorkKind; count: number; oldest: Date | null }[]> {
  const parts = Object.entries(WORK).map(
    ([kind, { rows, since }]) => `select '${kind}' as kind, count(*)::int as count, min(${since}) as oldest ${rows}`,
  );
  return connection.query(parts.join(' union all '), [low], 'work');
}

/** One thing that waits, as it is in the database. */
export interface WorkRow extends QueuePlace {
  readonly kind: WorkKind;
  readonly id: string;
  readonly since: Date | null;
  readonly about: string | null;
  readonly kobo: string | null;
  readonly asset: string | null;
  readonly amount: string | null;
  readonly network: string | null;
  readonly payee: NameResolution | null;
}

/** The kinds of the queue with how urgent each is, 0 the most. */
export type Urgencies = readonly (readonly [WorkKind, number])[];

/**
 * The first `limit` things that wait, of these kinds and after a place where it is given; `low` are the families whose deposit
 * addresses run out.
 */
export async function listQueue(
  connection: Connection,
  kinds: Urgencies,
  { low, after, limit }: { low: readonly string[]; after: QueuePlace | null; limit: number },
): Promise<WorkRow[]> {
  const sources = kinds
    .filter(([, urgency]) => after === null || urgency >= after.urgency)
    .map(([kind, urgency]) => itemsOf(kind, urgency, after));
  if (sources.length === 0) return [];
  return connection.query<WorkRow>(
    `with given as (select $1::text[], $2::bigint, $3::text), item as (${sources.join(' union all ')})
     select kind, id, since, about, kobo, asset, amount, network, payee, urgency, key,
       (extract(epoch from at) * 1000000)::bigint as microseconds
     from item order by urgency, at, key limit $4`,
    [low, after?.microseconds ?? null, after?.key ?? null, limit],
  );
}

// The payouts that ended within a day, by their own index; how long since the last of the coins was final.
const ENDED = `select p.rail, p.status, p.amount_kobo, p.settled_at, extract(epoch from p.settled_at - coalesce(
    (select max(d.confirmed_at) from order_deposit od join deposit d on d.id = od.deposit_id where od.order_id = p.order_id),
    o.created_at)) as seconds
  from payout p join customer_order o on o.id = p.order_id
  where p.settled_at >= $1 and p.status in ('paid', 'failed', 'reversed')`;

export interface DayRow {
  readonly hours: { at: string; kobo: string; payouts: number }[];
  readonly settlement: { payouts: number; median: number | null; slow: number | null; within: number[] };
  readonly rails: { rail: string; paid: number; failed: number; unknown: number }[];
  readonly sources: { source: string; answeredAt: string | null; coins: number; isDead: boolean }[];
}

/**
 * The payouts since a time, which begins an hour: by hour, by how long they took, and by rail; `bounds` are the ends of
 * the times that are counted, in seconds. And the sources of rates.
 */
export async function readDay(connection: Connection, since: Date, bounds: readonly number[]): Promise<DayRow> {
  const [row] = await connection.query<DayRow>(
    `with ended as materialized (${ENDED}), paid as (select * from ended where status = 'paid'),
     hour as (
       select date_trunc('hour', settled_at, 'UTC') as at, sum(amount_kobo)::text as kobo, count(*)::int as payouts
       from paid group by 1 order by 1
     ), bucket as (
       select n, count(seconds)::int as payouts
       from generate_series(0, cardinality($2::int[])) n
       left join paid on n = case when seconds <= 0 then 0 else
         (select count(*) from unnest($2::int[]) bound where bound < seconds) end
       group by n order by n
     ), by_rail as (
       select rail, count(*) filter (where status = 'paid')::int as paid,
         count(*) filter (where status in ('failed', 'reversed'))::int as failed, count(*) filter (where status = 'unknown')::int as unknown
       from (select rail, status from ended union all select rail, status from payout where status = 'unknown') each
       group by rail order by rail
     )
     select (select coalesce(jsonb_agg(to_jsonb(hour)), '[]') from hour) as hours,
       (select jsonb_build_object('payouts', count(*), 'median', percentile_cont(0.5) within group (order by seconds),
          'slow', percentile_cont(0.99) within group (order by seconds),
          'within', (select jsonb_agg(payouts order by n) from bucket)) from paid) as settlement,
       (select coalesce(jsonb_agg(to_jsonb(by_rail)), '[]') from by_rail) as rails,
       (select coalesce(jsonb_agg(jsonb_build_object('source', source, 'answeredAt', answered_at, 'coins', coins, 'isDead', ${IS_DEAD})
          order by source), '[]') from rate_source where ${IS_ASKED}) as sources`,
    [since, bounds],
    'day',
  );
  if (row === undefined) throw new Error('the database gave no day');
  return row;
}
