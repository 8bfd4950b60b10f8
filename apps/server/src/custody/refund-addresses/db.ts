import type { Connection, Transaction } from '../../platform/database.ts';
import type { RefundAddress } from './refund-address.ts';

const COLUMNS = `user_id as "userId", currency, network, address, updated_at as "updatedAt"`;

/** All refund addresses of a user, by currency and network. */
export function listRefundAddresses(connection: Connection, userId: string): Promise<RefundAddress[]> {
  return connection.query<RefundAddress>(
    `select ${COLUMNS} from refund_address where user_id = $1 order by currency, network`,
    [userId],
    'list-refund-addresses',
  );
}

/** The user's refund address of a pair; null where there is none. */
export async function findRefundAddress(
  connection: Connection,
  { userId, currency, network }: Pick<RefundAddress, 'userId' | 'currency' | 'network'>,
): Promise<RefundAddress | null> {
  const [row] = await connection.query<RefundAddress>(
    `select ${COLUMNS} from refund_address where user_id = $1 and currency = $2 and network = $3`,
    [userId, currency, network],
  );
  return row ?? null;
}

/** Writes a refund address over the one before; null where that was the same. Each change raises the version. */
export async function changeRefundAddress(tx: Transaction, address: RefundAddress): Promise<RefundAddress | null> {
  const [row] = await tx.query<RefundAddress>(
    `insert into refund_address as r (user_id, currency, network, address, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id, currency, network) do update set
       address = excluded.address, updated_at = excluded.updated_at, version = r.version + 1
     where r.address <> excluded.address
     returning ${COLUMNS}`,
    [address.userId, address.currency, address.network, address.address, address.updatedAt],
  );
  return row ?? null;
}

/** The owner's e-mail address; null where there is no such user. */
export async function findEmail(connection: Connection, userId: string): Promise<string | null> {
  const [row] = await connection.query<{ email: string }>(`select email from app_user where id = $1`, [userId]);
  return row?.email ?? null;
}
