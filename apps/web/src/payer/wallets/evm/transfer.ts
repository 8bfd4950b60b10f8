import type { NetworkAsset } from '@kobogate/contract';
import { quantity } from './provider.ts';

/** First four bytes of the hash of a function's form: https://eips.ethereum.org/EIPS/eip-20. */
const TRANSFER = '0xa9059cbb';
const BALANCE_OF = '0x70a08231';
const WORD_DIGITS = 64;
const ADDRESS = /^0x[\da-f]{40}$/i;

const word = (digits: string): string => digits.toLowerCase().padStart(WORD_DIGITS, '0');

function addressWord(address: string): string {
  if (!ADDRESS.test(address)) throw new Error(`${address} is no address`);
  return word(address.slice(2));
}

/** What a wallet is asked to send. */
export interface EvmTransfer {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly data: string;
}

/**
 * The transaction that pays `units` of an asset to `to`: the coin itself, or a call of `transfer(to, units)` at the
 * token's contract. Throws where `units` is not above zero or no 256-bit number, or `to` is no address. Pure.
 */
export function transferOf(
  asset: NetworkAsset,
  { from, to, units }: { from: string; to: string; units: bigint },
): EvmTransfer {
  if (units <= 0n || units >= 1n << 256n) throw new Error(`${units} can't be sent`);
  const receiver = addressWord(to);
  if (asset.contract === null) return { from, to, value: quantity(units), data: '0x' };
  return { from, to: asset.contract, value: '0x0', data: TRANSFER + receiver + word(units.toString(16)) };
}

/** The call that asks a token's contract for an account's balance. Pure. */
export const balanceCall = (contract: string, account: string): { to: string; data: string } => ({
  to: contract,
  data: BALANCE_OF + addressWord(account),
});
