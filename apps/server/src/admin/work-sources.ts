import type { WorkKind } from '@kobogate/contract';
import { IS_TO_REVIEW, IS_UNDECIDED } from '../sales/index.ts';

/** Where a page of the queue ended: the urgency, the time and the name of its last item. */
export interface QueuePlace {
  readonly urgency: number;
  readonly microseconds: bigint;
  readonly key: string;
}

/** As SQL: whether a source of rates is still asked, and whether it has given none for minutes. */
export const IS_ASKED = `asked_at > clock_timestamp() - interval '1 hour'`;
export const IS_DEAD = `coalesce(answered_at < asked_at - interval '5 minutes', true)`;

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
  /** The kind that an item is shown as, where that is not always the source's. */
  readonly shownAs?: string;
}

const nameOf = (user: string): string =>
  `(select trim(u.first_name || ' ' || u.last_name) from app_user u where u.id = ${user})`;
const IS_LISTED = `exists (select from order_deposit d join sanctions_hit h on h.deposit_id = d.deposit_id where d.order_id = o.id)`;
const ORDER = {
  id: 'o.id',
  about: nameOf('o.user_id'),
  kobo: 'o.naira_kobo',
  asset: 'o.asset',
  amount: 'o.amount',
} as const;
const REFUND = { id: 'r.id', about: nameOf('r.user_id'), asset: 'r.asset', amount: 'r.amount' } as const;
const DEPOSIT = { id: 'd.id', about: nameOf('d.user_id'), asset: 'd.asset', amount: 'd.amount' } as const;

// Each kind by an index of its few open rows, or from a table that has few.
export const WORK: Readonly<Record<WorkKind, WorkSource>> = {
  fence: { rows: 'from fence f where f.lifted_at is null', since: 'f.raised_at', id: 'f.id', about: 'f.reason' },
  recovery: {
    rows: `from recovery_transfer t where t.status = 'open'`,
    since: 't.made_at',
    id: 't.id',
    about: 't.reference',
    kobo: 't.amount_kobo',
  },
  'payouts-unknown': { ...ORDER, rows: `from customer_order o where ${IS_UNDECIDED}`, since: 'o.updated_at' },
  'payouts-failed': {
    ...ORDER,
    rows: `from customer_order o where o.payout in ('failed', 'reversed')
      and o.id not in (select p.order_id from payout p where p.needs_person)`,
    since: 'o.updated_at',
  },
  orders: {
    ...ORDER,
    rows: `from customer_order o where ${IS_TO_REVIEW}`,
    since: 'o.created_at',
    shownAs: `case when ${IS_LISTED} then 'sanctions' else 'orders' end`,
  },
  sanctions: { ...ORDER, rows: `from customer_order o where ${IS_TO_REVIEW} and ${IS_LISTED}`, since: 'o.created_at' },
  refunds: { ...REFUND, rows: `from refund r where r.status = 'requested'`, since: 'r.requested_at' },
  'refunds-due': { ...REFUND, rows: `from refund r where r.status = 'approved'`, since: 'r.updated_at' },
  plans: {
    rows: `from spending_plan p where p.status = 'open'
      and (not exists (select from outgoing_transaction o where o.plan_id = p.id)
        or exists (select from outgoing_transaction o where o.plan_id = p.id and o.status = 'sent' and o.refusal is not null))`,
    since: 'p.made_at',
    id: 'p.id',
    about: 'null',
    network: 'p.network',
  },
  vouching: {
    ...DEPOSIT,
    rows: `from deposit d where d.waits_for is not null and d.status in ('seen', 'confirming')
      and (d.waits_for = 'person' or (d.waits_for = 'provider' and d.updated_at < clock_timestamp() - interval '10 minutes'))`,
    since: 'd.seen_at',
  },
  unclaimed: {
    ...DEPOSIT,
    rows: `from deposit d where d.user_id is null and d.status in ('seen', 'confirming', 'confirmed')`,
    since: 'd.seen_at',
  },
  late: {
    ...DEPOSIT,
    rows: 'from late_deposit l join deposit d on d.id = l.deposit_id where l.settled_at is null',
    since: 'l.noted_at',
  },
  suspense: {
    // Coins without a known owner are `unclaimed`: their account names no person.
    rows: `from ledger_account a where a.kind = 'suspense' and a.balance > 0 and split_part(a.code, ':', 3) <> 'unknown'`,
    since: 'null::timestamptz',
    id: `(split_part(a.code, ':', 3) || ' ' || a.asset) collate "C"`,
    about: nameOf(`split_part(a.code, ':', 3)::uuid`),
    asset: 'a.asset',
    amount: 'a.balance',
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
    since: 'null::timestamptz',
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
  sources: {
    rows: `from rate_source where ${IS_ASKED} and ${IS_DEAD}`,
    since: 'answered_at',
    id: 'source',
    about: 'source',
  },
  proposals: {
    rows: 'from setting_proposal p',
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
const MAY_LACK_TIME: ReadonlySet<WorkKind> = new Set(['suspense', 'networks', 'sources', 'addresses']);

const PLACE = `timestamptz 'epoch' + $2::bigint * interval '1 microsecond'`;

/** A part of a statement: the first items of a source after the place, by its own index. $1 and $4 are those of `listQueue`. */
export function itemsOf(kind: WorkKind, urgency: number, after: QueuePlace | null): string {
  const {
    rows,
    since,
    id,
    about,
    kobo = 'null',
    asset = 'null',
    amount = 'null',
    network = 'null',
    shownAs,
  } = WORK[kind];
  const at = MAY_LACK_TIME.has(kind) ? `coalesce(${since}, ${UNKNOWN_TIME})` : since;
  const key = `('${kind}:' || ${id}) collate "C"`;
  const isLater = `${at} >= ${PLACE} and (${at}, ${key}) > (${PLACE}, $3)`;
  const narrowed =
    after?.urgency === urgency ? `${rows} ${rows.includes(' where ') ? 'and' : 'where'} ${isLater}` : rows;
  return `(select ${shownAs ?? `'${kind}'`} as kind, (${id})::text as id, ${since} as since, (${about})::text as about,
      (${kobo})::text as kobo, (${asset})::text as asset, (${amount})::text as amount, (${network})::text as network,
      ${urgency} as urgency, ${at} as at, ${key} as key
    ${narrowed} order by ${at}, ${id} limit $4)`;
}
