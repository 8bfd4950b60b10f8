import type { Transaction } from '../../platform/database.ts';

/**
 * Uses a once-only link up for a covered payment, its row locked: of many at the same moment one gets it. Answers whether
 * it was used up before, by another payment; never for a link that is reusable.
 */
export async function claimLink(tx: Transaction, linkId: string, orderId: string): Promise<{ isSecond: boolean }> {
  const [link] = await tx.query<{ is_once: boolean; used_by: string | null }>(
    `select is_once, used_by from payment_link where id = $1 for no key update`,
    [linkId],
    'payment-link-lock',
  );
  if (link?.is_once !== true || link.used_by === orderId) return { isSecond: false };
  if (link.used_by !== null) return { isSecond: true };
  await tx.query(`update payment_link set used_by = $2, used_at = clock_timestamp() where id = $1`, [linkId, orderId]);
  return { isSecond: false };
}

/** Lets a once-only link be paid again, because the payment that had used it up is covered no more. */
export async function releaseLink(tx: Transaction, linkId: string, orderId: string): Promise<void> {
  await tx.query(`update payment_link set used_by = null, used_at = null where id = $1 and used_by = $2`, [
    linkId,
    orderId,
  ]);
}

/** Whether another payment than this one has used the link up. */
export async function isUsedByAnother(tx: Transaction, linkId: string, orderId: string): Promise<boolean> {
  const rows = await tx.query(`select 1 from payment_link where id = $1 and used_by <> $2`, [linkId, orderId]);
  return rows.length > 0;
}
