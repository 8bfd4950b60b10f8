import { findLedgerAsset, findStray, isolated, networkNameOf, rateText, type OrderId } from '@kobogate/contract';
import { formatNaira, formatUnits, groupThousands, type Kobo } from '@kobogate/money';
import type { Payload } from '../../events.ts';
import { isCovered, type Order, withinHours } from '../../sales/index.ts';

/** A notification to a customer, once per event: in the app, and by mail where `subject` is there. */
export interface Message {
  readonly type: 'payment' | 'update';
  /** One sentence or two, second person. */
  readonly text: string;
  /** Subject of the mail; null: only in the app. */
  readonly subject: string | null;
}

/** The facts of an order that messages use. Amounts in smallest units. */
export interface OrderFacts {
  readonly orderId: OrderId;
  readonly asset: string;
  readonly amount: bigint;
  readonly nairaKobo: Kobo;
  readonly funding: Order['funding'];
  readonly bankName: string;
  readonly accountNumber: string;
  readonly declineReason: string | null;
  /** Why an administrator checks it although it was cleared before; null: it does not wait for that. */
  readonly heldReason: string | null;
  /** Naira for one whole coin, as a decimal. */
  readonly rate: string;
  /** The amount promised while its rate was locked. */
  readonly locked: { readonly rate: string; readonly nairaKobo: Kobo };
}

/** The facts of a deposit. */
export interface DepositFacts {
  readonly asset: string;
  readonly amount: bigint;
}

/** Events of an order, and of its payout, that its owner is notified of. */
export type OrderEventType =
  | 'order.approved'
  | 'order.declined'
  | 'order.underpaid'
  | 'order.repriced'
  | 'order.rate-asked'
  | 'order.held'
  | 'payout.paid'
  | 'payout.failed'
  | 'payout.reversed'
  | 'payout.delayed';

/** Events of a payment by link that its merchant is notified of. */
export type PaymentEventType =
  | 'payment.covered'
  | 'payment.underpaid'
  | 'payment.excess'
  | 'payment.elsewhere'
  | 'payment.refund-answered'
  | 'payment.declined'
  | 'payment.held';

/** The facts of a payment that messages use; `part` is the deposit that an event is about. */
export interface PaymentFacts {
  readonly linkName: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly received: bigint;
  readonly nairaKobo: Kobo;
  readonly isLate: boolean;
  readonly isSecond: boolean;
  /** Whether an administrator looks at it before its naira leaves, and why although it was cleared before. */
  readonly isPending: boolean;
  readonly heldReason: string | null;
  readonly declineReason: string | null;
  readonly part: DepositFacts | null;
}

/** A reason that follows a sentence, or nothing. */
const reasonText = (reason: string | null): string => (reason === null ? '' : ` ${reason}`);

/** The notification of a payment's event; a review takes at most `reviewHours`. Pure. */
export function describePaymentEvent(type: PaymentEventType, payment: PaymentFacts, reviewHours: number): Message {
  const { asset, amount, received, part } = payment;
  const linkName = isolated(payment.linkName);
  const naira = formatNaira(payment.nairaKobo);
  const coins = describeCoins(amount, asset);
  const arrived = part === null ? '' : describeCoins(part.amount, part.asset);
  switch (type) {
    case 'payment.covered':
      return {
        type: 'payment',
        subject: `${linkName} was paid: ${naira}`,
        text:
          `You received ${coins} by your link “${linkName}”. ${naira} goes to your payout account` +
          (payment.isPending
            ? ` once a person has looked at it, ${withinHours(reviewHours)}.${reasonText(payment.heldReason)}`
            : '.') +
          (payment.isLate ? ' It came after its rate had ended, so it counts at the rate of that moment.' : '') +
          (payment.isSecond
            ? ' The link was for one payment, and this is a second one: give it back if it was a mistake.'
            : ''),
      };
    case 'payment.underpaid':
      return {
        type: 'update',
        subject: null,
        text: `${describeCoins(received, asset)} of ${coins} arrived by your link “${linkName}”. It is kept for this payment; the payer sees how much is missing.`,
      };
    case 'payment.excess':
      return {
        type: 'payment',
        subject: `More was paid by ${linkName} than it asks for`,
        text: `More than ${coins} arrived for a payment by your link “${linkName}”. The excess is in your balance: convert it, or give it back.`,
      };
    case 'payment.elsewhere':
      return {
        type: 'payment',
        subject: `Other coins arrived for a payment by ${linkName}`,
        text: `${arrived} arrived for a payment of ${coins} by your link “${linkName}”. It does not count towards the payment; you find it on the Wallets page.`,
      };
    case 'payment.held':
      return {
        type: 'update',
        subject: `A payment by ${linkName} is checked before it is paid out`,
        text: `A person reviews a payment of ${coins} by your link “${linkName}” before ${naira} leaves, ${withinHours(reviewHours)}.${reasonText(payment.heldReason)} You don’t need to do anything.`,
      };
    case 'payment.declined':
      return {
        type: 'update',
        subject: `A payment by ${linkName} was declined`,
        text:
          `A payment of ${coins} by your link “${linkName}” was declined. ` +
          (payment.declineReason === null ? '' : `Reason: ${isolated(payment.declineReason)} `) +
          'What arrived for it is in your balance.',
      };
    case 'payment.refund-answered':
      return {
        type: 'payment',
        subject: `The payer gave an address for a refund by ${linkName}`,
        text: `The payer of ${coins} by your link “${linkName}” gave an address for the refund that you offered. Check the address with them, and confirm it: nothing is sent before.`,
      };
  }
}

/** Events of a deposit that its owner is notified of. */
export type DepositEventType = 'deposit.seen' | 'deposit.confirmed' | 'deposit.reverted' | 'deposit.corrected';

function describeCoins(amount: bigint, assetCode: string): string {
  const asset = findLedgerAsset(assetCode);
  if (asset === undefined) throw new Error(`no such asset: ${assetCode}`);
  return `${groupThousands(formatUnits(amount, asset.decimals))} ${asset.currency} on ${networkNameOf(asset)}`;
}

/** The notification of an order's event; a review takes at most `reviewHours`. Pure. */
export function describeOrderEvent(type: OrderEventType, order: OrderFacts, reviewHours: number): Message {
  const coins = describeCoins(order.amount, order.asset);
  const naira = formatNaira(order.nairaKobo);
  // A mailbox is not the place for the full account number.
  const account = `${isolated(order.bankName)} ending in ${order.accountNumber.slice(-4)}`;
  switch (type) {
    case 'order.approved':
      return {
        type: 'update',
        subject: 'Your conversion was approved',
        // As the order's timeline says it: by then the coins have arrived, or they are waited for.
        text: isCovered(order)
          ? `Your conversion of ${coins} was approved. ${naira} is on its way to ${account}.`
          : `Your conversion of ${coins} was approved. ${naira} goes to ${account} as soon as the coins have arrived.`,
      };
    case 'order.declined':
      return {
        type: 'update',
        subject: 'Your conversion was declined',
        text:
          `Your conversion of ${coins} was declined. ` +
          (order.declineReason === null ? '' : `Reason: ${isolated(order.declineReason)} `) +
          'Coins that arrived for it are in your balance.',
      };
    case 'order.underpaid':
      return {
        type: 'update',
        subject: null,
        text: `Less than ${coins} has arrived for your conversion. Send the rest to the same address; nothing is lost.`,
      };
    case 'order.repriced':
      return {
        type: 'payment',
        subject: `Your conversion is now worth ${naira}`,
        text:
          `${coins} arrived after its rate lock had ended, so it was converted at the rate of that moment: ${naira} at ` +
          `${rateText(order.rate)}. While the lock held it was ${formatNaira(order.locked.nairaKobo)} at ${rateText(order.locked.rate)}.`,
      };
    case 'order.rate-asked':
      return {
        type: 'payment',
        subject: `Please decide on your conversion: it is worth ${naira} now`,
        text:
          `${coins} arrived after its rate lock had ended, and the rate has moved: ${naira} at ${rateText(order.rate)}, ` +
          `instead of ${formatNaira(order.locked.nairaKobo)} at ${rateText(order.locked.rate)}. Open the conversion and take ` +
          'what it is worth then, or have the coins back in your balance. Without an answer within 24 hours they go back to it.',
      };
    case 'order.held':
      return {
        type: 'update',
        subject: 'Your conversion is checked before it is paid out',
        text: `A person reviews your conversion of ${coins} before ${naira} leaves, ${withinHours(reviewHours)}.${reasonText(order.heldReason)} You don’t need to do anything.`,
      };
    case 'payout.delayed':
      return {
        type: 'update',
        subject: `The bank gives no clear answer about ${naira}`,
        text: `We asked for ${naira} to be paid to ${account}, and the bank has not said clearly whether it was. A person asks the bank now. It is not sent a second time.`,
      };
    case 'payout.paid':
      return { type: 'payment', subject: `${naira} was paid out`, text: `${naira} was paid to ${account}.` };
    case 'payout.failed':
      return {
        type: 'payment',
        subject: 'A payout did not go through',
        text: `The payout of ${naira} to ${account} did not go through. Your money is safe with us; we will look into it. If that account is closed, open the order and choose another one.`,
      };
    case 'payout.reversed':
      return {
        type: 'payment',
        subject: 'A payout came back',
        text: `The bank sent the payout of ${naira} to ${account} back. Your money is safe with us; we will look into it. If that account is closed, open the order and choose another one.`,
      };
  }
}

/** Events of a refund that its owner is notified of. */
export type RefundEventType =
  | 'refund.requested'
  | 'refund.approved'
  | 'refund.declined'
  | 'refund.sent'
  | 'refund.final';

/** The facts of a refund. */
export interface RefundFacts extends DepositFacts {
  /** Deducted from the amount. */
  readonly fee: bigint;
  readonly address: string;
  readonly reason: string | null;
}

/** The notification of a refund's event. Pure. */
export function describeRefundEvent(type: RefundEventType, refund: RefundFacts): Message {
  const coins = describeCoins(refund.amount, refund.asset);
  const sent = describeCoins(refund.amount - refund.fee, refund.asset);
  const end = `the address that ends in ${refund.address.slice(-8)}`;
  switch (type) {
    case 'refund.requested':
      return {
        type: 'update',
        subject: `A refund of ${coins} was asked for`,
        text: `You asked for ${coins} to be sent to ${end}. We review it and tell you. If it was not you, change your password and write to us at once.`,
      };
    case 'refund.approved':
      return {
        type: 'update',
        subject: null,
        text: `Your refund of ${coins} was approved. It is sent with the next batch.`,
      };
    case 'refund.declined':
      return {
        type: 'update',
        subject: 'Your refund was declined',
        text:
          `Your refund of ${coins} was declined. ` +
          (refund.reason === null ? '' : `Reason: ${isolated(refund.reason)} `) +
          'The coins are back where they were.',
      };
    case 'refund.sent':
      return { type: 'payment', subject: null, text: `Your refund of ${sent} is on its way to ${end}.` };
    case 'refund.final':
      return {
        type: 'payment',
        subject: `Your refund of ${sent} has arrived`,
        text: `Your refund of ${sent} has arrived at ${end} and is final.`,
      };
  }
}

/** The notification of a stray that was credited as another asset; `amount` in smallest units of either. Pure. */
export function describeCredit({ from, asset, amount }: { from: string; asset: string; amount: bigint }): Message {
  const coins = describeCoins(amount, asset);
  return {
    type: 'payment',
    subject: `${coins} credited`,
    text: `The ${describeCoins(amount, from)} that we had kept for you was credited as ${coins}. It can be converted now.`,
  };
}

/** The notification of a deposit's event. Pure. */
export function describeDepositEvent(type: DepositEventType, deposit: DepositFacts): Message {
  const coins = describeCoins(deposit.amount, deposit.asset);
  switch (type) {
    case 'deposit.seen':
      return { type: 'payment', subject: null, text: `${coins} was seen on the chain and is being confirmed.` };
    case 'deposit.confirmed':
      return {
        type: 'payment',
        subject: `${coins} arrived`,
        text:
          findStray(deposit.asset) === undefined
            ? `${coins} arrived and is final.`
            : `${coins} arrived. We don’t convert this coin. It is yours and kept for you: ask for a refund on the Wallets page, or write to us.`,
      };
    case 'deposit.reverted':
      return {
        type: 'payment',
        subject: 'A deposit was taken back by the chain',
        text: `The chain took back your deposit of ${coins} after it had been final. It no longer counts.`,
      };
    case 'deposit.corrected':
      return {
        type: 'payment',
        subject: 'Coins that we credited to you were another payment’s',
        text: `${coins} that we credited to you turned out to be another payment’s. They leave your balance; what it does not have is owed to us, and the next coins of this kind pay it. Write to us if they were yours.`,
      };
  }
}

/** The notification of a webhook endpoint that only fails. Pure. */
export function describeFailingWebhook({ host, isTurnedOff }: { host: string; isTurnedOff: boolean }): Message {
  return {
    type: 'update',
    subject: isTurnedOff ? 'A webhook was turned off' : 'A webhook could not be delivered',
    text: isTurnedOff
      ? `Nothing we sent to ${host} has arrived for a week, so its webhook was turned off. Your payments are not affected. Turn it on again in Settings once it answers, and fetch what it missed.`
      : `What we sent to ${host} was refused for 72 hours and is not tried again. Your payments are not affected. See in Settings what it answered, and send it again there.`,
  };
}

/** The notification of a request to remove a lost second factor; its mail is written by identity. Pure. */
export function describeFactorReset({ what, reason = '' }: Payload<'account.factor-reset'>): Message {
  const texts = {
    asked:
      'Somebody who got through your first step asked for your second step to be removed. If it was not you, stop it in Settings and choose a new password.',
    granted:
      'Two administrators have granted the removal of your second step. If you did not ask for it, stop it in Settings and choose a new password.',
    refused: `Your second step was not removed. Reason: ${isolated(reason)}`,
    stopped: 'The removal of your second step was stopped. If you did not ask for it, choose a new password.',
    done: 'Your second step was removed, as you asked. Please set up a new one in Settings.',
  };
  return { type: 'update', subject: null, text: texts[what] };
}
