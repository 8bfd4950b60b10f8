import type { PaymentLink } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';

interface LinkRow {
  name: string;
  purpose: string;
  amount: string;
  banner_image: string | null;
  profile_image: string | null;
  coins: string[];
}

/** What a payer may see of an active link; null where there is none. */
export async function findActiveLink(connection: Connection, id: string): Promise<PaymentLink | null> {
  const [row] = await connection.query<LinkRow>(
    `select name, purpose, amount, banner_image, profile_image, coins from payment_link where id = $1 and active`,
    [id],
    'payment-link',
  );
  if (row === undefined) return null;
  return {
    name: row.name,
    purpose: row.purpose,
    amount: row.amount,
    bannerImage: row.banner_image,
    profileImage: row.profile_image,
    coins: row.coins,
  };
}
