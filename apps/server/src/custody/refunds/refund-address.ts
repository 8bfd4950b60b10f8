import { checkAddress } from '@kobogate/addresses';
import {
  type ChainFamily,
  NETWORKS,
  readRefundPair,
  type RefundAddress as PresentedAddress,
  refundNetworkName,
  TEXTS,
  type UserId,
} from '@kobogate/contract';
import { ruleBroken } from '../../platform/errors.ts';

export interface RefundDetails {
  readonly address: string;
  readonly currency: string;
  readonly network: string;
}

/** The address to which a user wants coins of one currency on one network refunded. */
export interface RefundAddress extends RefundDetails {
  readonly userId: UserId;
  readonly updatedAt: Date;
}

/** The valid form, and what else is needed to know whether the address is one of ours. */
interface CheckedDetails extends RefundDetails {
  readonly family: ChainFamily;
  readonly addressKey: string;
}

/**
 * The form with its address in the chain's canonical form. Throws 422 with a message for the first broken rule: all
 * three fields, a pair that exists, an address of that chain with a valid checksum. Pure.
 */
export function requireRefundDetails({ address, currency, network }: RefundDetails): CheckedDetails {
  if ([address, currency, network].includes('')) throw ruleBroken(TEXTS.walletDetailsMissing);
  const pair = readRefundPair(currency, network);
  if (pair.problem !== null) throw ruleBroken(pair.problem);
  const { family, name } = NETWORKS[pair.network];
  const check = checkAddress(family, address, name);
  if ('problem' in check) throw ruleBroken(check.problem);
  return { currency, network, family, ...check };
}

/** The address as its owner sees it. */
export function presentRefundAddress({ currency, network, address, updatedAt }: RefundAddress): PresentedAddress {
  const networkName = refundNetworkName(network);
  return { currency, network, networkName, address, updatedAt: updatedAt.toISOString() };
}
