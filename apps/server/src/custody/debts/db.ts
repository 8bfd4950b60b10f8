import { endpoints, type UserId } from '@kobogate/contract';
import { countsStill } from '../../controls/index.ts';
import { accountsOfPerson } from '../../ledger/index.ts';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { Coins, Settlement } from './settlement.ts';

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

interface FirstRow {
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
export async function listFirst(
  connection: Connection,
  userId: UserId,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<FirstSettlement[]> {
  const rows = await connection.query<FirstRow>(
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

interface Said extends Settlement {
  readonly id: string;
  readonly userId: UserId;
  readonly adminId: UserId;
  readonly reason: string;
}

const saidBy = ({ id, userId, asset, amount, paid, reason, adminId }: Said): unknown[] => [
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
export async function saveFirst(tx: Transaction, said: Said): Promise<void> {
  await tx.query(
    `insert into debt_settlement (id, user_id, asset, amount, paid_asset, paid_amount, reason, first_approved_by, first_approved_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp())
     on conflict (user_id, asset) where decided_at is null do update set amount = excluded.amount, paid_asset = excluded.paid_asset,
       paid_amount = excluded.paid_amount, reason = excluded.reason, first_approved_by = excluded.first_approved_by,
       first_approved_at = excluded.first_approved_at`,
    saidBy(said),
  );
}

/** Records what was decided of a debt, in the place of what a first person said of it, and answers the record's id. */
export async function saveSettled(tx: Transaction, said: Said): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `with said as (
       update debt_settlement set amount = $4, paid_asset = $5, paid_amount = $6, reason = $7, decided_by = $8,
         decided_at = clock_timestamp(), first_approved_by = nullif(first_approved_by, $8)
       where user_id = $2 and asset = $3 and decided_at is null returning id
     ), fresh as (
       insert into debt_settlement (id, user_id, asset, amount, paid_asset, paid_amount, reason, decided_by, decided_at)
       select $1::uuid, $2, $3, $4, $5, $6, $7, $8, clock_timestamp() where not exists (select from said) returning id
     )
     select id from said union all select id from fresh`,
    saidBy(said),
  );
  if (row === undefined) throw new Error('a settled debt was not recorded');
  return row.id;
}
