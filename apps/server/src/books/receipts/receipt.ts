import { findAssetByCode, isNetwork, NETWORKS, type Brand, type Receipt } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import {
  type ArrivedDeposit,
  describeOrder,
  type KeptQuote,
  type Order,
  presentLocked,
  presentPrice,
  type ViewWithoutBalance,
} from '../../sales/index.ts';
import type { Payout } from '../../payouts/index.ts';

/** The data of a receipt. */
export interface ReceiptFacts {
  readonly view: ViewWithoutBalance;
  /** The order's deposits, the first one first. */
  readonly quotes: readonly KeptQuote[];
  readonly deposits: readonly ArrivedDeposit[];
  readonly payout: Payout | null;
  readonly timeline: readonly { at: Date; type: string; text: string }[];
  readonly brand: Brand;
}

const SHOWN_DIGITS = 4;

/** The receipt of an order, with its account number masked wherever it is named. Pure. */
export function presentReceipt({ view, quotes, deposits, payout, timeline, brand }: ReceiptFacts): Receipt {
  const { order } = view;
  const asset = findAssetByCode(order.asset);
  const quote = quotes.find(({ id }) => id === order.orderQuoteId);
  if (asset === undefined || quote === undefined) throw new Error(`order ${order.id} has no asset or no quote`);
  const { accountNumber, bankName, accountName } = order.bankAccount;
  const accountNumberEnd = accountNumber.slice(-SHOWN_DIGITS);
  // After the law's years it is empty, and so in every text.
  const masked = (text: string): string =>
    accountNumber === '' ? text : text.replaceAll(accountNumber, `ending in ${accountNumberEnd}`);
  const isPaid = order.payout === 'paid';
  return {
    orderId: order.id,
    isPaid,
    isDeclined: order.status === 'declined',
    summary: masked(describeOrder(order, missingOf(order))),
    customerName: view.customerName,
    madeAt: order.createdAt.toISOString(),
    paidAt: isPaid ? (payout?.settledAt?.toISOString() ?? null) : null,
    fromAmount: formatUnits(order.amount, asset.decimals),
    fromCurrency: order.currency,
    network: order.network,
    networkName: isNetwork(order.network) ? NETWORKS[order.network].name : order.network,
    price: presentPrice(quote),
    locked: presentLocked(quotes, order),
    deposits: deposits
      .filter(({ status }) => status === 'confirmed')
      .map(({ transaction, amount }) => ({ transaction, amount: formatUnits(amount, asset.decimals) })),
    bankAccount: { bankName, accountNumberEnd, accountName },
    payout: payout === null ? null : { reference: payout.reference, sessionId: payout.sessionId },
    timeline: timeline.map(({ at, type, text }) => ({ at: at.toISOString(), type, text: masked(text) })),
    company: { name: brand.name, licence: brand.licence, address: brand.address },
  };
}

function missingOf({ amount, received }: Order): bigint {
  return received < amount ? amount - received : 0n;
}
