import { findStray, isDust } from '@kobogate/contract';
import { ACCOUNT_RENT, leastLovelace } from '@kobogate/plans';
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

/**
 * Whether coins are more than dust, and of those that nothing but a refund could move, enough for one: anyone can send
 * some to an address, and less could never leave the account. Pure.
 */
export function canLeave({ asset, amount }: { readonly asset: string; readonly amount: bigint }): boolean {
  const stray = findStray(asset);
  const fee = stray?.counterpart === null ? refundFee(stray) : null;
  return fee === null ? !isDust(asset, amount) : !isTooLittle(asset, amount - fee);
}
