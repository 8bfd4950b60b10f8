import type { Connection, Transaction } from '../../platform/database.ts';
import { loadOrderForUpdate } from '../orders/db.ts';
import type { Order } from '../orders/order.ts';
import { type Payout, PAYOUT_ROW_TRANSITIONS, type PayoutStatus } from './payout.ts';

interface PayoutRow {
  id: string;
  order_id: string;
  attempt: number;
  rail: string;
  only_rail: string | null;
  reference: string;
  amount_kobo: string;
  account_number: string;
  bank_code: string;
  bank_name: string;
  account_name: string;
  status: PayoutStatus;
  checks: number;
  not_found_since: Date | null;
  needs_person: boolean;
  session_id: string | null;
  failure_reason: string | null;
  sent_at: Date | null;
  settled_at: Date | null;
}

function readPayout(row: PayoutRow): Payout {
  return {
    id: row.id,
    orderId: row.order_id,
    attempt: row.attempt,
    rail: row.rail,
    onlyRail: row.only_rail,
    reference: row.reference,
    amountKobo: BigInt(row.amount_kobo),
    accountNumber: row.account_number,
    bankCode: row.bank_code,
    bankName: row.bank_name,
    accountName: row.account_name,
    status: row.status,
    checks: row.checks,
    notFoundSince: row.not_found_since,
    needsPerson: row.needs_person,
    sessionId: row.session_id,
    failureReason: row.failure_reason,
    sentAt: row.sent_at,
    settledAt: row.settled_at,
  };
}

/** A payout with its order, both locked until the transaction ends. */
export interface LockedPayout {
  readonly payout: Payout;
  readonly order: Order;
}

/** A payout as it is now, or null where there is none. */
export async function loadPayout(connection: Connection, id: string): Promise<Payout | null> {
  const [row] = await connection.query<PayoutRow>(`select * from payout where id = $1`, [id], 'payout-load');
  return row === undefined ? null : readPayout(row);
}

/** The newest payout of an order, or null before the first. */
export async function loadNewestPayout(connection: Connection, orderId: string): Promise<Payout | null> {
  const [row] = await connection.query<PayoutRow>(
    `select * from payout where order_id = $1 order by attempt desc limit 1`,
    [orderId],
  );
  return row === undefined ? null : readPayout(row);
}

/** Whose reference it is on this rail, or null where it is nobody's. */
export async function findPayoutId(connection: Connection, rail: string, reference: string): Promise<string | null> {
  const [row] = await connection.query<{ id: string }>(`select id from payout where reference = $1 and rail = $2`, [
    reference,
    rail,
  ]);
  return row?.id ?? null;
}

/** Locks a payout and its order, the order first: whoever works on the order's payouts waits for each other there. */
export async function lockPayout(tx: Transaction, id: string): Promise<LockedPayout> {
  const [found] = await tx.query<{ order_id: string }>(`select order_id from payout where id = $1`, [id]);
  const order = found === undefined ? null : await loadOrderForUpdate(tx, found.order_id);
  const [row] = await tx.query<PayoutRow>(`select * from payout where id = $1 for update`, [id], 'payout-lock');
  if (order === null || row === undefined) throw new Error(`no payout ${id}`);
  return { payout: readPayout(row), order };
}

export type NewPayout = { readonly orderQuoteId: string } & Pick<
  Payout,
  | 'id'
  | 'orderId'
  | 'attempt'
  | 'rail'
  | 'onlyRail'
  | 'reference'
  | 'amountKobo'
  | 'accountNumber'
  | 'bankCode'
  | 'bankName'
  | 'accountName'
>;

/** Writes a queued payout. The database refuses a second live one of an order. */
export async function insertPayout(tx: Transaction, payout: NewPayout): Promise<void> {
  await tx.query(
    `insert into payout (id, order_id, attempt, rail, reference, amount_kobo, account_number, bank_code, bank_name,
       account_name, only_rail, status, order_quote_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'queued', $12)`,
    [
      payout.id,
      payout.orderId,
      payout.attempt,
      payout.rail,
      payout.reference,
      payout.amountKobo,
      payout.accountNumber,
      payout.bankCode,
      payout.bankName,
      payout.accountName,
      payout.onlyRail,
      payout.orderQuoteId,
    ],
  );
}

export type PayoutChange = Partial<
  Pick<
    Payout,
    | 'status'
    | 'rail'
    | 'onlyRail'
    | 'bankCode'
    | 'checks'
    | 'notFoundSince'
    | 'needsPerson'
    | 'sessionId'
    | 'failureReason'
    | 'sentAt'
    | 'settledAt'
  >
>;

/** Saves a change of a locked payout and answers it changed. Throws where the state may not follow the present one. */
export async function savePayout(tx: Transaction, payout: Payout, change: PayoutChange): Promise<Payout> {
  const saved = { ...payout, ...change };
  if (saved.status !== payout.status && !PAYOUT_ROW_TRANSITIONS[payout.status].includes(saved.status)) {
    throw new Error(`payout ${payout.id} can't go from ${payout.status} to ${saved.status}`);
  }
  await tx.query(
    `update payout set status = $2, checks = $3, not_found_since = $4, needs_person = $5, session_id = $6,
       failure_reason = $7, sent_at = $8, settled_at = $9, rail = $10, bank_code = $11, only_rail = $12,
       updated_at = clock_timestamp()
     where id = $1`,
    [
      saved.id,
      saved.status,
      saved.checks,
      saved.notFoundSince,
      saved.needsPerson,
      saved.sessionId,
      saved.failureReason,
      saved.sentAt,
      saved.settledAt,
      saved.rail,
      saved.bankCode,
      saved.onlyRail,
    ],
    'payout-save',
  );
  return saved;
}

/** Payouts without an end that nobody has touched for longer than the longest pause between two checks. */
export async function listForgottenPayouts(connection: Connection): Promise<Payout[]> {
  const rows = await connection.query<PayoutRow>(
    `select * from payout where status in ('queued', 'sent', 'unknown')
       and updated_at < clock_timestamp() - interval '15 minutes'
     order by updated_at limit 200`,
  );
  return rows.map(readPayout);
}

/** Orders that are cleared and covered and whose payout nobody has made for a while. */
export async function listForgottenOrders(connection: Connection): Promise<string[]> {
  const rows = await connection.query<{ id: string }>(
    `select id from customer_order
     where payout = 'none' and status in ('approved', 'processing') and funding in ('funded', 'overpaid', 'late')
       and updated_at < clock_timestamp() - interval '15 minutes'
     order by id limit 200`,
  );
  return rows.map(({ id }) => id);
}
