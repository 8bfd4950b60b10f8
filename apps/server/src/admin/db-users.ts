import type { UserState } from '@kobogate/contract';
import type { Connection } from '../platform/database.ts';
import { type Account, ACCOUNT_COLUMNS, type AccountRow, notEnded, readAccount } from '../identity/index.ts';
import type { Search } from './search.ts';

/** An account with what a list of people shows beside it. */
export interface UserView {
  readonly account: Account;
  readonly lastSeenAt: Date | null;
  /** Of all payouts that arrived and did not come back. */
  readonly paidOutKobo: bigint;
}

interface UserViewRow extends AccountRow {
  last_seen_at: Date | null;
  paid_out: string;
}

const VIEW_COLUMNS = `${ACCOUNT_COLUMNS},
  (select max(s.last_seen_at) from session s where s.user_id = u.id) as last_seen_at,
  (select coalesce(sum(p.amount_kobo), 0)::text from customer_order o join payout p on p.order_id = o.id
   where o.user_id = u.id and p.status = 'paid') as paid_out`;

const IN_STATE: Readonly<Record<UserState, string>> = {
  unverified: 'u.disabled_at is null and u.verified_at is null',
  active: 'u.disabled_at is null and u.verified_at is not null',
  disabled: 'u.disabled_at is not null',
};

function readView(row: UserViewRow): UserView {
  return { account: readAccount(row), lastSeenAt: row.last_seen_at, paidOutKobo: BigInt(row.paid_out) };
}

/** A page of the people who are found, newest first; those after the account `before` where it is given. */
export async function findUsers(
  connection: Connection,
  { pattern, digitsPattern }: Search,
  { state, before, limit }: { state: UserState | null; before: string | null; limit: number },
): Promise<UserView[]> {
  // What is shown is read for the page alone, after it was found.
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

/** One person, or null. */
export async function findUser(connection: Connection, id: string): Promise<UserView | null> {
  const [row] = await connection.query<UserViewRow>(`select ${VIEW_COLUMNS} from app_user u where u.id = $1`, [id]);
  return row === undefined ? null : readView(row);
}

/** How many sessions of an account are open at a moment. */
export async function countSessions(connection: Connection, userId: string, now: Date): Promise<number> {
  const [row] = await connection.query<{ count: number }>(
    `select count(*)::int as count from session
     where user_id = $1 and revoked_at is null and ${notEnded('$2::timestamptz')}`,
    [userId, now],
  );
  return row?.count ?? 0;
}

/** Who disabled an account last, and why; null where nobody is on record. */
export async function findDisabling(
  connection: Connection,
  userId: string,
): Promise<{ by: string; reason: string | null } | null> {
  const [row] = await connection.query<{ by: string; reason: string | null }>(
    `select trim(a.first_name || ' ' || a.last_name) as by, x.reason
     from admin_action x join app_user a on a.id = x.admin_id
     where x.user_id = $1 and x.action = 'user-disabled' order by x.at desc limit 1`,
    [userId],
  );
  return row ?? null;
}
