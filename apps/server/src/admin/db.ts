import { type Kobo, toKobo } from '@kobogate/money';
import {
  DEPOSIT_STATES,
  type OrderId,
  type OrderView,
  PRESENCE_SECONDS,
  type UserId,
  type UserState,
} from '@kobogate/contract';
import * as z from 'zod/mini';
import { ADMIN_ACTIONS } from '../controls/index.ts';
import {
  type Account,
  ACCOUNT_CHANGES,
  ACCOUNT_COLUMNS,
  type AccountRow,
  notEnded,
  PROFILE_FIELDS,
  readAccount,
} from '../identity/index.ts';
import { RECORDS_CHANGED } from '../platform/change-feed.ts';
import type { Connection, Transaction } from '../platform/database.ts';
import { newId } from '../platform/identifiers.ts';
import { HAS_BEGUN, MONTH_HAS_BEGUN, monthsOf, paidOf } from '../sales/index.ts';
import type { ActivityFact, ActivityRecord, TimelinePlace } from './activity.ts';
import type { Search } from '../platform/search-pattern.ts';

/** An account with the data that a list of users shows beside it. */
export interface UserView {
  readonly account: Account;
  readonly lastSeenAt: Date | null;
  /** The sum of all payouts that arrived and did not come back. */
  readonly paidOutKobo: Kobo;
}

interface UserViewRow extends AccountRow {
  last_seen_at: Date | null;
  paid_out: string;
}

function readView(row: UserViewRow): UserView {
  return { account: readAccount(row), lastSeenAt: row.last_seen_at, paidOutKobo: toKobo(row.paid_out) };
}

const VIEW_COLUMNS = `${ACCOUNT_COLUMNS},
  (select max(s.last_seen_at) from session s where s.user_id = u.id) as last_seen_at,
  ${paidOf('u.id')}::text as paid_out`;

const IN_STATE: Readonly<Record<UserState, string>> = {
  unverified: 'u.disabled_at is null and u.verified_at is null',
  active: 'u.disabled_at is null and u.verified_at is not null',
  disabled: 'u.disabled_at is not null and u.closed_at is null',
  closed: 'u.closed_at is not null',
};

/** A page of the users found, newest first; those after the account `before` where it is given. */
export async function findUsers(
  connection: Connection,
  { pattern, digitsPattern }: Search,
  { state, before, limit }: { state: UserState | null; before: string | null; limit: number },
): Promise<UserView[]> {
  // The displayed data is read for the page alone, after it was found.
  const rows = await connection.query<UserViewRow>(
    `with page as (
       select u.id from app_user u
       where ($1::uuid is null or u.id < $1) and ${state === null ? 'true' : IN_STATE[state]}
         and ($2::text is null or u.search_key like $2 or u.search_key like $3)
       order by u.id desc limit $4
     )
     select ${VIEW_COLUMNS} from page join app_user u on u.id = page.id order by u.id desc`,
    [before, pattern, digitsPattern, limit],
  );
  return rows.map(readView);
}

/** One user, or null. */
export async function findUser(connection: Connection, id: UserId): Promise<UserView | null> {
  const [row] = await connection.query<UserViewRow>(`select ${VIEW_COLUMNS} from app_user u where u.id = $1`, [id]);
  return row === undefined ? null : readView(row);
}

/** How many sessions of an account are open at a given time. */
export async function countSessions(connection: Connection, userId: UserId, now: Date): Promise<number> {
  const [row] = await connection.query<{ count: number }>(
    `select count(*)::int as count from session
     where user_id = $1 and revoked_at is null and ${notEnded('$2::timestamptz')}`,
    [userId, now],
  );
  return row?.count ?? 0;
}

/** The administrator who last disabled an account, and the reason; null where there is no record. */
export async function findDisabling(
  connection: Connection,
  userId: UserId,
): Promise<{ by: string; reason: string | null } | null> {
  const [row] = await connection.query<{ by: string; reason: string | null }>(
    `select trim(a.first_name || ' ' || a.last_name) as by, x.reason
     from admin_action x join app_user a on a.id = x.admin_id
     where x.user_id = $1 and x.action = 'user-disabled' order by x.at desc limit 1`,
    [userId],
  );
  return row ?? null;
}

/** A customer's orders of all time, and since when naira goes to their account; null where none is saved. */
export async function findCustomerFacts(
  connection: Connection,
  userId: UserId,
): Promise<{ all: number; paid: number; declined: number; accountSince: Date | null }> {
  const [row] = await connection.query<{ all: number; paid: number; declined: number; accountSince: Date | null }>(
    `select coalesce(sum(orders), 0)::int as all, coalesce(sum(orders) filter (where is_paid_out), 0)::int as paid,
       coalesce(sum(orders) filter (where status = 'declined'), 0)::int as declined,
       (select max(at) from bank_account_change where user_id = $1) as "accountSince"
     from (${monthsOf('user_id = $1')}) months where ${MONTH_HAS_BEGUN}`,
    [userId],
  );
  return row ?? { all: 0, paid: 0, declined: 0, accountSince: null };
}

/** What a customer owes us, in smallest units, by asset. */
export async function findDebts(connection: Connection, userId: UserId): Promise<{ asset: string; amount: bigint }[]> {
  const rows = await connection.query<{ asset: string; amount: string }>(
    `select asset, balance as amount from ledger_account
     where kind = 'receivable' and balance > 0 and split_part(code, ':', 3) = $1 order by id`,
    [userId],
  );
  return rows.map(({ asset, amount }) => ({ asset, amount: BigInt(amount) }));
}

/** A transaction of the coins that count towards an order, by the chain’s word. */
export interface ChainProof {
  readonly transaction: string;
  readonly height: number;
  readonly block: string;
  readonly address: string;
  readonly senders: string[];
  readonly seenAt: Date;
  readonly finalAt: Date | null;
}

/** The transactions of the coins that count towards an order, with their blocks and senders, in the order of their sight. */
export function listChainProofs(connection: Connection, orderId: OrderId): Promise<ChainProof[]> {
  return connection.query(
    `select d.transaction, d.block_height::float8 as height, d.block_hash as block, a.address, min(d.seen_at) as "seenAt",
       max(d.confirmed_at) as "finalAt",
       coalesce(array_agg(distinct s.address_key order by s.address_key) filter (where s.address_key is not null), '{}') as senders
     from order_deposit o join deposit d on d.id = o.deposit_id join deposit_address a on a.id = d.address_id
       left join deposit_sender s on s.deposit_id = d.id
     where o.order_id = $1 group by d.transaction, d.block_height, d.block_hash, a.address order by min(d.seen_at), d.transaction`,
    [orderId],
  );
}

/** Records that everything about a person was given out, and to whom. */
export async function saveExport(
  tx: Transaction,
  { userId, by, madeAt }: { userId: UserId; by: UserId; madeAt: Date },
): Promise<void> {
  await tx.query(`insert into data_export (id, user_id, made_by, made_at) values ($1, $2, $3, $4)`, [
    newId(),
    userId,
    by,
    madeAt,
  ]);
}

/** Records which order an administrator looks at; that they still do changes nothing that the live streams tell. */
export async function saveLooker(
  tx: Transaction,
  { adminId, orderId }: { adminId: UserId; orderId: OrderId | null },
): Promise<void> {
  const rows = await tx.query<{ is_new: boolean }>(
    `insert into order_looker as known (admin_id, order_id, since, seen_at, changed_at)
     values ($1, $2, statement_timestamp(), statement_timestamp(), statement_timestamp())
     on conflict (admin_id) do update set order_id = excluded.order_id, seen_at = excluded.seen_at,
       since = case when known.order_id is distinct from excluded.order_id then excluded.since else known.since end,
       changed_at = case when known.order_id is distinct from excluded.order_id or known.seen_at < excluded.seen_at - ${STAYS}
         then excluded.changed_at else known.changed_at end
     returning changed_at = seen_at as is_new`,
    [adminId, orderId],
    'looker-save',
  );
  if (rows[0]?.is_new === true) tx.announce(RECORDS_CHANGED);
}

/** The lists of orders that someone of the team has named, the oldest first. */
export function listOrderViews(connection: Connection, userId: UserId): Promise<OrderView[]> {
  return connection.query(`select name, query from order_view where user_id = $1 order by made_at, name`, [userId]);
}

/** Saves a list under its name, in place of one of that name; false where there are `most` others already. */
export async function saveOrderView(
  tx: Transaction,
  { userId, name, query, most }: { userId: UserId; name: string; query: string; most: number },
): Promise<boolean> {
  const saved = await tx.query(
    `insert into order_view (user_id, name, query)
     select $1, $2, $3 where (select count(*) from order_view where user_id = $1 and name <> $2) < $4
     on conflict (user_id, name) do update set query = excluded.query returning name`,
    [userId, name, query, most],
  );
  return saved.length > 0;
}

/** Removes a list, where there is one of that name. */
export async function removeOrderView(tx: Transaction, userId: UserId, name: string): Promise<void> {
  await tx.query(`delete from order_view where user_id = $1 and name = $2`, [userId, name]);
}

const STAYS = `interval '${PRESENCE_SECONDS} seconds'`;

/** The administrators besides one who look at an order, the one who came first before the others. */
export function listLookers(
  connection: Connection,
  except: UserId,
): Promise<{ orderId: OrderId; adminId: UserId; by: string; since: Date }[]> {
  return connection.query(
    `select l.order_id as "orderId", l.admin_id as "adminId", trim(u.first_name || ' ' || u.last_name) as by, l.since
     from order_looker l join app_user u on u.id = l.admin_id
     where l.seen_at > clock_timestamp() - ${STAYS} and l.order_id is not null and l.admin_id <> $1
     order by l.since, l.admin_id`,
    [except],
    'lookers',
  );
}

/** Lines of one kind in the timeline of an account: where they come from and what they say. All is SQL. */
interface LineSource {
  readonly from: string;
  readonly where: string;
  readonly at: string;
  /** SQL of a text that is unique within the account. */
  readonly id: string;
  /** Arguments of `jsonb_build_object`. */
  readonly fact: string;
  readonly by?: string;
  readonly reason?: string;
  readonly order?: string;
}

/** A part of a statement: the newest lines of a source before the place, by its own index. */
const linesOf = ({ from, where, at, id, fact, by = 'null', reason = 'null', order = 'null' }: LineSource): string =>
  `(select (${id}) collate "C" as id, ${at} as at, jsonb_build_object(${fact}) as fact,
      (${by})::text as by, (${reason})::text as reason, (${order})::uuid as order_id
    from ${from}, place
    where ${where} and (place.at is null or (${at} <= place.at and (${at}, (${id}) collate "C") < (place.at, place.id)))
    order by 2 desc, 1 desc limit $4)`;

const SOURCES: readonly LineSource[] = [
  { from: 'app_user u', where: 'u.id = $1', at: 'u.created_at', id: `'signed-up'`, fact: `'kind', 'signed-up'` },
  {
    from: 'app_user u',
    where: 'u.id = $1 and u.verified_at is not null',
    at: 'u.verified_at',
    id: `'verified'`,
    fact: `'kind', 'verified'`,
  },
  {
    from: 'session s',
    where: 's.user_id = $1',
    at: 's.created_at',
    id: `'session-' || s.id`,
    fact: `'kind', 'signed-in', 'address', s.address`,
  },
  {
    from: 'bank_account_change b',
    where: 'b.user_id = $1',
    at: 'b.at',
    id: `'bank-account-' || b.id`,
    fact: `'kind', 'payout-account', 'bankName', b.bank_name, 'accountNumber', b.account_number`,
  },
  {
    from: 'account_change c',
    where: 'c.user_id = $1',
    at: 'c.at',
    id: `'account-' || c.id`,
    fact: `'kind', 'account', 'change', c.change, 'fields', c.fields`,
  },
  {
    from: 'deposit d',
    where: 'd.user_id = $1',
    at: 'd.seen_at',
    id: `'deposit-' || d.id`,
    fact: `'kind', 'deposit', 'asset', d.asset, 'amount', d.amount::text, 'status', d.status`,
  },
  {
    from: 'customer_order o join order_event e on e.order_id = o.id',
    // Deposits, and administrators' acts, have their own lines and are not repeated here.
    where: `o.user_id = $1 and ${HAS_BEGUN} and e.type not in ('deposit-seen', 'deposit-dropped', 'approved', 'first-approved', 'approval-undone', 'declined', 'payout-rerouted')`,
    at: 'e.at',
    id: `'order-' || e.id`,
    fact: `'kind', case when e.type like 'payout-%' then 'payout' else 'order' end, 'text', e.text`,
    order: 'o.id',
  },
  {
    from: 'admin_action x join app_user a on a.id = x.admin_id',
    where: 'x.user_id = $1',
    at: 'x.at',
    id: `'admin-' || x.id`,
    fact: `'kind', 'admin', 'action', x.action`,
    by: `trim(a.first_name || ' ' || a.last_name)`,
    reason: 'x.reason',
    order: 'x.order_id',
  },
];

/** What a line says, as its source gives it. */
const factSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signed-up') }),
  z.object({ kind: z.literal('verified') }),
  z.object({ kind: z.literal('signed-in'), address: z.string() }),
  z.object({ kind: z.literal('payout-account'), bankName: z.string(), accountNumber: z.string() }),
  z.object({
    kind: z.literal('deposit'),
    asset: z.string(),
    amount: z.pipe(
      z.string(),
      z.transform((amount) => BigInt(amount)),
    ),
    status: z.enum(DEPOSIT_STATES),
  }),
  z.object({
    kind: z.literal('account'),
    change: z.enum(ACCOUNT_CHANGES),
    fields: z.array(z.enum(PROFILE_FIELDS)),
  }),
  z.object({ kind: z.enum(['order', 'payout']), text: z.string() }),
  z.object({ kind: z.literal('admin'), action: z.enum(ADMIN_ACTIONS) }),
]);

const TIMELINE = `with place as (
    select timestamptz 'epoch' + $2::bigint * interval '1 microsecond' as at, $3::text collate "C" as id
  ), line as (${SOURCES.map(linesOf).join(' union all ')})
  select id, at, (extract(epoch from at) * 1000000)::bigint as microseconds, fact, by, reason, order_id
  from line order by at desc, id desc limit $4`;

interface LineRow {
  id: string;
  at: Date;
  microseconds: bigint;
  fact: unknown;
  by: string | null;
  reason: string | null;
  order_id: OrderId | null;
}

/** The newest lines of an account's timeline, at most `limit`; those before a position where it is given. */
export async function listActivity(
  connection: Connection,
  userId: UserId,
  { before, limit }: { before: TimelinePlace | null; limit: number },
): Promise<ActivityRecord[]> {
  const rows = await connection.query<LineRow>(TIMELINE, [
    userId,
    before?.microseconds ?? null,
    before?.id ?? null,
    limit,
  ]);
  return rows.map(({ id, at, microseconds, fact, by, reason, order_id: orderId }) => {
    const known: ActivityFact = factSchema.parse(fact);
    return { id, at, microseconds, fact: known, by, reason, orderId };
  });
}
