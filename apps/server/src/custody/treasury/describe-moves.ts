import { formatUnits } from '@kobogate/money';
import { ASSETS, findLedgerAsset, type NetworkId, type RefundId, STRAY_ASSETS, type UserId } from '@kobogate/contract';
import type {
  BitcoinPlanned,
  CardanoPlanned,
  EvmPlanned,
  Planned,
  PolkadotPlanned,
  SolanaPlanned,
  TronPlanned,
} from '@kobogate/plans';
import { type AccountRef, custody, networkFees, refunding, type Transfer, treasury } from '../../ledger/index.ts';
import type { Outcome } from './treasury-wallet.ts';

/** A refund as the ledger set it aside. */
export interface PlannedRefund {
  readonly id: RefundId;
  readonly userId: UserId;
  readonly asset: string;
  /** With the fee. */
  readonly amount: bigint;
  readonly fee: bigint;
}

/** The ledger's code of a network's own coin, in which its fees are paid. */
export function nativeOf(network: NetworkId): string {
  const own = [...ASSETS, ...STRAY_ASSETS].find((asset) => asset.network === network && asset.contract === null);
  if (own === undefined) throw new Error(`there is no asset for the own coin of ${network}`);
  return own.code;
}

/** An amount of a network's own coin for people: `0.5 SOL`. */
export function nativeText(network: NetworkId, amount: bigint): string {
  const asset = findLedgerAsset(nativeOf(network));
  return asset === undefined ? String(amount) : `${formatUnits(amount, asset.decimals)} ${asset.currency}`;
}

/**
 * The ledger's transfers of one of our final transactions: its moves between deposit addresses and treasury, its
 * payments to customers, and its fee. Only the fee of a failed one. Pure.
 */
export function describeMoves(
  network: NetworkId,
  planned: Planned,
  outcome: Outcome,
  refunds: readonly PlannedRefund[],
): Transfer[] {
  const moves =
    'from' in planned
      ? accountMoves(network, planned, outcome, refunds)
      : coinMoves(network, planned, outcome, refunds);
  return moves.filter(({ amount }) => amount > 0n);
}

/** For chains whose transactions move amounts between accounts. */
function accountMoves(
  network: NetworkId,
  planned: EvmPlanned | PolkadotPlanned | SolanaPlanned | TronPlanned,
  { isSuccess, fee, returned = 0n }: Outcome,
  refunds: readonly PlannedRefund[],
): Transfer[] {
  const { purpose, asset, amount, from } = planned;
  const native = nativeOf(network);
  const { chain } = 'payer' in planned ? planned.payer : from;
  const payer = chain === 0 ? custody(native) : treasury(native);
  const took = { debit: networkFees(native), credit: payer, amount: fee };
  if (!isSuccess) return [took];
  switch (purpose) {
    case 'sweep':
      // From the treasury to itself, in place of a cancelled refund.
      if (from.chain === 1) return [took];
      return [{ debit: treasury(asset), credit: custody(asset), amount }, took];
    case 'gas':
      return [{ debit: custody(asset), credit: treasury(asset), amount }, took];
    case 'close':
      // The payer's wallet has paid the rent; here it makes up for what the network took.
      return [{ debit: treasury(native), credit: networkFees(native), amount: returned }, took];
    case 'refund':
      return [...refunds.flatMap(refundMoves), took];
  }
}

/** For chains whose transactions spend whole outputs. */
function coinMoves(
  network: NetworkId,
  { inputs }: BitcoinPlanned | CardanoPlanned,
  { fee }: Outcome,
  refunds: readonly PlannedRefund[],
): Transfer[] {
  const native = nativeOf(network);
  // The rest is change, which goes to the treasury: all coins of deposit addresses pass through it.
  const swept = inputs.filter(({ place }) => place.chain === 0).reduce((sum, { amount }) => sum + amount, 0n);
  return [
    { debit: treasury(native), credit: custody(native), amount: swept },
    ...refunds.flatMap(refundMoves),
    { debit: networkFees(native), credit: treasury(native), amount: fee },
  ];
}

function refundMoves({ userId, asset, amount, fee }: PlannedRefund): Transfer[] {
  const from = refunding(userId, asset);
  const part = (credit: AccountRef, share: bigint): Transfer => ({ debit: from, credit, amount: share });
  return [part(treasury(asset), amount - fee), part(networkFees(asset), fee)];
}
