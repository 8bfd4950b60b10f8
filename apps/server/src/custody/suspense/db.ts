import {
  type DepositId,
  type DepositState,
  endpoints,
  type RefundId,
  SUSPENSE_PAYMENTS_SHOWN,
  type UnclaimedId,
  type UnclaimedOwner,
  type UserId,
} from '@kobogate/contract';
import { countsStill } from '../../controls/index.ts';
import { accountsOfPerson } from '../../ledger/index.ts';
import type { Connection, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { IS_OPERATORS } from '../deposits/db.ts';
import type { Coins, Settlement } from './settlement.ts';

/** What the first of two people said of a deposit without an owner. */
interface FirstClaim {
  readonly owner: UnclaimedOwner;
  /** Null: the operator's own. */
  readonly userId: UserId | null;
  readonly email: string;
  readonly adminId: UserId;
}

/** A deposit that has or had no owner. */
export interface UnclaimedDeposit {
  readonly id: DepositId;
  /** Whether it has one by now: a customer, or the operator. */
  readonly isSettled: boolean;
  readonly asset: string;
  readonly amount: bigint;
  readonly status: DepositState;
  /** Null: nobody was first, or their word does not count any more. */
  readonly first: FirstClaim | null;
  /** When it was last taken from the operator's own again; null: it never was. */
  readonly returnId: string | null;
}

interface SuspenseRow {
  readonly userId: UserId;
  readonly name: string;
  readonly email: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly arrivedAt: Date | null;
  /** Amounts in smallest units. */
  readonly payments: readonly {
    readonly network: string;
    readonly address: string;
    readonly transaction: string;
    readonly amount: string;
    readonly arrivedAt: string;
  }[];
}

/** Everything in suspense, the latest arrival first, each with the newest payments that brought it. */
export async function listSuspenseRows(connection: Connection): Promise<SuspenseRow[]> {
  const rows = await connection.query<Omit<SuspenseRow, 'amount'> & { amount: string }>(
    `select u.id as "userId", u.first_name || ' ' || u.last_name as name, u.email, a.asset, a.balance as amount,
       (select max(d.confirmed_at) from deposit d where d.user_id = u.id and d.asset = a.asset) as "arrivedAt",
       (select coalesce(jsonb_agg(jsonb_build_object('network', p.network, 'address', p.address, 'transaction', p.transaction,
            'amount', p.amount::text, 'arrivedAt', p.at) order by p.at desc), '[]')
        from (select d.network, da.address, d.transaction, d.amount, coalesce(d.confirmed_at, d.seen_at) as at
              from deposit d join deposit_address da on da.id = d.address_id
              where d.user_id = u.id and d.asset = a.asset and d.status = 'confirmed'
              order by at desc, d.id desc limit ${SUSPENSE_PAYMENTS_SHOWN}) p) as payments
     from ledger_account a join app_user u on a.code = 'suspense:' || a.asset || ':' || u.id
     where a.kind = 'suspense' and a.balance > 0
     order by "arrivedAt" desc nulls last, a.id desc limit 500`,
    [],
    'list-suspense',
  );
  return rows.map(({ amount, ...row }) => Object.assign(row, { amount: BigInt(amount) }));
}

/** Whether a customer has closed the account, or there is none. */
export async function isClosed(connection: Connection, userId: UserId): Promise<boolean> {
  const rows = await connection.query(`select 1 from app_user where id = $1 and closed_at is null`, [userId]);
  return rows.length === 0;
}

/** The first of two administrators who named a deposit's owner, while their word counts. */
const FIRST = `app_user f on f.id = c.first_approved_by
  and ${countsStill('f', 'c.first_approved_at', endpoints.suspense.creditUnclaimed)}`;

/** A deposit, locked, that has or had no owner; null where there is none. Read after the lock: what was said in between counts. */
export async function lockUnclaimed(tx: Transaction, id: UnclaimedId): Promise<UnclaimedDeposit | null> {
  await tx.query(`select from deposit where id = $1 for update`, [id]);
  const [row] = await tx.query<Omit<UnclaimedDeposit, 'amount'> & { amount: string }>(
    `select d.id, d.user_id is not null or ${IS_OPERATORS} as "isSettled", d.asset, d.amount, d.status,
       (select r.id from operator_return r where r.coins_id = d.id and r.decided_at is not null order by r.decided_at desc limit 1) as "returnId",
       (select jsonb_build_object('owner', c.kind, 'userId', c.user_id, 'email', coalesce(u.email, ''), 'adminId', f.id)
        from deposit_claim c join ${FIRST} left join app_user u on u.id = c.user_id
        where c.deposit_id = d.id and c.decided_at is null) as first
     from deposit d join deposit_address a on a.id = d.address_id where d.id = $1 and a.user_id is null`,
    [id],
  );
  return row === undefined ? null : Object.assign(row, { amount: BigInt(row.amount) });
}

/** The asset and amount of a deposit without an owner; null where there is none. */
export async function findUnclaimed(
  connection: Connection,
  id: UnclaimedId,
): Promise<{ asset: string; amount: bigint } | null> {
  const [row] = await connection.query<{ asset: string; amount: string }>(
    `select asset, amount from deposit where id = $1 and user_id is null`,
    [id],
  );
  return row === undefined ? null : { asset: row.asset, amount: BigInt(row.amount) };
}

/** The id of the account with an e-mail address; null where there is none. */
export async function findOwner(connection: Connection, email: string): Promise<UserId | null> {
  const [row] = await connection.query<{ id: UserId }>(
    `select id from app_user where email_key = lower(trim($1)) and verified_at is not null`,
    [email],
  );
  return row?.id ?? null;
}

interface UnclaimedRow {
  readonly id: UnclaimedId;
  readonly network: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly status: DepositState;
  readonly address: string;
  readonly derivationIndex: number;
  readonly transaction: string;
  readonly seenAt: Date;
  readonly claim: {
    owner: UnclaimedOwner;
    adminId: UserId;
    by: string;
    at: string;
    customerEmail: string;
    reason: string;
  } | null;
  readonly kept: { by: string; at: string; reason: string } | null;
}

/** Deposits without a known owner that are not credited, the newest first. */
export async function listUnclaimedRows(connection: Connection): Promise<UnclaimedRow[]> {
  const rows = await connection.query<Omit<UnclaimedRow, 'amount'> & { amount: string }>(
    `select d.id, d.network, d.asset, d.amount, d.status, a.address, a.derivation_index as "derivationIndex", d.transaction,
       d.seen_at as "seenAt",
       (select jsonb_build_object('owner', c.kind, 'adminId', c.first_approved_by, 'by', f.first_name || ' ' || f.last_name,
          'at', c.first_approved_at, 'customerEmail', coalesce(u.email, ''), 'reason', c.reason)
        from deposit_claim c join ${FIRST} left join app_user u on u.id = c.user_id
        where c.deposit_id = d.id and c.decided_at is null) as claim,
       (select jsonb_build_object('by', k.first_name || ' ' || k.last_name, 'at', c.decided_at, 'reason', c.reason)
        from deposit_claim c join app_user k on k.id = c.decided_by
        where c.deposit_id = d.id and c.kind = 'suspense') as kept
     from deposit d join deposit_address a on a.id = d.address_id
     where d.user_id is null and d.status in ('seen', 'confirming', 'confirmed') and not ${IS_OPERATORS}
     order by d.id desc limit 500`,
    [],
    'list-unclaimed',
  );
  return rows.map(({ amount, ...row }) => Object.assign(row, { amount: BigInt(amount) }));
}

interface Said {
  readonly id: DepositId;
  readonly owner: UnclaimedOwner;
  /** Null: the operator's own. */
  readonly userId: UserId | null;
  readonly adminId: UserId;
  readonly reason: string;
}

/** Records whose the first of two people says a deposit is, in place of what was said before. */
export async function saveClaim(tx: Transaction, { id, owner, userId, adminId, reason }: Said): Promise<void> {
  await tx.query(
    `insert into deposit_claim (deposit_id, kind, user_id, reason, first_approved_by, first_approved_at)
     values ($1, $2, $3, $4, $5, clock_timestamp())
     on conflict (deposit_id) do update set kind = excluded.kind, user_id = excluded.user_id, reason = excluded.reason,
       first_approved_by = excluded.first_approved_by, first_approved_at = excluded.first_approved_at,
       decided_by = null, decided_at = null`,
    [id, owner, userId, reason, adminId],
  );
}

/**
 * Records who decided whose a deposit is; `agreedBy` is the first of two people, whose reason stays. Null: one decided alone, whatever
 * another had said before.
 */
export async function saveOwner(
  tx: Transaction,
  { id, owner, userId, adminId, reason, agreedBy }: Said & { readonly agreedBy: UserId | null },
): Promise<void> {
  await tx.query(
    `insert into deposit_claim (deposit_id, kind, user_id, reason, decided_by, decided_at)
     values ($1, $2, $3, $4, $5, clock_timestamp())
     on conflict (deposit_id) do update set kind = excluded.kind, user_id = excluded.user_id, decided_by = excluded.decided_by,
       decided_at = excluded.decided_at,
       reason = case when $6::uuid is null then excluded.reason else deposit_claim.reason end, first_approved_by = $6,
       first_approved_at = case when $6::uuid is not null then deposit_claim.first_approved_at end`,
    [id, owner, userId, reason, adminId, agreedBy],
  );
}

/** Records that a deposit without an owner stays where it is, in place of what was said before. */
export async function saveKept(
  tx: Transaction,
  { id, adminId, reason }: Pick<Said, 'id' | 'adminId' | 'reason'>,
): Promise<void> {
  await tx.query(
    `insert into deposit_claim (deposit_id, kind, reason, decided_by, decided_at)
     values ($1, 'suspense', $2, $3, clock_timestamp())
     on conflict (deposit_id) do update set kind = 'suspense', user_id = null, reason = excluded.reason, first_approved_by = null,
       first_approved_at = null, decided_by = excluded.decided_by, decided_at = excluded.decided_at`,
    [id, reason, adminId],
  );
}

/** Coins that were booked as the operator's own: a final deposit, or what no payment has drawn of a part of a surplus. */
export interface TakenCoins {
  readonly id: UnclaimedId;
  readonly of: 'deposit' | 'surplus';
  readonly asset: string;
  readonly amount: bigint;
  /** The first of two people who said that they are not; null: nobody was, or their word does not count any more. */
  readonly first: { adminId: UserId; by: string; at: string; reason: string } | null;
}

interface TakenRow extends TakenCoins {
  readonly network: string;
  /** Empty for a part of a surplus; so is the transaction. */
  readonly address: string;
  readonly transaction: string;
  readonly by: string;
  readonly at: Date;
  readonly reason: string;
}

const TAKEN = `select t.id, t.of, t.network, t.asset, t.amount::text, t.address, t.transaction, t.at, t.reason,
    trim(k.first_name || ' ' || k.last_name) as by,
    (select jsonb_build_object('adminId', f.id, 'by', trim(f.first_name || ' ' || f.last_name), 'at', r.first_approved_at, 'reason', r.reason)
     from operator_return r join app_user f on f.id = r.first_approved_by
       and ${countsStill('f', 'r.first_approved_at', endpoints.suspense.keepUnclaimed)}
     where r.coins_id = t.id and r.decided_at is null) as first
  from (
    select d.id, 'deposit' as of, d.network, d.asset, d.amount, a.address, d.transaction, c.decided_by, c.decided_at as at, c.reason
    from deposit_claim c join deposit d on d.id = c.deposit_id join deposit_address a on a.id = d.address_id
    where c.kind = 'operator' and c.decided_at is not null and d.status = 'confirmed'
    union all
    select g.id, 'surplus', s.network, s.asset, g.amount - g.drawn, '', '', g.decided_by, g.decided_at, g.reason
    from surplus_share g join balance_surplus s on s.id = g.surplus_id
    where g.kind = 'operator' and g.decided_at is not null and g.drawn < g.amount) t
  join app_user k on k.id = t.decided_by`;

type TakenText = Omit<TakenRow, 'amount'> & { readonly amount: string };
const readTaken = ({ amount, ...row }: TakenText): TakenRow => Object.assign(row, { amount: BigInt(amount) });

/** The coins that were booked as the operator's own, the latest first. */
export async function listTakenRows(connection: Connection): Promise<TakenRow[]> {
  return (await connection.query<TakenText>(`${TAKEN} order by t.at desc, t.id limit 200`, [], 'list-taken')).map(
    readTaken,
  );
}

/** Coins that were booked as the operator's own; null where these are not. */
export async function findTaken(connection: Connection, id: UnclaimedId): Promise<TakenCoins | null> {
  const [row] = await connection.query<TakenText>(`${TAKEN} where t.id = $1`, [id]);
  return row === undefined ? null : readTaken(row);
}

/** The same, locked until the transaction ends. Read after the lock: what was decided in between counts. */
export async function lockTaken(tx: Transaction, id: UnclaimedId): Promise<TakenCoins | null> {
  await tx.query(`select from deposit where id = $1 for update`, [id]);
  await tx.query(
    `select from balance_surplus where id = (select surplus_id from surplus_share where id = $1) for update`,
    [id],
  );
  return findTaken(tx, id);
}

/**
 * Records that coins are not the operator's own, in the place of what a first person said; `agreedBy` is that person where two
 * agree: the time and the reason of the first stay. Without a decision it is the first who says so. Answers the record's id.
 */
export async function saveReturn(
  tx: Transaction,
  { id: coinsId, amount }: Pick<TakenCoins, 'id' | 'amount'>,
  said: {
    readonly adminId: UserId;
    readonly reason: string;
    readonly agreedBy: UserId | null;
    readonly isDecided: boolean;
  },
): Promise<string> {
  const [before] = await tx.query<{ at: string; reason: string }>(
    `delete from operator_return where coins_id = $1 and decided_at is null returning first_approved_at::text as at, reason`,
    [coinsId],
  );
  const id = newId();
  const { adminId, agreedBy, isDecided } = said;
  const agreed = agreedBy === null ? undefined : before;
  await tx.query(
    `insert into operator_return (id, coins_id, amount, reason, first_approved_by, first_approved_at, decided_by, decided_at)
     values ($1, $2, $3, $4, $5, case when $5::uuid is not null then coalesce($7::timestamptz, clock_timestamp()) end,
       $6, case when $6::uuid is not null then clock_timestamp() end)`,
    [
      id,
      coinsId,
      String(amount),
      agreed?.reason ?? said.reason,
      isDecided ? agreedBy : adminId,
      isDecided ? adminId : null,
      agreed?.at ?? null,
    ],
  );
  return id;
}

/** Forgets what the first of two people said of coins that are booked as the operator's own. */
export async function deleteFirstReturn(tx: Transaction, coinsId: UnclaimedId): Promise<void> {
  await tx.query(`delete from operator_return where coins_id = $1 and decided_at is null`, [coinsId]);
}

/** Ends what was decided of a deposit: it has no owner again. */
export async function endClaim(tx: Transaction, id: UnclaimedId): Promise<void> {
  await tx.query(`delete from deposit_claim where deposit_id = $1`, [id]);
}

/** Coins that became final for a closed account. */
export interface LateDeposit {
  readonly id: DepositId;
  readonly userId: UserId;
  readonly asset: string;
  readonly amount: bigint;
}

interface LateRow extends LateDeposit {
  readonly name: string;
  readonly email: string;
  readonly network: string;
  readonly address: string;
  readonly transaction: string;
  readonly arrivedAt: Date;
  readonly closedAt: Date;
}

/** Puts deposits of closed accounts to a person's decision; once each. */
export async function noteLate(tx: Transaction, ids: readonly DepositId[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `insert into late_deposit (deposit_id, user_id) select id, user_id from deposit where id = any($1::uuid[])
     on conflict (deposit_id) do nothing`,
    [ids],
  );
}

/**
 * The same for a person's deposits that became final while their account was being closed: within the minutes before, where coins of
 * that kind are there.
 */
export async function noteLateOf(tx: Transaction, userId: UserId): Promise<void> {
  await tx.query(
    `insert into late_deposit (deposit_id, user_id)
     select d.id, d.user_id from app_user u join deposit d on d.user_id = u.id
       join ledger_account l on l.code in ('customer:' || d.asset || ':' || u.id, 'suspense:' || d.asset || ':' || u.id)
     where u.id = $1 and u.closed_at is not null and d.status = 'confirmed' and l.balance >= d.amount
       and d.confirmed_at > u.closed_at - interval '5 minutes'
     on conflict (deposit_id) do nothing`,
    [userId],
  );
}

/** What waits for a decision, the newest first. */
export async function listLateRows(connection: Connection): Promise<LateRow[]> {
  const rows = await connection.query<Omit<LateRow, 'amount'> & { amount: string }>(
    `select d.id, u.id as "userId", trim(u.first_name || ' ' || u.last_name) as name, u.email, d.network, d.asset, d.amount, a.address,
       d.transaction, coalesce(d.confirmed_at, d.seen_at) as "arrivedAt", u.closed_at as "closedAt"
     from late_deposit l join deposit d on d.id = l.deposit_id join deposit_address a on a.id = d.address_id
       join app_user u on u.id = l.user_id
     where l.settled_at is null and u.closed_at is not null and d.status = 'confirmed' order by l.noted_at desc, l.deposit_id desc limit 500`,
    [],
    'list-late',
  );
  return rows.map(({ amount, ...row }) => Object.assign(row, { amount: BigInt(amount) }));
}

/**
 * A deposit that was put to a decision, with its owner locked; `isSettled`: it was decided. Null where there is none, as
 * after the chain has taken it back.
 */
export async function lockLate(tx: Transaction, id: DepositId): Promise<(LateDeposit & { isSettled: boolean }) | null> {
  const [row] = await tx.query<Omit<LateDeposit, 'amount'> & { amount: string; isSettled: boolean }>(
    `select d.id, l.user_id as "userId", d.asset, d.amount, l.settled_at is not null as "isSettled"
     from late_deposit l join deposit d on d.id = l.deposit_id join app_user u on u.id = l.user_id
     where l.deposit_id = $1 and d.status = 'confirmed' for no key update of u, l`,
    [id],
  );
  return row === undefined ? null : Object.assign(row, { amount: BigInt(row.amount) });
}

/** The asset and amount of a deposit that waits for a decision; null where there is none. */
export async function findLate(
  connection: Connection,
  id: DepositId,
): Promise<{ asset: string; amount: bigint } | null> {
  const [row] = await connection.query<{ asset: string; amount: string }>(
    `select d.asset, d.amount from late_deposit l join deposit d on d.id = l.deposit_id
     where l.deposit_id = $1 and d.status = 'confirmed'`,
    [id],
  );
  return row === undefined ? null : { asset: row.asset, amount: BigInt(row.amount) };
}

/** Records the decision on one deposit. */
export async function saveLate(
  tx: Transaction,
  { id, by, refundId, reason }: { id: DepositId; by: UserId; refundId: RefundId | null; reason: string },
): Promise<void> {
  await tx.query(
    `update late_deposit set settled_at = clock_timestamp(), settled_by = $2, refund_id = $3, reason = $4 where deposit_id = $1`,
    [id, by, refundId, reason],
  );
}

/** The account is open again, so that its owner decides: what waited is settled. */
export async function settleLateOf(
  tx: Transaction,
  { userId, by, reason }: { userId: UserId; by: UserId; reason: string },
): Promise<void> {
  await tx.query(
    `update late_deposit set settled_at = clock_timestamp(), settled_by = $2, reason = $3 where user_id = $1 and settled_at is null`,
    [userId, by, reason],
  );
}

/** The refund of late coins was declined: they wait for a decision again. */
export async function reopenLate(tx: Transaction, refundId: RefundId): Promise<void> {
  await tx.query(
    `update late_deposit set settled_at = null, settled_by = null, refund_id = null, reason = null where refund_id = $1`,
    [refundId],
  );
}

/** What a customer owes of coins, and what they have free. */
export async function listOwedAndFree(
  connection: Connection,
  userId: UserId,
): Promise<{ owed: Coins[]; free: Coins[] }> {
  const rows = await connection.query<{ kind: string; asset: string; amount: string }>(
    `select kind, asset, balance as amount from ledger_account
     where code = any($1) and kind in ('receivable', 'customer') and balance > 0 and asset <> 'NGN' order by asset`,
    [accountsOfPerson(userId)],
  );
  const of = (kind: string): Coins[] =>
    rows.filter((row) => row.kind === kind).map(({ asset, amount }) => ({ asset, amount: BigInt(amount) }));
  return { owed: of('receivable'), free: of('customer') };
}

interface FirstSettlementRow {
  id: string;
  adminId: UserId;
  by: string;
  at: Date;
  asset: string;
  amount: string;
  paidAsset: string | null;
  paidAmount: string | null;
  reason: string;
}

/** What the first of two people said of a debt. */
export interface FirstSettlement extends Settlement {
  readonly id: string;
  readonly adminId: UserId;
  readonly by: string;
  readonly at: Date;
  readonly reason: string;
}

/** What first people said of a customer's debts, while their word counts; `isLocked`: until the transaction ends. */
export async function listFirstSettlements(
  connection: Connection,
  userId: UserId,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<FirstSettlement[]> {
  const rows = await connection.query<FirstSettlementRow>(
    `select s.id, f.id as "adminId", trim(f.first_name || ' ' || f.last_name) as by, s.first_approved_at as at, s.asset, s.amount,
       s.paid_asset as "paidAsset", s.paid_amount as "paidAmount", s.reason
     from debt_settlement s join app_user f on f.id = s.first_approved_by
       and ${countsStill('f', 's.first_approved_at', endpoints.debts.settle)}
     where s.user_id = $1 and s.decided_at is null order by s.asset ${isLocked ? 'for update of s' : ''}`,
    [userId],
  );
  return rows.map(({ paidAsset, paidAmount, amount, ...row }) =>
    Object.assign(row, {
      amount: BigInt(amount),
      paid: paidAsset === null || paidAmount === null ? null : { asset: paidAsset, amount: BigInt(paidAmount) },
    }),
  );
}

interface SaidOfDebt extends Settlement {
  readonly id: string;
  readonly userId: UserId;
  readonly adminId: UserId;
  readonly reason: string;
}

const saidBy = ({ id, userId, asset, amount, paid, reason, adminId }: SaidOfDebt): unknown[] => [
  id,
  userId,
  asset,
  String(amount),
  paid?.asset ?? null,
  paid === null ? null : String(paid.amount),
  reason,
  adminId,
];

/** Records what the first of two people says of a debt, in place of what was said before. */
export async function saveFirstSettlement(tx: Transaction, said: SaidOfDebt): Promise<void> {
  await tx.query(
    `insert into debt_settlement (id, user_id, asset, amount, paid_asset, paid_amount, reason, first_approved_by, first_approved_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp())
     on conflict (user_id, asset) where decided_at is null do update set amount = excluded.amount, paid_asset = excluded.paid_asset,
       paid_amount = excluded.paid_amount, reason = excluded.reason, first_approved_by = excluded.first_approved_by,
       first_approved_at = excluded.first_approved_at`,
    saidBy(said),
  );
}

/**
 * Records what was decided of a debt, in the place of what a first person said of it, and answers the record's id. `agreedBy`
 * is the first person if they said the same; null: one person decided it alone, whatever was said before.
 */
export async function saveSettlement(
  tx: Transaction,
  { agreedBy, ...said }: SaidOfDebt & { readonly agreedBy: UserId | null },
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `with said as (
       update debt_settlement set amount = $4, paid_asset = $5, paid_amount = $6, reason = $7, decided_by = $8,
         decided_at = clock_timestamp(), first_approved_by = $9, first_approved_at = case when first_approved_by = $9 then first_approved_at end
       where user_id = $2 and asset = $3 and decided_at is null returning id
     ), fresh as (
       insert into debt_settlement (id, user_id, asset, amount, paid_asset, paid_amount, reason, decided_by, decided_at)
       select $1::uuid, $2, $3, $4, $5, $6, $7, $8, clock_timestamp() where not exists (select from said) returning id
     )
     select id from said union all select id from fresh`,
    [...saidBy(said), agreedBy],
  );
  if (row === undefined) throw new Error('a settled debt was not recorded');
  return row.id;
}
