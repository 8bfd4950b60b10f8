import { endpoints, type FenceId, type OrderId, type TransferId, type UserId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { countsStill } from '../../controls/index.ts';
import type { StatementLine } from '../../payouts/index.ts';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { HeldRows, PastRows } from '../../platform/past-rows.ts';
import type { OrderForTransfer, Transfer, TransferStatus } from './transfer.ts';
import { COVERED_AS_SQL } from '../../sales/index.ts';

export interface OrderCandidate extends OrderForTransfer {
  readonly userId: UserId;
  readonly currency: string;
  readonly accountName: string;
  readonly createdAt: Date;
}

export interface CustomerCandidate {
  readonly userId: UserId;
  readonly name: string;
  readonly email: string;
  readonly accountNumber: string;
}

type Row = Omit<Transfer, 'amountKobo'> & { amountKobo: string };

const read = (row: Row): Transfer => ({ ...row, amountKobo: toKobo(row.amountKobo) });

const TRANSFER = `t.id, t.rail, t.reference, t.amount_kobo as "amountKobo", t.account_number as "accountNumber",
  t.bank_state as "bankState", t.made_at as "madeAt", t.status, t.order_id as "orderId", t.user_id as "userId", t.reason,
  t.proposal, t.first_approved_at as "firstApprovedAt", t.first_reason as "firstReason",
  (select a.id from app_user a where a.id = t.first_approved_by and ${countsStill('a', 't.first_approved_at', endpoints.recovery.decide)}) as "firstApprovedBy"`;

/** Every transfer that is still to be decided or owed, and the ones decided last; the newest first. */
export async function listTransfers(connection: Connection, limit: number): Promise<Transfer[]> {
  const rows = await connection.query<Row>(
    `select ${TRANSFER} from recovery_transfer t
     order by t.status = 'open' desc, t.status = 'owed' desc, t.made_at desc, t.id limit $1`,
    [limit],
  );
  return rows.map(read);
}

/** A transfer, locked; null where there is none. */
export async function lockTransfer(tx: Transaction, id: TransferId): Promise<Transfer | null> {
  const [row] = await tx.query<Row>(`select ${TRANSFER} from recovery_transfer t where t.id = $1 for update of t`, [
    id,
  ]);
  return row === undefined ? null : read(row);
}

/** How many transfers are still to be decided. */
export async function countOpen(connection: Connection): Promise<number> {
  const [row] = await connection.query<{ count: number }>(
    `select count(*)::int as count from recovery_transfer where status = 'open'`,
  );
  return row?.count ?? 0;
}

/**
 * Which of these references the books know: from a payout, by any rail, or from a decided transfer. A payout counts where it has left;
 * with `written` also one that is still queued.
 */
export async function listKnown(
  connection: Connection,
  references: readonly string[],
  since: 'left' | 'written',
): Promise<ReadonlySet<string>> {
  const rows = await connection.query<{ reference: string }>(
    `select r.reference from unnest($1::text[]) as r (reference)
     where exists (select 1 from payout p where p.reference = r.reference and (p.status <> 'queued' or $2))
       or exists (select 1 from recovery_transfer t where t.reference = r.reference and t.status <> 'open')`,
    [references, since === 'written'],
    'recovery-known',
  );
  return new Set(rows.map(({ reference }) => reference));
}

/** The present time by the database's clock: a server's own may be wrong by days. */
export async function findNow(connection: Connection): Promise<Date> {
  const [row] = await connection.query<{ now: Date }>(`select clock_timestamp() as now`);
  if (row === undefined) throw new Error('the database gave no time');
  return row.now;
}

/**
 * Up to when the books are certainly complete: some hours before the newest payout that left, or the first day without
 * one; and the present time. Both by the database's clock.
 */
export async function findBooksEnd(connection: Connection): Promise<{ end: Date; now: Date }> {
  const [row] = await connection.query<{ end: Date }>(
    `select least(coalesce((select max(sent_at) from payout), (select min(applied_at) from schema_migration)), clock_timestamp())
       - interval '6 hours' as end`,
  );
  if (row === undefined) throw new Error('the database gave no time');
  return { end: row.end, now: await findNow(connection) };
}

/** The recorded references of a rail, and whether their account number is recorded too. */
export async function listNoted(connection: Connection, rail: string): Promise<ReadonlyMap<string, boolean>> {
  const rows = await connection.query<{ reference: string; isPlaced: boolean }>(
    `select reference, account_number is not null as "isPlaced" from recovery_transfer where rail = $1`,
    [rail],
  );
  return new Map(rows.map(({ reference, isPlaced }) => [reference, isPlaced]));
}

/** The first administrator who approved lifting a fence; null: none, or one whose approval no longer counts. */
export async function findFirstLifter(tx: Transaction, fenceId: FenceId): Promise<UserId | null> {
  const [row] = await tx.query<{ id: UserId }>(
    `select a.id from fence f join app_user a on a.id = f.first_lifted_by
     where f.id = $1 and ${countsStill('a', 'f.first_lifted_at', endpoints.recovery.lift)}`,
    [fenceId],
  );
  return row?.id ?? null;
}

type OrderRow = Omit<OrderCandidate, 'nairaKobo'> & { nairaKobo: string };

const readOrder = (row: OrderRow): OrderCandidate => ({ ...row, nairaKobo: toKobo(row.nairaKobo) });

const ORDER = `o.id, o.user_id as "userId", o.currency, o.naira_kobo as "nairaKobo", o.account_number as "accountNumber",
  o.account_name as "accountName", o.status, o.payout, o.funding in ${COVERED_AS_SQL} as "isCovered",
  o.created_at as "createdAt"`;

/** Orders by their ids. */
export async function listOrders(connection: Connection, ids: readonly OrderId[]): Promise<OrderCandidate[]> {
  const rows = await connection.query<OrderRow>(`select ${ORDER} from customer_order o where o.id = any($1::uuid[])`, [
    ids,
  ]);
  return rows.map(readOrder);
}

/** Orders to these accounts without a successful or pending payout, the oldest first. */
export async function listUnpaidTo(
  connection: Connection,
  accountNumbers: readonly string[],
): Promise<OrderCandidate[]> {
  const rows = await connection.query<OrderRow>(
    `select ${ORDER} from customer_order o
     where o.account_number = any($1::text[]) and o.payout in ('none', 'failed', 'reversed') and o.status <> 'declined'
     order by o.created_at, o.id limit 500`,
    [accountNumbers],
  );
  return rows.map(readOrder);
}

/** Customers with one of these accounts, now or on one of their orders. */
export async function listCustomersWith(
  connection: Connection,
  accountNumbers: readonly string[],
): Promise<CustomerCandidate[]> {
  return connection.query<CustomerCandidate>(
    `select u.id as "userId", u.first_name || ' ' || u.last_name as name, u.email, f.account_number as "accountNumber"
     from (select user_id, account_number from bank_account where account_number = any($1::text[])
       union select user_id, account_number from customer_order where account_number = any($1::text[])) f
     join app_user u on u.id = f.user_id order by u.id limit 500`,
    [accountNumbers],
  );
}

/** Customers by their ids, each with an empty account. */
export async function listCustomers(connection: Connection, ids: readonly UserId[]): Promise<CustomerCandidate[]> {
  return connection.query<CustomerCandidate>(
    `select id as "userId", first_name || ' ' || last_name as name, email, '' as "accountNumber" from app_user
     where id = any($1::uuid[])`,
    [ids],
  );
}

/** Whether this customer exists. */
export async function hasUser(connection: Connection, id: UserId): Promise<boolean> {
  return (await connection.query(`select 1 from app_user where id = $1`, [id])).length > 0;
}

/** The free balances of these customers, by asset code and in smallest units. */
export async function listFree(
  connection: Connection,
  userIds: readonly UserId[],
): Promise<{ userId: UserId; asset: string; amount: bigint }[]> {
  const rows = await connection.query<{ userId: UserId; asset: string; amount: string }>(
    `select split_part(code, ':', 3) as "userId", asset, balance as amount from ledger_account
     where kind = 'customer' and balance > 0 and split_part(code, ':', 3) = any($1::text[]) order by code`,
    [userIds],
  );
  return rows.map(({ amount, ...row }) => Object.assign(row, { amount: BigInt(amount) }));
}

/**
 * Writes a transfer, or updates it with the bank's present state; one that did not go through after all is void. One that was decided
 * on since its list was read stays as it is: from then on its bank is asked about it alone.
 */
export async function noteTransfer(
  connection: Connection,
  {
    id,
    fenceId,
    rail,
    accountNumber,
    line,
  }: {
    id: TransferId;
    fenceId: FenceId;
    rail: string;
    accountNumber: string | null;
    line: StatementLine;
  },
): Promise<void> {
  await connection.query(
    `insert into recovery_transfer as t (id, fence_id, rail, reference, amount_kobo, account_number, bank_state, made_at, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, case when $7 in ('failed', 'reversed') then 'void' else 'open' end)
     on conflict (rail, reference) do update set bank_state = excluded.bank_state,
       account_number = coalesce(t.account_number, excluded.account_number), status = excluded.status
     where t.decided_at is null`,
    [id, fenceId, rail, line.reference, line.amountKobo, accountNumber, line.state, line.madeAt],
  );
}

/** Which of these references of a rail are recorded as transfers that the books did not know, but for those that did not go through. */
export async function listRecorded(
  connection: Connection,
  rail: string,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await connection.query<{ reference: string }>(
    `select reference from recovery_transfer where rail = $1 and reference = any($2::text[]) and status <> 'void'`,
    [rail, references],
  );
  return new Set(rows.map(({ reference }) => reference));
}

/** Decided transfers of a rail that the bank has not ended and was not asked about within the last hour. */
export function listUnended(
  connection: Connection,
  rail: string,
  limit: number,
): Promise<Pick<Transfer, 'id' | 'reference'>[]> {
  return connection.query(
    `select id, reference from recovery_transfer
     where rail = $1 and status in ('owed', 'noted', 'settled') and bank_state in ('pending', 'unclear')
       and (asked_at is null or asked_at < clock_timestamp() - interval '1 hour')
     order by asked_at nulls first, id limit $2`,
    [rail, limit],
  );
}

/** Records what the bank says of a locked transfer now, and what became of it; without a status that stays. */
export async function saveAnswer(
  tx: Transaction,
  { id, bankState, status = null }: Pick<Transfer, 'id' | 'bankState'> & { readonly status?: TransferStatus | null },
): Promise<void> {
  await tx.query(
    `update recovery_transfer set bank_state = $2, status = coalesce($3, status), asked_at = clock_timestamp() where id = $1`,
    [id, bankState, status],
  );
}

/** As SQL: transfers that nobody has decided on, or that are still owed. */
const IS_UNDECIDED = `status in ('open', 'owed')`;

/** Counts transfers from before a time whose account is kept, at most `most`: decided ones, and as held `transfer` the others. */
export async function countTransferAccounts(connection: Connection, before: Date, most: number): Promise<PastRows> {
  const [row] = await connection.query<HeldRows & { open: number; openSince: Date | null }>(
    `select count(*) filter (where not undecided)::int as count, min(made_at) filter (where not undecided) as oldest,
       count(*) filter (where undecided)::int as open, min(made_at) filter (where undecided) as "openSince"
     from (select made_at, ${IS_UNDECIDED} as undecided from recovery_transfer
       where account_number is not null and made_at < $1 limit $2) past`,
    [before, most],
  );
  const { count, oldest, open, openSince } = row ?? { count: 0, oldest: null, open: 0, openSince: null };
  return { count, oldest, held: { transfer: { count: open, oldest: openSince } } };
}

/** Removes whose account transfers went to that were made before a time and are decided on, at most `limit`; answers of how many. */
export async function forgetTransferAccounts(tx: Transaction, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `update recovery_transfer set account_number = null where id in (
       select id from recovery_transfer where account_number is not null and made_at < $1 and not ${IS_UNDECIDED}
       limit $2 for update skip locked) returning 1`,
    [before, limit],
  );
  return rows.length;
}

/** Records the decision of the first of two administrators on a locked transfer. */
export async function saveFirst(
  tx: Transaction,
  { id, adminId, proposal, reason }: { id: TransferId; adminId: UserId; proposal: string; reason: string | null },
): Promise<void> {
  await tx.query(
    `update recovery_transfer set proposal = $2, first_approved_by = $3, first_approved_at = clock_timestamp(),
       first_reason = $4 where id = $1`,
    [id, proposal, adminId, reason],
  );
}

/** Records the outcome of a locked transfer; fields that are not given stay. */
export async function saveDecided(
  tx: Transaction,
  {
    id,
    status,
    adminId,
    orderId = null,
    userId = null,
    reason = null,
  }: {
    id: TransferId;
    status: TransferStatus;
    adminId: UserId;
    orderId?: OrderId | null;
    userId?: UserId | null;
    reason?: string | null;
  },
): Promise<void> {
  await tx.query(
    `update recovery_transfer set status = $2, decided_by = $3, decided_at = clock_timestamp(),
       order_id = coalesce($4, order_id), user_id = coalesce($5, user_id), reason = coalesce($6, reason)
     where id = $1`,
    [id, status, adminId, orderId, userId, reason],
  );
}
