import type { RefundId } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { emit } from '../../events.ts';
import { lockPayment, tellOnTimeline } from './lock-offer.ts';
import { claimTelling, findOrderOfRefund, listOfferedRefunds } from './db.ts';
import { type MailedState, refundMail } from '../payments/payer-mails/write-mail.ts';

/** The timeline lines of a refund's states; the states are those that refunds and the treasury emit. */
const LINES = {
  approved: 'The operator approved the refund. It is sent with the next batch.',
  declined: 'The operator declined the refund. The coins are back where they were, and can be offered again.',
  sent: 'The coins were sent to the address that the payer gave.',
  final: 'The coins have reached the address that the payer gave, and are final.',
} as const;
export type ToldState = keyof typeof LINES;
/** An approval asks nothing of the payer, and the coins follow. */
const isMailed = (state: ToldState): state is MailedState => state !== 'approved';

/**
 * Shows on a payment's timeline the state of the refund that an offer became, once per state however often the event comes. If
 * the payer's address is known they get a mail about coins that are sent, final or not sent at all. Does nothing for other
 * refunds.
 */
export async function followRefund(
  { database, publicOrigin }: { database: Database; publicOrigin: string },
  { refundId, state }: { refundId: RefundId; state: ToldState },
): Promise<void> {
  const orderId = await findOrderOfRefund(database, refundId);
  if (orderId === null) return;
  await database.transaction(async (tx) => {
    const payment = await lockPayment(tx, orderId, null);
    if (!(await claimTelling(tx, refundId, state))) return;
    await tellOnTimeline(tx, payment.order, { type: `refund-${state}`, text: LINES[state] });
    const { payerEmail } = payment.facts;
    if (!isMailed(state) || payerEmail === null) return;
    const refund = (await listOfferedRefunds(tx, [orderId])).find((each) => each.refundId === refundId);
    if (refund === undefined || refund.address === null) return;
    const mail = refundMail(payment, { ...refund, address: refund.address }, { state, publicOrigin });
    await emit(tx, { type: 'mail.send', payload: { to: payerEmail, ...mail } });
  });
}
