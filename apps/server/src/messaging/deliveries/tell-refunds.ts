import {
  type EventId,
  explorerUrl,
  findLedgerAsset,
  networkNameOf,
  type OfferId,
  type RefundEventData,
  type RefundId,
  type WebhookEvent,
} from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import type { Handlers } from '../../events.ts';
import type { Database } from '../../platform/database.ts';
import type { Tell } from './record-event.ts';
import { findOfferTold, findRefundTold, type ToldRefund } from './db.ts';

interface Of {
  readonly eventId: EventId;
}

/**
 * The merchant events of coins that go back: of offers to payers, and of refunds, from a payment or from the balance.
 * Each carries it in the state that the event is about, even where it has gone on since.
 */
export function tellRefunds({ database }: { readonly database: Database }, tell: Tell) {
  const record = async (
    type: WebhookEvent,
    state: RefundEventData['state'],
    found: ToldRefund | null,
    { eventId }: Of,
  ): Promise<void> => {
    if (found === null) return;
    const { userId, ...refund } = found;
    await tell(eventId, { type, userId, describe: async () => ({ ...presentRefund(refund), state }) });
  };
  const ofRefund =
    (state: 'requested' | 'approved' | 'declined' | 'sent' | 'final') =>
    async ({ refundId }: { refundId: RefundId }, of: Of) =>
      record(`refund.${state}`, state, await findRefundTold(database, refundId), of);
  const ofOffer =
    (state: 'offered' | 'answered' | 'withdrawn') =>
    async ({ offerId }: { offerId?: OfferId | undefined }, of: Of) =>
      record(`refund.${state}`, state, offerId === undefined ? null : await findOfferTold(database, offerId), of);
  return {
    'refund.requested': ofRefund('requested'),
    'refund.approved': ofRefund('approved'),
    'refund.declined': ofRefund('declined'),
    'refund.sent': ofRefund('sent'),
    'refund.final': ofRefund('final'),
    'payment.refund-offered': ofOffer('offered'),
    'payment.refund-answered': ofOffer('answered'),
    'payment.refund-withdrawn': ofOffer('withdrawn'),
  } satisfies Handlers;
}

/** A refund as merchants' programs get it. Pure. */
function presentRefund({ asset: code, amount, fee, ...row }: Omit<ToldRefund, 'userId'>): RefundEventData {
  const asset = findLedgerAsset(code);
  if (asset === undefined) throw new Error(`no such asset: ${code}`);
  const inCoins = (units: bigint): string => formatUnits(units, asset.decimals);
  return {
    ...row,
    asset: code,
    currency: asset.currency,
    network: asset.network,
    networkName: networkNameOf(asset),
    amount: inCoins(BigInt(amount)),
    fee: inCoins(BigInt(fee)),
    net: inCoins(BigInt(amount) - BigInt(fee)),
    explorerUrl: row.transaction === null ? null : explorerUrl(asset.network, row.transaction),
  };
}
