import type { DepositId, OrderId, UserId } from '@kobogate/contract';

/** The target of a deposit. */
export type Target =
  /** To a wallet: it funds the conversions of its owner and asset, and the rest stays in the balance. */
  | { readonly kind: 'conversions'; readonly userId: UserId; readonly asset: string }
  /** To a payment's address, in the requested coin: all of it is held for that payment. */
  | { readonly kind: 'payment'; readonly orderId: OrderId }
  /** To a payment's address in another coin: it is in its merchant's balance, and the payment only mentions it. */
  | { readonly kind: 'balance'; readonly orderId: OrderId };

/** A target that a deposit may fund. */
export type FundedTarget = Exclude<Target, { kind: 'balance' }>;

/** What decides the target: the deposit, and what its address was made for. */
export interface Arrival {
  readonly id: DepositId;
  readonly userId: UserId;
  readonly asset: string;
  /** The asset that the address's payment asks for; null for a wallet's address. */
  readonly paymentAsset: string | null;
  /** The payment that the address was made for; null for a wallet's address. */
  readonly paymentId: OrderId | null;
}

/**
 * The target of a deposit, by its address. Throws where an address was made for a payment that does not exist. Pure.
 */
export function routeDeposit({ id, userId, asset, paymentAsset, paymentId }: Arrival): Target {
  if (paymentAsset === null) return { kind: 'conversions', userId, asset };
  if (paymentId === null) throw new Error(`there is no payment for the deposit ${id}`);
  return { kind: paymentAsset === asset ? 'payment' : 'balance', orderId: paymentId };
}

/** Names a target: two deposits with one key are for the same orders. Pure. */
export const keyOf = (target: FundedTarget): string =>
  target.kind === 'payment' ? target.orderId : `${target.userId} ${target.asset}`;
