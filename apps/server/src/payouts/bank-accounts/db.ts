import { NAME_RESOLUTIONS, type NameResolution, type UserId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { HeldRows, PastRows } from '../../platform/past-rows.ts';
import { newId } from '../../platform/identifiers.ts';
import type { BankAccount } from './bank-account.ts';

interface BankAccountRow {
  user_id: UserId;
  account_number: string;
  bank_code: string;
  bank_name: string;
  account_name: string;
  name_resolution: string;
  resolved_name: string | null;
  updated_at: Date;
}

const COLUMNS =
  'user_id, account_number, bank_code, bank_name, account_name, name_resolution, resolved_name, updated_at';

/** A user's payout account, or null before one is set. */
export async function findBankAccount(connection: Connection, userId: UserId): Promise<BankAccount | null> {
  const [row] = await connection.query<BankAccountRow>(
    `select ${COLUMNS} from bank_account where user_id = $1`,
    [userId],
    'bank-account-find',
  );
  return row === undefined ? null : readBankAccount(row);
}

/** Writes a user's payout account, and a line of its history; each write raises its version. */
export async function saveBankAccount(
  tx: Transaction,
  account: Omit<BankAccount, 'updatedAt'>,
  now: Date,
): Promise<BankAccount> {
  await tx.query(
    `insert into bank_account as b (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (user_id) do update set
       account_number = excluded.account_number, bank_code = excluded.bank_code, bank_name = excluded.bank_name,
       account_name = excluded.account_name, name_resolution = excluded.name_resolution,
       resolved_name = excluded.resolved_name, updated_at = excluded.updated_at, version = b.version + 1`,
    [
      account.userId,
      account.accountNumber,
      account.bankCode,
      account.bankName,
      account.accountName,
      account.nameResolution,
      account.resolvedName,
      now,
    ],
  );
  await tx.query(
    `insert into bank_account_change (id, user_id, at, account_number, bank_name, account_name)
     values ($1, $2, $3, $4, $5, $6)`,
    [newId(), account.userId, now, account.accountNumber, account.bankName, account.accountName],
  );
  return { ...account, updatedAt: now };
}

/**
 * Saves the bank's answer on an account's name, if the owner still has the account and its name was not confirmed yet.
 */
export async function saveName(
  connection: Connection,
  {
    userId,
    accountNumber,
    bankCode,
    accountName,
  }: Pick<BankAccount, 'userId' | 'accountNumber' | 'bankCode' | 'accountName'>,
  { nameResolution, resolvedName }: Pick<BankAccount, 'nameResolution' | 'resolvedName'>,
): Promise<void> {
  await connection.query(
    `update bank_account set name_resolution = $5, resolved_name = $6
     where user_id = $1 and account_number = $2 and bank_code = $3 and account_name = $4 and name_resolution <> 'resolved'`,
    [userId, accountNumber, bankCode, accountName, nameResolution, resolvedName],
  );
}

function readBankAccount(row: BankAccountRow): BankAccount {
  return {
    userId: row.user_id,
    accountNumber: row.account_number,
    bankCode: row.bank_code,
    bankName: row.bank_name,
    accountName: row.account_name,
    nameResolution: readResolution(row.name_resolution),
    resolvedName: row.resolved_name,
    updatedAt: row.updated_at,
  };
}

// Never verified by accident: any unknown value is unresolved.
const readResolution = (text: string): NameResolution => NAME_RESOLUTIONS.find((one) => one === text) ?? 'unresolved';

/** As SQL: a payout account `c` that its owner has replaced since, or of an owner who was erased. */
const IS_EARLIER = `(exists (select from bank_account_change n where n.user_id = c.user_id and n.at > c.at)
  or exists (select from app_user u where u.id = c.user_id and u.erased_at is not null))`;

/** Counts payout accounts from before a time, at most `most`: earlier ones, and as held `account` those that are in use. */
export async function countAccountChanges(connection: Connection, before: Date, most: number): Promise<PastRows> {
  const [row] = await connection.query<HeldRows & { used: number; usedSince: Date | null }>(
    `select count(*) filter (where earlier)::int as count, min(at) filter (where earlier) as oldest,
       count(*) filter (where not earlier)::int as used, min(at) filter (where not earlier) as "usedSince"
     from (select c.at, ${IS_EARLIER} as earlier from bank_account_change c where c.at < $1 order by c.at limit $2) past`,
    [before, most],
  );
  const { count, oldest, used, usedSince } = row ?? { count: 0, oldest: null, used: 0, usedSince: null };
  return { count, oldest, held: { account: { count: used, oldest: usedSince } } };
}

/** Removes earlier payout accounts, and those of erased people, from before a time, at most `limit`; answers how many. */
export async function forgetAccountChanges(tx: Transaction, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from bank_account_change where id in (
       select c.id from bank_account_change c where c.at < $1 and ${IS_EARLIER}
       order by c.at limit $2 for update skip locked) returning 1`,
    [before, limit],
  );
  return rows.length;
}
