import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import {
  type NetworkAsset,
  type Price,
  priceParts,
  type OrderId,
  type QuoteId,
  type OrderQuoteId,
} from '@kobogate/contract';
import { formatRate, type Rate } from '@kobogate/money';
import { newId } from '../../platform/identifiers.ts';
import type { CustomerRate } from '../../pricing/index.ts';

/** What an offer is made of: the customer's rate, the market's that it was taken from, and the ticks behind that. */
export type Offer = Pick<CustomerRate, 'rate' | 'marketRate' | 'evidence'>;

/** The promise of an order, as it is stored and signed. Amounts of naira in kobo, of coins in smallest units. */
export interface OrderQuote extends Price {
  readonly id: OrderQuoteId;
  readonly orderId: OrderId;
  /** The held rate that it was made at, if any. */
  readonly heldQuoteId: QuoteId | null;
  /**
   * Made with the order; for late coins; for a payment's renewed rate, settled with what had arrived, or taken as paid
   * though slightly short.
   */
  readonly reason: 'order' | 'late' | 'renewed' | 'settled' | 'short';
  readonly asset: string;
  readonly decimals: number;
  readonly amount: bigint;
  readonly rate: Rate;
  readonly marketRate: Rate;
  readonly madeAt: Date;
  readonly expiresAt: Date;
  /** The ticks that the rate was taken from, a line each. */
  readonly evidence: string;
}

/** Signs quotes with a key that the database does not have. */
export interface QuoteSigner {
  sign(quote: OrderQuote): Buffer;
  isGenuine(quote: OrderQuote, signature: Uint8Array): boolean;
}

/** Makes an order's quote at an offer. The coins have to be worth a kobo at least. */
export function drawUpQuote(terms: {
  orderId: OrderId;
  heldQuoteId: QuoteId | null;
  reason: OrderQuote['reason'];
  asset: NetworkAsset;
  amount: bigint;
  offer: Offer;
  madeAt: Date;
  expiresAt: Date;
}): OrderQuote {
  const { asset, offer, ...rest } = terms;
  return {
    id: newId(),
    ...rest,
    asset: asset.code,
    decimals: asset.decimals,
    rate: offer.rate,
    marketRate: offer.marketRate,
    evidence: offer.evidence,
    ...priceParts(terms.amount, asset.decimals, offer),
  };
}

/**
 * HMAC-SHA-256 (RFC 2104) with a separate key, derived from the operator's by HKDF (RFC 5869). Quotes are never signed
 * again: those that one of `others` signed are genuine too.
 */
export function createQuoteSigner(secretsKey: Uint8Array, others: readonly Uint8Array[] = []): QuoteSigner {
  const derive = (key: Uint8Array): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'kobogate order quote', 32));
  const key = derive(secretsKey);
  const keys = [key, ...others.map(derive)];
  const signWith = (by: Buffer, quote: OrderQuote): Buffer =>
    createHmac('sha256', by).update(canonicalText(quote)).digest();
  return {
    sign: (quote) => signWith(key, quote),
    isGenuine: (quote, signature) =>
      signature.length === 32 && keys.some((each) => timingSafeEqual(signWith(each, quote), signature)),
  };
}

/**
 * The canonical text of a quote: every field on its own line in a fixed order, the evidence, which may have many lines,
 * last.
 */
function canonicalText(quote: OrderQuote): string {
  return [
    'kobogate order quote 1',
    quote.id,
    quote.orderId,
    quote.heldQuoteId ?? '',
    quote.reason,
    quote.asset,
    quote.decimals,
    quote.amount,
    formatRate(quote.rate),
    formatRate(quote.marketRate),
    quote.grossKobo,
    quote.nairaKobo,
    quote.feeKobo,
    quote.vatKobo,
    quote.stampDutyKobo,
    quote.madeAt.toISOString(),
    quote.expiresAt.toISOString(),
    quote.evidence,
  ].join('\n');
}
