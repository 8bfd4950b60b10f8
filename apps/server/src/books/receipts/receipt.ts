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
  /** The order's payouts, newest first. */
  readonly payouts: readonly Payout[];
  readonly timeline: readonly { at: Date; type: string; text: string }[];
  readonly brand: Brand;
}

const SHOWN_DIGITS = 4;
/** The number in `ACCESS BANK 0000014579 (ADA OBI)`. */
const DESTINATION = /(?<!\w)\d{10}(?= \()/g;

/** The receipt of an order, with its account numbers masked wherever they are named. Pure. */
export function presentReceipt({ view, quotes, deposits, payouts, timeline, brand }: ReceiptFacts): Receipt {
  const { order } = view;
  const asset = findAssetByCode(order.asset);
  const quote = quotes.find(({ id }) => id === order.orderQuoteId);
  if (asset === undefined || quote === undefined) throw new Error(`order ${order.id} has no asset or no quote`);
  const { accountNumber, bankName, accountName } = order.bankAccount;
  const accountNumberEnd = accountNumber.slice(-SHOWN_DIGITS);
  const ending = (number: string): string => `ending in ${number.slice(-SHOWN_DIGITS)}`;
  // After the law's years it is empty, and so in every text. The timeline also names accounts of before.
  const masked = (text: string): string =>
    (accountNumber === '' ? text : text.replaceAll(accountNumber, ending(accountNumber))).replaceAll(
      DESTINATION,
      ending,
    );
  // An earlier one may have been paid after all.
  const payout = payouts.find(({ status }) => status === 'paid') ?? payouts[0] ?? null;
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
