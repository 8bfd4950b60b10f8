import { PRODUCT_NAME, refundNetworkName, type UserId } from '@kobogate/contract';
import { emit } from '../../events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { layOutMail } from '../../platform/mail-layout.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import { findAccount } from '../../identity/index.ts';
import { refuseOwnAddress } from '../wallets/own-addresses.ts';
import { changeRefundAddress, findRefundAddress } from './db.ts';
import { type RefundAddress, type RefundDetails, requireRefundDetails } from './refund-address.ts';

export interface SaveDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicOrigin: string;
}

/**
 * Sets the address to which the caller wants coins of one pair refunded, in place of the former one; saving the same
 * again changes nothing. The owner is notified of a change by mail. Throws 422 with a message for a broken rule, 429
 * for too many changes.
 */
export async function saveRefundAddress(
  { database, clock, publicOrigin }: SaveDependencies,
  { userId, ...form }: RefundDetails & { userId: UserId },
): Promise<RefundAddress> {
  const { family, addressKey, ...details } = requireRefundDetails(form);
  const now = clock.now();
  // Each change sends a mail: without a limit the form could be used to flood a mailbox.
  const changes = { thing: 'refund-address-user', subject: userId, most: 30, windowSeconds: 3600 };
  await consumeRateLimit(database, [changes], now, 'You have changed your refund addresses very often.');
  await refuseOwnAddress(database, family, addressKey);
  return database.transaction(async (tx) => {
    const owner = await findAccount(tx, userId);
    if (owner === null) throw notFound('There is no such account.');
    const changed = await changeRefundAddress(tx, { ...details, userId, updatedAt: now });
    if (changed !== null) {
      await emit(tx, { type: 'mail.send', payload: { to: owner.email, ...changedMail(changed, publicOrigin) } });
      return changed;
    }
    const same = await findRefundAddress(tx, { ...details, userId });
    if (same === null) throw new Error('a refund address that is unchanged is not there');
    return same;
  });
}

/** Notifies the owner of the new refund address; only its end is shown. */
function changedMail(
  { currency, network, address }: RefundAddress,
  publicOrigin: string,
): { subject: string; text: string; html: string } {
  const subject = `Your ${PRODUCT_NAME} refund address was changed`;
  const content = layOutMail({
    title: subject,
    paragraphs: [
      `A refund of ${currency} on ${refundNetworkName(network)} goes to the address that ends in ${address.slice(-8)} from now on.`,
    ],
    link: { label: 'This was not me', url: `${publicOrigin}/forgot-password` },
    reason: 'If it was you, there is nothing that you need to do.',
  });
  return { subject, ...content };
}
