import { type Endpoint, endpoints, type OrderId, type StaffRole, type UserId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';

/** A call of the team, by whose roles people are chosen. */
type StaffCall = Pick<Endpoint, 'roles'>;

/** Each act that a person of the team can be on record for, with the call that carries it out. */
const CALL_OF_ACTION = {
  'user-disabled': endpoints.adminUsers.setState,
  'user-enabled': endpoints.adminUsers.setState,
  'user-promoted': endpoints.adminUsers.setRole,
  'user-demoted': endpoints.adminUsers.setRole,
  'user-made-support': endpoints.adminUsers.setRole,
  'user-made-reviewer': endpoints.adminUsers.setRole,
  'user-made-finance': endpoints.adminUsers.setRole,
  'user-tier-set': endpoints.adminUsers.setTier,
  'user-factor-reset-first-granted': endpoints.adminUsers.decideReset,
  'user-factor-reset-granted': endpoints.adminUsers.decideReset,
  'user-factor-reset-refused': endpoints.adminUsers.decideReset,
  'user-data-exported': endpoints.personalData.ofUser,
  'user-closed': endpoints.closing.closeUser,
  'deposit-late-settled': endpoints.suspense.settleLate,
  'invitation-sent': endpoints.team.invite,
  'invitation-sent-again': endpoints.team.sendAgain,
  'invitation-withdrawn': endpoints.team.withdraw,
  'proposal-withdrawn': endpoints.settings.endProposal,
  'proposal-refused': endpoints.settings.endProposal,
  'user-noted': endpoints.notes.addToUser,
  'order-noted': endpoints.notes.addToOrder,
  'order-approved': endpoints.adminOrders.decide,
  'order-first-approved': endpoints.adminOrders.decide,
  'order-approval-undone': endpoints.adminOrders.undo,
  'order-declined': endpoints.adminOrders.decide,
  'order-decline-undone': endpoints.adminOrders.undo,
  'payout-asked': endpoints.adminOrders.askPayout,
  'payout-not-made': endpoints.adminOrders.declareNotMade,
  'payout-first-taken': endpoints.adminOrders.takeAsPaid,
  'payout-taken': endpoints.adminOrders.takeAsPaid,
  'payout-retried': endpoints.adminOrders.retryPayout,
  'suspense-credited': endpoints.suspense.credit,
  'deposit-owner-named': endpoints.suspense.creditUnclaimed,
  'deposit-credited': endpoints.suspense.creditUnclaimed,
  'deposit-first-taken': endpoints.suspense.keepUnclaimed,
  'deposit-taken': endpoints.suspense.keepUnclaimed,
  'deposit-kept': endpoints.suspense.keepUnclaimed,
  'deposit-first-returned': endpoints.suspense.keepUnclaimed,
  'deposit-returned': endpoints.suspense.keepUnclaimed,
  'deposit-return-ended': endpoints.suspense.keepUnclaimed,
  'deposit-first-vouched': endpoints.admin.vouch,
  'deposit-vouched': endpoints.admin.vouch,
  'payment-explained': endpoints.foundPayments.explain,
  'debt-first-settled': endpoints.debts.settle,
  'debt-settled': endpoints.debts.settle,
  'refund-first-approved': endpoints.refunds.decide,
  'refund-approved': endpoints.refunds.decide,
  'refund-declined': endpoints.refunds.decide,
  'refund-listing-accepted': endpoints.refunds.decide,
  'payout-rerouted': endpoints.adminOrders.retryPayout,
  'transfer-first-approved': endpoints.recovery.decide,
  'transfer-booked': endpoints.recovery.decide,
  'transfer-owed': endpoints.recovery.decide,
  'transfer-noted': endpoints.recovery.decide,
  'transfer-settled': endpoints.recovery.settle,
  'fence-first-lifted': endpoints.recovery.lift,
  'fence-lifted': endpoints.recovery.lift,
  'fence-read-further': endpoints.recovery.readFurther,
  'network-resumed': endpoints.admin.resume,
  'treasury-planned': endpoints.treasury.ask,
  'treasury-replaced': endpoints.treasury.ask,
  'treasury-discarded': endpoints.treasury.discard,
  'treasury-sent': endpoints.treasury.handIn,
  'treasury-topped-up': endpoints.treasury.ask,
  'treasury-nonces-asked': endpoints.treasury.ask,
} as const satisfies Record<string, StaffCall>;

export type AdminActionType = keyof typeof CALL_OF_ACTION;

export const ADMIN_ACTIONS = Object.keys(CALL_OF_ACTION) as readonly AdminActionType[];

/** The act that each change of a role is on record as. */
export const ROLE_ACTS = {
  administrator: 'user-promoted',
  support: 'user-made-support',
  reviewer: 'user-made-reviewer',
  finance: 'user-made-finance',
  none: 'user-demoted',
} as const satisfies Record<StaffRole | 'none', AdminActionType>;

const ADMINISTRATORS: StaffCall = { roles: ['administrator'] };

/** As SQL: the role of user `user` in the operator's team, or null. An administrator's stands in its first column, `is_admin`. */
export const roleOf = (user: string): string =>
  `case when ${user}.is_admin then 'administrator' else ${user}.staff_role end`;

/** As SQL: whether the role of user `user` may make a call. */
const mayMake = (user: string, { roles }: StaffCall): string => {
  const others = roles.filter((role) => role !== 'administrator').map((role) => `'${role}'`);
  return others.length === 0
    ? `${user}.is_admin`
    : `(${user}.is_admin or ${user}.staff_role in (${others.join(', ')}))`;
};

/** The mail addresses of everyone who can log in and whose role may make a call: who can act on news of it. */
export async function listStaffEmails(connection: Connection, call: StaffCall): Promise<string[]> {
  const rows = await connection.query<{ email: string }>(
    `select u.email from app_user u where ${mayMake('u', call)} and u.verified_at is not null and u.disabled_at is null order by u.id`,
  );
  return rows.map(({ email }) => email);
}

/** What administrators did on an order, oldest first. */
export function listOrderActions(
  connection: Connection,
  { id, userId }: { readonly id: OrderId; readonly userId: UserId },
): Promise<{ at: Date; by: string; action: AdminActionType; reason: string | null }[]> {
  return connection.query(
    `select x.at, trim(a.first_name || ' ' || a.last_name) as by, x.action, x.reason
     from admin_action x join app_user a on a.id = x.admin_id
     where x.user_id = $2 and x.order_id = $1 order by x.at, x.id`,
    [id, userId],
    'order-actions',
  );
}

/** A note of the team's. */
export interface StoredNote {
  readonly id: string;
  readonly at: Date;
  readonly by: string;
  readonly text: string;
  readonly orderId: OrderId | null;
}

/** The notes on a user and the user's orders, or on one order alone; the newest `limit`, newest first. */
export function listNotes(
  connection: Connection,
  { userId, orderId, limit }: { userId: UserId; orderId: OrderId | null; limit: number },
): Promise<StoredNote[]> {
  return connection.query(
    `select x.id, x.at, trim(a.first_name || ' ' || a.last_name) as by, x.reason as text, x.order_id as "orderId"
     from admin_action x join app_user a on a.id = x.admin_id
     where x.user_id = $1 and ($2::uuid is null or x.order_id = $2) and x.action in ('user-noted', 'order-noted')
     order by x.at desc, x.id desc limit $3`,
    [userId, orderId, limit],
  );
}

/**
 * As SQL: whether the approval of user `admin` at `at`, by a call, still counts. Not once they are disabled or their role
 * may no longer make the call, nor after they are reinstated: another person may have used the account before.
 */
export const countsStill = (admin: string, at: string, call: StaffCall): string =>
  `${mayMake(admin, call)} and ${admin}.disabled_at is null and coalesce(${admin}.admin_since <= ${at}, true)`;

/** Whether a user got their role, or was enabled again with it, within the last day. */
export async function isNewAdmin(tx: Transaction, adminId: UserId): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from app_user where id = $1 and admin_since > clock_timestamp() - interval '1 day'`,
    [adminId],
    'admin-is-new',
  );
  return rows.length > 0;
}

/** How many administrators can log in. */
export async function countAdmins(connection: Connection): Promise<number> {
  return (await listStaffEmails(connection, ADMINISTRATORS)).length;
}

/** How many can log in whose role may approve orders: reviewers too, beside administrators. */
export async function countOrderApprovers(connection: Connection): Promise<number> {
  return (await listStaffEmails(connection, endpoints.adminOrders.decide)).length;
}

/** As SQL: user `a` of $1 can log in, and their role is one of $2, those of a call. */
const MAY_STILL = `a.id = $1 and ${roleOf('a')} = any ($2::text[]) and a.disabled_at is null`;

/** Whether a person is still in a role that may make a call, and can log in. */
export async function mayStillMake(tx: Transaction, userId: UserId, { roles }: StaffCall): Promise<boolean> {
  const rows = await tx.query(`select 1 from app_user a where ${MAY_STILL}`, [userId, roles], 'role-still');
  return rows.length > 0;
}

/**
 * Records who did what, to whom and why, in the transaction that does it. It can't be changed afterwards. Answers false, and records
 * nothing, where their role may no longer make the call that does it, or they are disabled.
 */
export async function insertAdminAction(
  tx: Transaction,
  action: {
    readonly action: AdminActionType;
    readonly adminId: UserId;
    readonly userId: UserId;
    readonly orderId: OrderId | null;
    readonly reason: string | null;
  },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into admin_action (id, admin_id, action, user_id, order_id, reason)
     select $3::uuid, a.id, $4, $5::uuid, $6::uuid, $7 from app_user a where ${MAY_STILL} returning id`,
    [
      action.adminId,
      CALL_OF_ACTION[action.action].roles,
      newId(),
      action.action,
      action.userId,
      action.orderId,
      action.reason,
    ],
    'admin-action',
  );
  return rows.length > 0;
}

/** As SQL: all fields of act `x` in one form, for its hash. Times to the microsecond, as they are stored. */
const ACT_TEXT = `jsonb_build_array(x.id, to_char(x.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), x.admin_id,
  x.action, x.user_id, x.order_id, x.reason)::text`;

/** Whether acts wait to be linked. */
export async function hasUnlinkedActs(connection: Connection): Promise<boolean> {
  const rows = await connection.query(`select 1 from admin_action_to_link limit 1`, [], 'has-unlinked-acts');
  return rows.length > 0;
}

/** Locks the acts that wait to be linked, by id, and takes them off the list; at most `limit`. */
export function lockUnlinkedActs(tx: Transaction, limit: number): Promise<{ id: string; text: string }[]> {
  // Locked in one statement, and removed in the same transaction: a second process waits here, then finds them gone.
  return tx.query(
    `with waiting as materialized (
       select w.action_id from admin_action_to_link w join admin_action x on x.id = w.action_id
       order by w.action_id limit $1 for update of w
     ), gone as (delete from admin_action_to_link w using waiting where w.action_id = waiting.action_id)
     select x.id, ${ACT_TEXT} as text from waiting join admin_action x on x.id = waiting.action_id
     where not exists (select from admin_action_link l where l.action_id = x.id) order by x.id`,
    [limit],
    'acts-to-link',
  );
}

/** The newest link; null while there is none. */
export async function loadHead(connection: Connection): Promise<{ number: bigint; hash: string } | null> {
  const [head] = await connection.query<{ number: bigint; hash: string }>(
    `select number, encode(hash, 'hex') as hash from admin_action_link order by number desc limit 1`,
  );
  return head ?? null;
}

/** Appends links. Throws 23505 where another process has given out one of the numbers. */
export async function insertLinks(
  tx: Transaction,
  links: readonly { readonly id: string; readonly number: bigint; readonly hash: string }[],
): Promise<void> {
  await tx.query(
    `insert into admin_action_link (number, action_id, hash)
     select l.number, l.id, decode(l.hash, 'hex') from unnest($1::bigint[], $2::uuid[], $3::text[]) as l (number, id, hash)`,
    [links.map(({ number }) => String(number)), links.map(({ id }) => id), links.map(({ hash }) => hash)],
  );
}

/** Each rule is one statement on one snapshot. Columns: the sentence, and its place among the others. */
const CHAIN_RULES: readonly string[] = [
  // Compared with the hash before as it is stored: a change shows where it was made, and not in everything after.
  `with chain as (
     select number, action_id, hash, lag(number) over links as before, lag(hash) over links as hash_before
     from admin_action_link window links as (order by number)
   )
   select case
       when c.number <> coalesce(c.before, 0) + 1 then 'acts ' || coalesce(c.before, 0) + 1 || ' to ' || c.number - 1 || ' are missing from the chain'
       when x.id is null then 'act ' || c.number || ' (' || c.action_id || ') is no longer in the record'
       else 'act ' || c.number || ' (' || x.action || ', ' || x.id || ') is not what was recorded'
     end as sentence, c.number as place
   from chain c left join admin_action x on x.id = c.action_id
   where c.number <> coalesce(c.before, 0) + 1 or x.id is null or c.hash is distinct from sha256(convert_to(
     c.number || E'\\n' || coalesce(encode(c.hash_before, 'hex'), repeat('00', 32)) || E'\\n' || ${ACT_TEXT}, 'UTF8'))`,
  `select 'act ' || x.id || ' (' || x.action || ') was not linked to the chain' as sentence, x.id::text as place
   from admin_action x
   where not exists (select from admin_action_link l where l.action_id = x.id) and not exists (
     select from admin_action_to_link w where w.action_id = x.id)`,
  `select 'act ' || w.action_id || ' was removed before it was linked' as sentence, w.action_id::text as place
   from admin_action_to_link w where not exists (select from admin_action x where x.id = w.action_id)`,
  // The end of the chain at each proof: it was cut off, or written again, where it is not there any more.
  `select 'the chain was proven to act ' || p.number || ' and is now another one' as sentence, min(p.id) as place
   from admin_action_proof p left join admin_action_link l on l.number = p.number
   where p.number > 0 and l.hash is distinct from p.hash group by p.number`,
];

/** A sentence for each fault of the chain of acts, at most 100 of each rule; opens with `acts: `. */
export async function findChainFaults(connection: Connection): Promise<string[]> {
  const faults: string[] = [];
  for (const rule of CHAIN_RULES) {
    const rows = await connection.query<{ sentence: string }>(
      `select sentence from (${rule}) faults order by place limit 100`,
    );
    faults.push(...rows.map(({ sentence }) => `acts: ${sentence}`));
  }
  return faults;
}

/** Keeps a proof for ever; answers when. */
export async function insertProof(
  connection: Connection,
  { acts, fingerprint, found }: { acts: bigint; fingerprint: string | null; found: readonly string[] },
): Promise<Date> {
  const [row] = await connection.query<{ at: Date }>(
    `insert into admin_action_proof (number, hash, differences) values ($1, decode($2, 'hex'), $3) returning at`,
    [String(acts), fingerprint, found.length],
  );
  if (row === undefined) throw new Error('the proof was not kept');
  return row.at;
}

/** How long the chain is, what waits for it, its last proof, and the administrators who have acted. */
export async function loadChainState(connection: Connection): Promise<{
  acts: bigint;
  waiting: number;
  proven: { at: Date; acts: bigint; differences: number } | null;
  people: { id: UserId; name: string }[];
}> {
  const [head, [waiting], [proven = null], people] = await Promise.all([
    loadHead(connection),
    connection.query<{ count: number }>(`select count(*)::int as count from admin_action_to_link`),
    connection.query<{ at: Date; acts: bigint; differences: number }>(
      `select at, number as acts, differences from admin_action_proof order by id desc limit 1`,
    ),
    // One look at the index for each administrator, however many acts there are.
    connection.query<{ id: UserId; name: string }>(
      `with recursive actor (id) as (
         (select admin_id from admin_action order by admin_id limit 1)
         union all
         select (select x.admin_id from admin_action x where x.admin_id > actor.id order by x.admin_id limit 1)
         from actor where actor.id is not null
       )
       select a.id, trim(a.first_name || ' ' || a.last_name) as name from actor join app_user a on a.id = actor.id order by name, a.id`,
    ),
  ]);
  return { acts: head?.number ?? 0n, waiting: waiting?.count ?? 0, proven, people };
}

/** Which acts: those of an administrator, of some kinds, about a thing or with a text, of a time; null: all. */
export interface ActFilter {
  readonly by: UserId | null;
  readonly actions: readonly AdminActionType[] | null;
  /** The id of an order or a user. */
  readonly thing: string | null;
  /** A pattern for `like`, in small letters. */
  readonly pattern: string | null;
  readonly from: Date | null;
  readonly to: Date | null;
}

/** An act as the audit page shows it. */
export interface RecordedAct {
  readonly id: string;
  readonly at: Date;
  readonly adminId: UserId;
  readonly adminName: string;
  readonly action: AdminActionType;
  readonly userId: UserId;
  readonly userName: string;
  readonly email: string;
  readonly orderId: OrderId | null;
  readonly reason: string | null;
  readonly number: bigint | null;
  readonly hash: string | null;
}

// What a search finds is collected by an index for each place, so that a rare text does not read the whole record.
const FOUND = `select a.id from admin_action a where a.user_id in (select u.id from app_user u where u.search_key like $4)
  union all select a.id from admin_action a where a.admin_id in (select u.id from app_user u where u.search_key like $4)
  union all select a.id from admin_action a where lower(a.reason) like $4`;

/** The newest acts that fit, at most `limit`, after the one called `before`. */
export function listActs(
  connection: Connection,
  filter: ActFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<RecordedAct[]> {
  const where = `($1::uuid is null or x.admin_id = $1) and ($2::timestamptz is null or x.at >= $2) and ($3::timestamptz is null or x.at < $3)
    ${filter.pattern === null ? 'and $4::text is null' : `and x.id in (${FOUND})`}
    ${filter.thing === null ? 'and $5::uuid is null' : 'and (x.order_id = $5 or x.user_id = $5)'}
    and ($6::uuid is null or (x.at, x.id) < (select p.at, p.id from admin_action p where p.id = $6))`;
  // Each kind by its own index: one that is rare among many others is found without reading those.
  const page =
    filter.actions === null
      ? `select x.id, x.at from admin_action x where ${where} and $8::text[] is null order by x.at desc, x.id desc limit $7`
      : `select one.id, one.at from unnest($8::text[]) as kind (action) cross join lateral (
           select x.id, x.at from admin_action x where x.action = kind.action and ${where} order by x.at desc, x.id desc limit $7
         ) one order by one.at desc, one.id desc limit $7`;
  return connection.query(
    `with page as (${page})
     select x.id, x.at, x.admin_id as "adminId", trim(a.first_name || ' ' || a.last_name) as "adminName", x.action,
       x.user_id as "userId", trim(u.first_name || ' ' || u.last_name) as "userName", u.email, x.order_id as "orderId",
       x.reason, l.number, encode(l.hash, 'hex') as hash
     from page join admin_action x on x.id = page.id join app_user a on a.id = x.admin_id join app_user u on u.id = x.user_id
     left join admin_action_link l on l.action_id = x.id
     order by x.at desc, x.id desc`,
    [filter.by, filter.from, filter.to, filter.pattern, filter.thing, before, limit, filter.actions],
  );
}
