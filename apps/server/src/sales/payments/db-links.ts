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

/**
 * Takes a once-only link from the payment that had used it up, because that is covered no more: the first of the others that
 * are covered has it then; where there is none it can be paid again.
 */
export async function releaseLink(tx: Transaction, linkId: string, orderId: string): Promise<void> {
  // Locked by a statement of its own: the next one then sees whoever covered another payment of it meanwhile.
  const held = await tx.query(`select 1 from payment_link where id = $1 and used_by = $2 for no key update`, [
    linkId,
    orderId,
  ]);
  if (held.length === 0) return;
  await tx.query(
    `update payment_link l set used_by = n.id, used_at = case when n.id is not null then clock_timestamp() end
     from (select (select id from customer_order where payment_link_id = $1 and id <> $2 and status <> 'declined'
         and funding in ('funded', 'overpaid', 'late') order by id limit 1) as id) n
     where l.id = $1`,
    [linkId, orderId],
  );
}

/** Whether another payment than this one has used the link up. */
export async function isUsedByAnother(tx: Transaction, linkId: string, orderId: string): Promise<boolean> {
  const rows = await tx.query(`select 1 from payment_link where id = $1 and used_by <> $2`, [linkId, orderId]);
  return rows.length > 0;
}
