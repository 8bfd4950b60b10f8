import {
  readRefundPair,
  type RefundAddress as PresentedAddress,
  refundNetworkName,
  type RefundNetworkId,
  TEXTS,
} from '@kobogate/contract';
import { ruleBroken } from '../../platform/errors.ts';
import type { AddressCheck } from './address-check.ts';
import { checkBitcoinAddress } from './check-bitcoin-address.ts';
import { checkCardanoAddress } from './check-cardano-address.ts';
import { checkEvmAddress } from './check-evm-address.ts';
import { checkSolanaAddress } from './check-solana-address.ts';

export interface RefundDetails {
  readonly address: string;
  readonly currency: string;
  readonly network: string;
}

/** Where a user wants coins of one currency on one network sent back to. */
export interface RefundAddress extends RefundDetails {
  readonly userId: string;
  readonly updatedAt: Date;
}

/**
 * The form with its address in the chain's one written form. Throws 422 in words for the first rule that is broken: all
 * three fields, a pair that exists, an address of that chain whose checksum fits. Pure.
 */
export function requireRefundDetails({ address, currency, network }: RefundDetails): RefundDetails {
  if ([address, currency, network].includes('')) throw ruleBroken(TEXTS.walletDetailsMissing);
  const pair = readRefundPair(currency, network);
  if (pair.problem !== null) throw ruleBroken(pair.problem);
  const check = checkAddress(pair.network, address);
  if ('problem' in check) throw ruleBroken(check.problem);
  return { currency, network, address: check.address };
}

const OTHER_CHECKS = new Map<RefundNetworkId, (address: string) => AddressCheck>([
  ['mainnet', checkBitcoinAddress],
  ['solana', checkSolanaAddress],
  ['cardano', checkCardanoAddress],
]);

function checkAddress(network: RefundNetworkId, address: string): AddressCheck {
  const check = OTHER_CHECKS.get(network);
  return check === undefined ? checkEvmAddress(address, refundNetworkName(network)) : check(address);
}

/** The address as its owner sees it. */
export function presentRefundAddress({ currency, network, address, updatedAt }: RefundAddress): PresentedAddress {
  const networkName = refundNetworkName(network);
  return { currency, network, networkName, address, updatedAt: updatedAt.toISOString() };
}
