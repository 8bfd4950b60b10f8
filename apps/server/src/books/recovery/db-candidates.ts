import type { Connection } from '../../platform/database.ts';
import type { OrderForTransfer } from './transfer.ts';

export interface OrderCandidate extends OrderForTransfer {
  readonly userId: string;
  readonly currency: string;
  readonly accountName: string;
  readonly createdAt: Date;
}

type Row = Omit<OrderCandidate, 'nairaKobo'> & { nairaKobo: string };

const ORDER = `o.id, o.user_id as "userId", o.currency, o.naira_kobo as "nairaKobo", o.account_number as "accountNumber",
  o.account_name as "accountName", o.status, o.payout, o.funding in ('funded', 'overpaid', 'late') as "isCovered",
  o.created_at as "createdAt"`;

const read = (row: Row): OrderCandidate => ({ ...row, nairaKobo: BigInt(row.nairaKobo) });

/** Orders by their ids. */
export async function listOrders(connection: Connection, ids: readonly string[]): Promise<OrderCandidate[]> {
  const rows = await connection.query<Row>(`select ${ORDER} from customer_order o where o.id = any($1::uuid[])`, [ids]);
  return rows.map(read);
}

/** Orders to these accounts that no payout succeeded of or is under way for, the oldest first. */
export async function listUnpaidTo(
  connection: Connection,
  accountNumbers: readonly string[],
): Promise<OrderCandidate[]> {
  const rows = await connection.query<Row>(
    `select ${ORDER} from customer_order o
     where o.account_number = any($1::text[]) and o.payout in ('none', 'failed', 'reversed') and o.status <> 'declined'
     order by o.created_at, o.id limit 500`,
    [accountNumbers],
  );
  return rows.map(read);
}

export interface CustomerCandidate {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly accountNumber: string;
}

/** Customers with one of these accounts, now or on an order of theirs. */
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
export async function listCustomers(connection: Connection, ids: readonly string[]): Promise<CustomerCandidate[]> {
  return connection.query<CustomerCandidate>(
    `select id as "userId", first_name || ' ' || last_name as name, email, '' as "accountNumber" from app_user
     where id = any($1::uuid[])`,
    [ids],
  );
}

/** Whether there is such a person. */
export async function hasUser(connection: Connection, id: string): Promise<boolean> {
  return (await connection.query(`select 1 from app_user where id = $1`, [id])).length > 0;
}

/** What these customers have free, by their asset's code and in its smallest units. */
export async function listFree(
  connection: Connection,
  userIds: readonly string[],
): Promise<{ userId: string; asset: string; amount: bigint }[]> {
  const rows = await connection.query<{ userId: string; asset: string; amount: string }>(
    `select split_part(code, ':', 3) as "userId", asset, balance as amount from ledger_account
     where kind = 'customer' and balance > 0 and split_part(code, ':', 3) = any($1::text[]) order by code`,
    [userIds],
  );
  return rows.map((row) => Object.assign(row, { amount: BigInt(row.amount) }));
}
