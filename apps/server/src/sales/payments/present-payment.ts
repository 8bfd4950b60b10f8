import {
  explorerUrl,
  findLedgerAsset,
  type MerchantPayment,
  networkNameOf,
  NETWORKS,
  type Payment,
  type PaymentDeposit,
  type PaymentRefund,
  paymentUri,
} from '@kobogate/contract';
import { formatRate, formatUnits } from '@kobogate/money';
import { describePayment } from './describe-payment.ts';
import type { OfferedRefund } from '../refund-offers/db.ts';
import type { ArrivedDeposit, PaymentView } from './db.ts';
import { refundableOf } from './refundable.ts';
import { excessOf, missingOf, pageOf, stateOf } from './payment.ts';
import { referenceOf } from './solana-reference.ts';
import { linkOf } from '../orders/order.ts';

/** What a payment is shown with besides its rows. */
export interface ShownWith {
  readonly now: Date;
  /** Within how many hours something held is decided about. */
  readonly reviewHours: number;
}

/** A payment as the API shows it to its payer: nothing of the merchant's but the link's own texts. Pure. */
export function presentPayment(view: PaymentView, { now, reviewHours }: ShownWith): Payment {
  const { order, facts, address } = view;
  const { currency, network } = order;
  const inCoins = (units: bigint): string => formatUnits(units, decimalsOf(order.asset));
  const missing = missingOf(order);
  const state = paymentStateOf(view);
  const isHeld = state === 'paid' && order.status === 'pending';
  const asked = { currency, network, address, amount: inCoins(missing), reference: referenceOf(order.id) };
  return {
    id: order.id,
    linkId: linkOf(order),
    name: facts.name,
    purpose: facts.purpose,
    currency,
    network,
    networkName: networkNameOf(order),
    amount: inCoins(order.amount),
    received: inCoins(order.received),
    missing: inCoins(missing),
    excess: inCoins(excessOf(order)),
    address,
    uri: missing === 0n ? null : paymentUri(asked),
    rate: formatRate(order.rate),
    marketRate: view.marketRate === null ? null : formatRate(view.marketRate),
    nairaKobo: String(order.nairaKobo),
    feeKobo: String(view.feeKobo),
    vatKobo: String(view.vatKobo),
    lockExpiresAt: view.isRateHeld ? order.lockExpiresAt.toISOString() : null,
    now: now.toISOString(),
    state,
    isLate: order.funding === 'late',
    payout: order.payout,
    isHeld,
    reviewHours: isHeld ? reviewHours : null,
    isLinkUsed: view.isLinkUsed && order.received === 0n && (state === 'waiting' || state === 'expired'),
    deposits: view.deposits.map((deposit) => presentDeposit(deposit, order.asset)),
    timeline: view.events.map(({ at, type }) => ({ at: at.toISOString(), type })),
    refunds: view.refunds.map(presentRefund),
    customValues: facts.customValues.map((value) => Object.assign({}, value)),
    successMessage: state === 'paid' ? view.successMessage : null,
    redirectUrl: state === 'paid' ? view.redirectUrl : null,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    version: view.version,
  };
}

/** A payment as the API shows it to its merchant. Pure. */
export function presentForMerchant(
  view: PaymentView,
  { publicOrigin, ...shown }: ShownWith & { readonly publicOrigin: string },
): MerchantPayment {
  const { order, facts } = view;
  return {
    ...presentPayment(view, shown),
    linkName: view.linkName,
    orderId: order.id,
    payerEmail: facts.payerEmail,
    pageUrl: pageOf(publicOrigin, order),
    reference: facts.reference,
    metadata: { ...facts.metadata },
    summary: describePayment(order, paymentStateOf(view), shown.reviewHours),
    refundable: refundableOf(view, shown.now).map((coins) =>
      Object.assign(presentCoins(coins), { isClosing: coins.isClosing }),
    ),
  };
}

function presentCoins({ asset: code, amount, fee }: { asset: string; amount: bigint; fee: bigint }) {
  const asset = findLedgerAsset(code);
  if (asset === undefined) throw new Error(`no such asset: ${code}`);
  const write = (units: bigint): string => formatUnits(units, asset.decimals);
  const { currency } = asset;
  const networkName = networkNameOf(asset);
  return { asset: code, currency, networkName, amount: write(amount), fee: write(fee), net: write(amount - fee) };
}

/** Coins that go back to a payer, as the API shows them. Pure. */
export function presentRefund(refund: OfferedRefund): PaymentRefund {
  const { id, address, txid, status, refundStatus } = refund;
  const network = findLedgerAsset(refund.asset)?.network;
  return {
    id,
    ...presentCoins(refund),
    state: status === 'confirmed' ? (refundStatus ?? 'requested') : status,
    address,
    transaction: txid,
    explorerUrl: txid === null || network === undefined ? null : explorerUrl(network, txid),
  };
}

const paymentStateOf = ({ order, deposits }: PaymentView) =>
  stateOf(
    order,
    deposits.some(({ status, asset }) => status === 'confirming' && asset === order.asset),
  );

function presentDeposit(deposit: ArrivedDeposit, asked: string): PaymentDeposit {
  const { asset: code, transaction, status, confirmations, confirmationsNeeded } = deposit;
  const asset = findLedgerAsset(code);
  if (asset === undefined) throw new Error(`no such asset: ${code}`);
  const isWaitedFor = status === 'seen' || status === 'confirming';
  const blocksLeft = Math.max(confirmationsNeeded - confirmations, 0);
  return {
    transaction,
    explorerUrl: explorerUrl(asset.network, transaction),
    currency: asset.currency,
    network: asset.network,
    networkName: networkNameOf(asset),
    amount: formatUnits(deposit.amount, asset.decimals),
    state: status,
    confirmations,
    confirmationsNeeded,
    secondsLeft: isWaitedFor ? Math.ceil(blocksLeft * NETWORKS[asset.network].blockSeconds) : null,
    isElsewhere: code !== asked,
  };
}

function decimalsOf(code: string): number {
  const asset = findLedgerAsset(code);
  if (asset === undefined) throw new Error(`no such asset: ${code}`);
  return asset.decimals;
}
