import { findLedgerAsset, findStray, isDust, priceOrder } from '@kobogate/contract';
import type { Kobo } from '@kobogate/money';
import { ACCOUNT_RENT, leastLovelace } from '@kobogate/plans';
import type { CustomerRate, OfferedProduct } from '../../pricing/index.ts';
import { refundFee } from './refund-fee.ts';

/** The network's price of a byte for years; a plan asks for the one of its day. */
const LOVELACE_PER_BYTE = 4_310n;
/** Of the usual length, from the test vectors of CIP-19. */
const USUAL_CARDANO =
  'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x';

/**
 * The least of an asset that its network carries to a payee, in smallest units: a plan leaves out what is less. On Solana
 * this is so of a wallet that holds nothing yet, which nobody knows when a refund is asked for. Pure.
 */
export function leastRefund(asset: string, payee = USUAL_CARDANO): bigint {
  switch (asset) {
    case 'ADA@cardano':
      return leastLovelace({ address: payee, amount: 1_000_000n, tokens: [], refundId: null }, LOVELACE_PER_BYTE);
    case 'DOT@polkadot':
      // The existential deposit of its accounts, as in packages/substrate, which this room does not load.
      return 100_000_000n;
    case 'SOL@solana':
      return ACCOUNT_RENT;
    default:
      return 1n;
  }
}

/** Whether what is left of a refund after its fee is less than its network carries, or next to nothing. Pure. */
export const isTooLittle = (asset: string, rest: bigint): boolean => rest < leastRefund(asset) || isDust(asset, rest);

/** On what terms coins are converted at present. */
export interface Terms {
  readonly products: ReadonlyMap<string, Pick<OfferedProduct, 'isOffered' | 'minimum'>>;
  readonly rates: ReadonlyMap<string, Pick<CustomerRate, 'rate' | 'marketRate'>>;
  readonly minimumKobo: Kobo;
}

/**
 * Whether coins can leave an account, by a refund or by a conversion on these terms: less than either takes could never
 * leave it, as what a conversion has left, or anyone has sent. What is not known now, such as a rate, may be known later, so that it
 * counts as possible. Pure.
 */
export function canLeave(
  { asset, amount }: { readonly asset: string; readonly amount: bigint },
  terms: Terms,
): boolean {
  const known = findLedgerAsset(asset);
  if (known === undefined || isDust(asset, amount)) return known === undefined;
  const fee = refundFee(known);
  if (fee === null || !isTooLittle(asset, amount - fee)) return true;
  const stray = findStray(asset);
  // A dollar of another kind can be credited as one on offer, unit for unit.
  const code = stray === undefined ? asset : stray.counterpart;
  const product = code === null ? undefined : terms.products.get(code);
  if (code === null || product?.isOffered !== true || amount < (product.minimum ?? 0n)) return false;
  const rate = terms.rates.get(code);
  return rate === undefined || priceOrder(amount, known.decimals, rate).nairaKobo >= terms.minimumKobo;
}
