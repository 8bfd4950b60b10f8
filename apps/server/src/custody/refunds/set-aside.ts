import type { RefundId } from '@kobogate/contract';
import { requireNoFence, screenRefund } from '../../controls/index.ts';
import { emit } from '../../events.ts';
import { post, refunding } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { countUnderWay, insertRefund } from './db.ts';
import { accountOf, type RefundRecord } from './refund.ts';

/** Per coin and customer: more would hide other customers' requests from the administrators. */
const MOST_UNDER_WAY = 5;

type NewRefund = Pick<RefundRecord, 'id' | 'userId' | 'asset' | 'place' | 'amount' | 'fee' | 'address'> & {
  readonly idempotencyKey: string | null;
};

/**
 * Requests a refund in the transaction that has its owner's account locked: the coins are set aside and can't be used otherwise. Does
 * nothing where the key has made one. `alongside` runs before anything is set aside. Throws 422 for too few coins, 409 where too many
 * are open, 503 while a fence is up.
 */
export async function setAside(
  tx: Transaction,
  refund: NewRefund,
  alongside?: (tx: Transaction, refundId: RefundId) => Promise<void>,
): Promise<void> {
  const { id, userId, asset, place, amount } = refund;
  const others = await countUnderWay(tx, userId, asset);
  // A second, simultaneous click: nothing is set aside for it.
  if (!(await insertRefund(tx, refund))) return;
  if (others >= MOST_UNDER_WAY) {
    throw conflict(
      `You have ${MOST_UNDER_WAY} refunds of this coin under way. Your coins stay where they are; please wait for one to end.`,
    );
  }
  // What leaves is counted after orders were locked, so that a payout of the same order never waits for this.
  await alongside?.(tx, id);
  // It may have been paid already by a transaction that older books don't know.
  await requireNoFence(tx);
  const [result] = await post(tx, [
    {
      source: 'refund-requested',
      sourceId: id,
      description: 'Coins set aside to be sent back',
      transfers: [{ debit: accountOf(place, userId, asset), credit: refunding(userId, asset), amount }],
    },
  ]);
  if (result?.ok !== true) {
    throw ruleBroken('You have less than that. Coins held for open orders can be refunded once the order has ended.');
  }
  await screenRefund(tx, refund, { isNew: true });
  await emit(tx, { type: 'refund.requested', payload: { refundId: id } });
}
