import type { UserRow, UserState } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import type { Connection } from '../platform/database.ts';
import { isId } from '../platform/identifiers.ts';
import { findUsers, type UserView } from './db.ts';
import { readPageSize } from './page-size.ts';
import { readSearch } from '../platform/search-pattern.ts';
import { stateOf } from './user-state.ts';

const KOBO_DECIMALS = 2;

export interface ListUsersInput {
  readonly search?: string | undefined;
  readonly state?: UserState | undefined;
  readonly before?: string | undefined;
  readonly limit?: string | undefined;
}

/** A page of the users found, newest first, and the id to ask for the next page with. */
export async function listUsers(
  { database }: { database: Connection },
  { search = '', state, before, limit }: ListUsersInput,
): Promise<{ data: UserRow[]; next: string | null }> {
  const size = readPageSize(limit);
  const from = before !== undefined && isId(before) ? before : null;
  const found = await findUsers(database, readSearch(search), {
    state: state ?? null,
    before: from,
    limit: size + 1,
  });
  const data = found.slice(0, size).map(presentUser);
  return { data, next: found.length > size ? (data.at(-1)?.id ?? null) : null };
}

/** A user as a list shows them. Pure. */
export function presentUser({ account, lastSeenAt, paidOutKobo }: UserView): UserRow {
  return {
    id: account.id,
    name: `${account.firstName} ${account.lastName}`.trim(),
    email: account.email,
    phone: account.phone,
    state: stateOf(account),
    role: account.role,
    createdAt: account.createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    nairaPaidOut: formatUnits(paidOutKobo, KOBO_DECIMALS),
  };
}
