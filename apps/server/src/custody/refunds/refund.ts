import { checkAddress } from '@kobogate/addresses';
import {
  findLedgerAsset,
  findStray,
  isDust,
  type LedgerAsset,
  NETWORKS,
  type RefundPlace,
  type RefundState,
  type UserId,
  type RefundId,
} from '@kobogate/contract';
import { formatUnits, parseAmount } from '@kobogate/money';
import { type AccountRef, customer, suspense } from '../../ledger/index.ts';
import { conflict, type Failure, forbidden, ruleBroken } from '../../platform/errors.ts';
import { leastRefund } from './least-refund.ts';
import { refundFee } from './refund-fee.ts';

/** A refund to a customer. Amounts in smallest units. */
export interface RefundRecord {
  readonly id: RefundId;
  readonly userId: UserId;
  readonly asset: string;
  readonly place: RefundPlace;
  readonly amount: bigint;
  /** Deducted from the amount. */
  readonly fee: bigint;
  readonly address: string;
  readonly status: RefundState;
  readonly reason: string | null;
  readonly txid: string | null;
  readonly requestedAt: Date;
}

/** The account of an asset's coins before a refund is requested. Pure. */
export function placeOfRefund(asset: string): RefundPlace {
  return findStray(asset) === undefined ? 'balance' : 'suspense';
}

/** The ledger's account of a place. Pure. */
export const accountOf = (place: RefundPlace, userId: UserId, asset: string): AccountRef =>
  place === 'balance' ? customer(userId, asset) : suspense(userId, asset);

export interface RefundRequest {
  readonly asset: LedgerAsset;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly address: string;
  readonly addressKey: string;
}

/**
 * Reads a request. Throws 422 with a message for an unknown asset; for an amount that is invalid, of which the fee would leave
 * almost nothing, or that is less than the network carries; and for an address that is not one of that chain. Pure.
 */
export function requireRefundRequest(input: { asset: string; amount: string; address: string }): RefundRequest {
  const asset = findLedgerAsset(input.asset);
  if (asset === undefined) throw ruleBroken('We do not know this coin. Please pick one from the list.');
  const { family, name } = NETWORKS[asset.network];
  const fee = refundFee(asset);
  if (fee === null) throw ruleBroken(`We can’t send coins back on ${name} yet. Your coins stay where they are.`);
  const parsed = parseAmount(input.amount, asset.decimals);
  if (!parsed.ok || parsed.value === 0n) throw ruleBroken('Please give an amount above zero, in whole coins.');
  const rest = parsed.value - fee;
  if (rest <= 0n || isDust(asset.code, rest)) {
    const least = `${formatUnits(fee, asset.decimals)} ${asset.currency}`;
    throw ruleBroken(`The network takes ${least} of a refund, and next to nothing would be left of this amount.`);
  }
  const checked = checkAddress(family, input.address, name);
  if ('problem' in checked) throw ruleBroken(checked.problem, 'address-wrong');
  const least = leastRefund(asset.code, checked.address);
  if (rest < least) {
    const [carried, taken] = [least, fee].map((units) => `${formatUnits(units, asset.decimals)} ${asset.currency}`);
    throw ruleBroken(
      `${name} carries at least ${carried}, and takes ${taken} of a refund: of this amount less is left.`,
    );
  }
  return { asset, amount: parsed.value, fee, ...checked };
}

/**
 * Why an administrator may not make this decision on a refund, or null where they may: once approved, it can be
 * declined until it is planned; in a plan, `isAcceptance` lets it go on. Pure.
 */
export function refuseDecision(
  refund: Pick<RefundRecord, 'status' | 'userId'>,
  { adminId, status, isAcceptance }: { adminId: UserId; status: 'approved' | 'declined'; isAcceptance: boolean },
): Failure | null {
  if (refund.userId === adminId)
    return forbidden('You asked for this refund, so another person of the team has to decide on it.');
  if (isAcceptance || refund.status === 'requested' || (refund.status === 'approved' && status === 'declined'))
    return null;
  return conflict(`This refund is already ${refund.status}.`);
}
