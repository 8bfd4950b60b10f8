import { PRODUCT_NAME, type Proof, refundNetworkName, refundAddressTakesProof } from '@kobogate/contract';
import { emit } from '../../events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { layOutMail } from '../../platform/mail-layout.ts';
import type { Caller } from '../../platform/route.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import { type LockOwner, lockSignedIn, type ProveOwner } from '../../identity/index.ts';
import { refuseOwnAddress } from '../wallets/own-addresses.ts';
import { changeRefundAddress, listRefundAddresses } from './db.ts';
import { type RefundAddress, type RefundDetails, requireRefundDetails } from './refund-address.ts';

export interface SaveDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicOrigin: string;
  readonly proveOwner: ProveOwner;
}

/**
 * Sets the address to which the caller wants coins of one pair refunded, in place of the former one; saving the same
 * again changes nothing. The first one of a family of chains needs no proof; any other needs the owner's, because the saved ones
 * are proposed where a refund is asked for: the holder of a stolen session could have coins sent to themselves. The owner is notified of a
 * change by mail. Throws 422 with a message for a broken rule or a missing or wrong proof, 429 for too many changes, 401 where
 * the caller has been signed out.
 */
export async function saveRefundAddress(
  { database, clock, publicOrigin, proveOwner }: SaveDependencies,
  { caller, address, currency, network, ...proof }: RefundDetails & Proof & { caller: Caller },
): Promise<RefundAddress> {
  const { userId } = caller;
  const { family, addressKey, ...details } = requireRefundDetails({ address, currency, network });
  const now = clock.now();
  // Each change sends a mail: without a limit the form could be used to flood a mailbox.
  const changes = { thing: 'refund-address-user', subject: userId, most: 30, windowSeconds: 3600 };
  await consumeRateLimit(database, [changes], now, 'You have changed your refund addresses very often.');
  await refuseOwnAddress(database, family, addressKey);
  const isProven = refundAddressTakesProof(await listRefundAddresses(database, userId), details);
  const lockOwner: LockOwner = isProven
    ? await proveOwner(caller, proof)
    : (tx) => lockSignedIn(tx, caller, clock.now());
  return database.transaction(async (tx) => {
    const owner = await lockOwner(tx);
    const before = await listRefundAddresses(tx, userId);
    // Another first address was saved in between: changing that needs a proof.
    if (!isProven && refundAddressTakesProof(before, details)) {
      throw ruleBroken('This refund address was changed at the same moment. Please look at it again.');
    }
    const changed = await changeRefundAddress(tx, { ...details, userId, updatedAt: now });
    if (changed !== null) {
      await emit(tx, { type: 'mail.send', payload: { to: owner.email, ...changedMail(changed, publicOrigin) } });
      return changed;
    }
    const same = before.find((one) => one.currency === details.currency && one.network === details.network);
    if (same === undefined) throw new Error('a refund address that is unchanged is not there');
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
