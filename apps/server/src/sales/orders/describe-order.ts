import { findLedgerAsset, NETWORKS, isNetwork } from '@kobogate/contract';
import { formatNaira, formatUnits, groupThousands } from '@kobogate/money';
import type { Order } from './order.ts';
import { describeMove } from '../funding/rate-move.ts';

/** `1,250.5 USDT`: exact, trailing zeros trimmed. */
export function describeCoins(amount: bigint, assetCode: string): string {
  const asset = findLedgerAsset(assetCode);
  if (asset === undefined) throw new Error(`no such asset: ${assetCode}`);
  return `${groupThousands(formatUnits(amount, asset.decimals))} ${asset.currency}`;
}

/** The present state and the next step, in a sentence. */
export function describeOrder(order: Order, missing: bigint): string {
  if (order.kind === 'payment') return describePayment(order, missing);
  if (order.status === 'declined') {
    return order.declineReason === null
      ? 'Declined. The coins stay in your balance.'
      : `Declined: ${order.declineReason} The coins stay in your balance.`;
  }
  const payout = describePayout(order);
  if (payout !== null) return payout;
  const funding = describeFunding(order, missing);
  if (funding !== null) return funding;
  if (order.rateAnswer === 'asked') {
    return `${describeMove(order)} Please accept or decline it; without an answer the coins go back to your balance.`;
  }
  if (order.rateAnswer === 'told' && order.status === 'pending') {
    return `Your coins have arrived. ${describeMove(order)} We check it before the naira leaves.`;
  }
  return order.status === 'pending'
    ? 'Your coins have arrived. We are reviewing the order; the naira leaves as soon as it is approved.'
    : 'Your coins have arrived. The naira is about to leave.';
}

/** The same as `describeOrder`, for a payment by link: a payer sends the coins, and none of them are in the balance. */
function describePayment(order: Order, missing: bigint): string {
  const waitsForPayer = missing > 0n ? `${describeCoins(missing, order.asset)} is still missing. ` : '';
  if (order.status === 'declined') {
    const why = order.declineReason === null ? '' : ` ${order.declineReason}`;
    return `Declined.${why} What arrived is in the merchant’s balance.`;
  }
  const payout = describePayout(order);
  if (payout !== null) return payout;
  switch (order.funding) {
    case 'awaiting':
      return 'Opened by a payer. Nothing has arrived yet.';
    case 'confirming':
      return 'The payer’s coins are on the chain and are being confirmed.';
    case 'underpaid':
      return `${waitsForPayer}What has arrived is kept for this payment.`;
    case 'expired':
      return 'Nothing arrived in time. Coins that still arrive count at the rate of that moment.';
    case 'funded':
    case 'overpaid':
    case 'late':
      return order.status === 'pending'
        ? 'The payer’s coins have arrived. We are reviewing the payment; the naira leaves as soon as it is approved.'
        : 'The payer’s coins have arrived. The naira is about to leave.';
  }
}

function describePayout(order: Order): string | null {
  const naira = formatNaira(order.nairaKobo);
  const account = `${order.bankAccount.bankName} ${order.bankAccount.accountNumber}`;
  switch (order.payout) {
    case 'none':
      return null;
    case 'queued':
      return `${naira} is about to be sent to ${account}.`;
    case 'sent':
      return `${naira} is on its way to ${account}.`;
    case 'unknown':
      return 'The bank has not answered yet. We keep asking about this payout; it is not sent a second time.';
    case 'paid':
      return `${naira} was paid to ${account}.`;
    case 'failed':
      return 'The payout did not go through. Your money is safe with us; we will look into it.';
    case 'reversed':
      return 'The bank sent the payout back. Your money is safe with us; we will look into it.';
  }
}

function describeFunding(order: Order, missing: bigint): string | null {
  const coins = describeCoins(missing, order.asset);
  const network = isNetwork(order.network) ? NETWORKS[order.network].name : order.network;
  switch (order.funding) {
    case 'awaiting':
      return `Send ${coins} on ${network} to the deposit address.`;
    case 'confirming':
      return 'Your deposit is on the chain and is being confirmed.';
    case 'underpaid':
      return `${coins} is still missing. Send the rest to the same address; what has arrived is in your balance.`;
    case 'expired':
      return 'The rate lock has ended unpaid. Coins that still arrive are converted at the rate of that moment.';
    case 'funded':
    case 'overpaid':
    case 'late':
      return null;
  }
}
