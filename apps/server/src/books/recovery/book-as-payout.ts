import type { PayoutId, UserId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { conflict } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { isCovered, loadQuotesOf, moveStatus, type Order, saveDecision, saveOrder } from '../../sales/index.ts';
import {
  createPayoutWork,
  describePayout,
  exchangedPosting,
  insertPayouts,
  loadNewestPayout,
  lockPayout,
  type MoveContext,
  readReference,
} from '../../payouts/index.ts';
import { type Transfer, whyNotPayoutOf } from './transfer.ts';

/**
 * Books a transfer as the payout of a locked order, as if this program had sent it by that reference: the same
 * postings, and the order is paid. If the bank does not report it as paid yet, it is queried like any other payout.
 * Nothing is sent. An order that waited for an approval is approved by the administrator who books it. Throws 409 where
 * the transfer does not fit the order.
 */
export async function bookAsPayout(
  tx: Transaction,
  context: MoveContext,
  { transfer, order, adminId }: { transfer: Transfer; order: Order; adminId: UserId },
): Promise<void> {
  const facts = { ...order, accountNumber: order.bankAccount.accountNumber, isCovered: isCovered(order) };
  const refusal = whyNotPayoutOf(transfer, facts);
  if (refusal !== null) throw conflict(`${refusal} Nothing was booked.`);
  const quote = (await loadQuotesOf(tx, [order])).get(order.orderQuoteId);
  if (quote === undefined) throw new Error(`no quote ${order.orderQuoteId}`);
  const cleared = await clear(tx, order, adminId);
  const { rail, reference, madeAt } = transfer;
  const next = ((await loadNewestPayout(tx, order.id))?.attempt ?? 0) + 1;
  // The attempt number in its reference, so that no later attempt gets the same reference.
  const attempt = Math.max(next, readReference(reference)?.attempt ?? next);
  const id = newId<PayoutId>();
  await insertPayouts(tx, [
    {
      id,
      orderId: order.id,
      attempt,
      rail,
      onlyRail: null,
      reference,
      amountKobo: order.nairaKobo,
      orderQuoteId: order.orderQuoteId,
      userId: order.userId,
      ...order.bankAccount,
    },
  ]);
  const { payout } = await lockPayout(tx, id);
  const work = createPayoutWork();
  if (order.payout === 'none') work.post(exchangedPosting(cleared, quote));
  work.queue(cleared, `${describePayout(payout)} was made before, and is found on the bank’s list.`);
  const locked = { payout, order: cleared };
  work.move(context, locked, { kind: 'listed', rail, madeAt });
  if (transfer.bankState === 'paid') work.move(context, locked, { kind: 'settle', sessionId: null });
  await work.write(tx);
}

async function clear(tx: Transaction, order: Order, adminId: UserId): Promise<Order> {
  if (order.status !== 'pending') return order;
  const saved = await saveOrder(tx, moveStatus(order, 'approved'));
  await saveDecision(tx, { orderId: order.id, adminId });
  return saved;
}
