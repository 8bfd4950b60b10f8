import type { OwnPaymentLink, PaymentLink } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';

interface LinkRow {
  name: string;
  purpose: string;
  amount: string;
  banner_image: string | null;
  profile_image: string | null;
  coins: string[];
}

interface OwnRow extends LinkRow {
  id: string;
  active: boolean;
  created_at: Date;
}

const MOST_LISTED = 100;

/** A user's links, newest first. */
export async function listLinks(connection: Connection, userId: string): Promise<OwnPaymentLink[]> {
  const rows = await connection.query<OwnRow>(
    `select id, name, purpose, amount, banner_image, profile_image, coins, active, created_at
     from payment_link where user_id = $1 order by created_at desc, id desc limit $2`,
    [userId, MOST_LISTED],
    'payment-links-own',
  );
  return rows.map((row) => {
    const own = { id: row.id, active: row.active, createdAt: row.created_at.toISOString() };
    return Object.assign(readLink(row), own);
  });
}

/** Records a new link without pictures. */
export async function insertLink(
  connection: Connection,
  link: Pick<OwnPaymentLink, 'id' | 'name' | 'purpose' | 'amount' | 'coins'> & { userId: string; createdAt: Date },
): Promise<void> {
  await connection.query(
    `insert into payment_link (id, user_id, name, purpose, amount, coins, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [link.id, link.userId, link.name, link.purpose, link.amount, link.coins, link.createdAt],
    'payment-link-insert',
  );
}

/** What a payer may see of an active link; null where there is none. */
export async function findActiveLink(connection: Connection, id: string): Promise<PaymentLink | null> {
  const [row] = await connection.query<LinkRow>(
    `select name, purpose, amount, banner_image, profile_image, coins from payment_link where id = $1 and active`,
    [id],
    'payment-link',
  );
  return row === undefined ? null : readLink(row);
}

function readLink(row: LinkRow): PaymentLink {
  return {
    name: row.name,
    purpose: row.purpose,
    amount: row.amount,
    bannerImage: row.banner_image,
    profileImage: row.profile_image,
    coins: row.coins,
  };
}
