import type { Connection } from '../../platform/database.ts';

export interface SuspenseRow {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly arrivedAt: Date | null;
}

/** Everything in suspense, the latest arrival first. */
export async function listSuspenseRows(connection: Connection): Promise<SuspenseRow[]> {
  const rows = await connection.query<Omit<SuspenseRow, 'amount'> & { amount: string }>(
    `select u.id as "userId", u.first_name || ' ' || u.last_name as name, u.email, a.asset, a.balance as amount,
       (select max(d.confirmed_at) from deposit d where d.user_id = u.id and d.asset = a.asset) as "arrivedAt"
     from ledger_account a join app_user u on a.code = 'suspense:' || a.asset || ':' || u.id
     where a.kind = 'suspense' and a.balance > 0
     order by "arrivedAt" desc nulls last, a.id desc limit 500`,
    [],
    'list-suspense',
  );
  return rows.map((row) => Object.assign(row, { amount: BigInt(row.amount) }));
}
