import { findAsset, isNetwork, NETWORKS, type OrderDetail } from '@kobogate/contract';
import { formatUnits, parseAmount } from '@kobogate/money';

type Deposit = OrderDetail['deposits'][number];
export type Progress = Pick<
  OrderDetail,
  'fromCurrency' | 'network' | 'networkName' | 'missingAmount' | 'status' | 'funding' | 'payout' | 'bankAccount'
> &
  Partial<Pick<OrderDetail, 'rateMove'>> & { deposits: readonly Deposit[] };

const isOnTheWay = (deposit: Deposit): boolean => deposit.status === 'seen' || deposit.status === 'confirming';

/**
 * The amount that the customer still has to send, as a decimal text: the missing amount less the coins on the chain that are
 * not final yet, so that they are not asked to send twice. `0` for an order that no longer waits for coins.
 */
export function stillToSend(order: Progress): string {
  const decimals = findAsset(order.fromCurrency, order.network)?.decimals;
  if (decimals === undefined || order.status === 'declined') return '0';
  const unitsOf = (text: string): bigint => {
    const parsed = parseAmount(text, decimals);
    return parsed.ok ? parsed.value : 0n;
  };
  const coming = order.deposits.filter(isOnTheWay).reduce((sum, deposit) => sum + unitsOf(deposit.amount), 0n);
  const open = unitsOf(order.missingAmount) - coming;
  return open > 0n ? formatUnits(open, decimals) : '0';
}

/** A deposit's state in a sentence: `Waiting for 2 more confirmations, about 24 seconds.` */
export function confirmationText(deposit: Deposit, network: string): string {
  switch (deposit.status) {
    case 'confirmed':
      return 'Confirmed: the coins are counted.';
    case 'dropped':
      return 'The chain dropped this transfer before it was final. Your coins are back where they came from.';
    case 'reverted':
      return 'The chain replaced this transfer after it was counted. We are looking into it.';
    case 'seen':
    case 'confirming':
      return waitText(deposit.confirmationsNeeded - deposit.confirmations, network);
  }
}

function waitText(missing: number, network: string): string {
  // Deep enough, and not counted: the chain's own word, a second provider's or a person's is awaited.
  if (missing <= 0)
    return 'The transfer has all its confirmations. We check it once more before we count it. You don’t need to do anything.';
  const blocks = missing === 1 ? '1 more confirmation' : `${missing} more confirmations`;
  if (!isNetwork(network)) return `Waiting for ${blocks}.`;
  const seconds = missing * NETWORKS[network].blockSeconds;
  const time = seconds < 60 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `Waiting for ${blocks}, about ${seconds === 1 ? '1 second' : time}.`;
}
