import { type DepositState, findAssetByCode, findStray, isDust, type UserId, type DepositId } from '@kobogate/contract';
import { nairaForRoundedDown, type Kobo, toKobo } from '@kobogate/money';
import {
  type AccountRef,
  custody,
  customer,
  exchange,
  held,
  suspense,
  type Transfer,
  unclaimed,
} from '../../ledger/index.ts';
import type { ConfirmationPolicy } from '../../platform/confirmation-steps.ts';
import type { CustomerRate } from '../../pricing/index.ts';

/** The allowed transitions. `dropped` and `reverted` are final: a payment that comes back is a new deposit. */
export const TRANSITIONS: Readonly<Record<DepositState, readonly DepositState[]>> = {
  seen: ['confirming', 'confirmed', 'dropped'],
  confirming: ['confirmed', 'dropped'],
  confirmed: ['reverted'],
  dropped: [],
  reverted: [],
};

/** The fields of a deposit whose owner is known. */
interface Owned {
  readonly userId: UserId;
}

/** Whether a deposit's owner is known: if not, no customer is notified, and it counts towards nothing. Pure. */
export const isOwned = <Deposit extends { readonly userId: UserId | null }>(
  deposit: Deposit,
): deposit is Deposit & Owned => deposit.userId !== null;

/** A deposit that is not final yet. */
export interface OpenDeposit {
  readonly id: DepositId;
  /** Null: its owner is not known. */
  readonly userId: UserId | null;
  readonly asset: string;
  /** The asset that a payment by link requests, at the address that was made for it. */
  readonly isForPayment: boolean;
  /** The token that arrived, where it is credited as its twin; null: the asset itself. */
  readonly cameAs: string | null;
  readonly amount: bigint;
  readonly blockHeight: bigint;
  readonly status: Extract<DepositState, 'seen' | 'confirming'>;
  /** It was recorded late, and a surplus that was found before may count its coins. */
  readonly isCounted: boolean;
  readonly confirmations: number;
  /** By the policy of the day on which it was seen. */
  readonly confirmationsNeeded: number;
}

/** How far a deposit is. */
export interface Count {
  readonly status: Extract<DepositState, 'seen' | 'confirming' | 'confirmed'>;
  readonly confirmations: number;
}

/**
 * A deposit's progress when the newest block read is `tip`: its own block is the first confirmation. Counting stops at
 * the needed number, and never goes back: a deposit that a reorganisation removes is dropped, not uncounted.
 */
export function decideConfirmations(deposit: OpenDeposit, tip: bigint): Count {
  const deep = tip - deposit.blockHeight + 1n;
  const needed = BigInt(deposit.confirmationsNeeded);
  if (deep >= needed) return { status: 'confirmed', confirmations: deposit.confirmationsNeeded };
  const confirmations = Math.max(Number(deep), deposit.confirmations);
  return { status: confirmations > 1 ? 'confirming' : deposit.status, confirmations };
}

/** The end of a deposit whose block the chain has replaced; null for one that has ended already. */
export function decideRemoval(status: DepositState): Extract<DepositState, 'dropped' | 'reverted'> | null {
  return TRANSITIONS[status].find((next) => next === 'dropped' || next === 'reverted') ?? null;
}

/**
 * Where a customer's deposit of an asset is credited: an asset on offer to their balance; a stray to suspense, where it
 * stays theirs until an administrator credits its counterpart or it is refunded. Pure.
 */
export function placeOf(userId: UserId, asset: string): AccountRef {
  return findStray(asset) === undefined ? customer(userId, asset) : suspense(userId, asset);
}

/**
 * Where a final deposit is credited: the asset that a payment requests at its address is held for that payment from the first
 * moment; everything else goes where `placeOf` says; without an owner it goes to suspense, until one is found. Pure.
 */
export function creditOf({ userId, asset, isForPayment }: CreditedDeposit): AccountRef {
  if (userId === null) return unclaimed(asset);
  return isForPayment ? held(userId, asset) : placeOf(userId, asset);
}

/**
 * What a deposit moves in the ledger, from custody, or where else its coins are booked, to `to`. A token that is credited as its
 * twin is there as itself: we take it into our own position, and give its twin. Pure.
 */
export function arrivalOf(
  { asset, cameAs, amount }: { readonly asset: string; readonly cameAs: string | null; readonly amount: bigint },
  to: AccountRef,
  from: (asset: string) => AccountRef = custody,
): Transfer[] {
  if (cameAs === null) return [{ debit: from(asset), credit: to, amount }];
  return [
    { debit: from(cameAs), credit: exchange(cameAs), amount },
    { debit: exchange(asset), credit: to, amount },
  ];
}

interface CreditedDeposit {
  /** Null: its owner is not known. */
  readonly userId: UserId | null;
  readonly asset: string;
  /** The asset that a payment by link requests, at the address that was made for it. */
  readonly isForPayment: boolean;
}

/** An amount of an asset in smallest units. */
interface AssetAmount {
  readonly asset: string;
  readonly amount: bigint;
}

/**
 * The asset by whose rate an amount is valued. For a bridged dollar it is the real one, as which it can be credited, unit for
 * unit; null for a coin that has no rate, because it is only ever sent back. Pure.
 */
function valuedAs(asset: string): string | null {
  const stray = findStray(asset);
  return stray === undefined ? asset : stray.counterpart;
}

/**
 * Whether an amount counts with a customer's others: a coin that is only ever sent back buys no naira, so that its
 * unknown value makes nothing else wait. Anyone can send one. Pure.
 */
export const countsWithOthers = ({ asset }: Pick<AssetAmount, 'asset'>): boolean => valuedAs(asset) !== null;

/** Whether an amount is too little for anyone to look at, although it has no value in naira: dust of such a coin. Pure. */
export const isTrifle = ({ asset, amount }: AssetAmount): boolean => valuedAs(asset) === null && isDust(asset, amount);

/**
 * The value of the amounts together at the market's rates, in kobo, each rounded down; null where one of them has no
 * rate that can be trusted. Pure.
 */
export function worthInKobo(
  amounts: readonly AssetAmount[],
  rates: ReadonlyMap<string, Pick<CustomerRate, 'marketRate'>>,
): Kobo | null {
  let sum = toKobo(0n);
  for (const { asset, amount } of amounts) {
    const code = valuedAs(asset) ?? asset;
    const rate = rates.get(code)?.marketRate;
    const decimals = findAssetByCode(code)?.decimals;
    if (rate === undefined || decimals === undefined) return null;
    sum = toKobo(sum + nairaForRoundedDown(amount, decimals, rate));
  }
  return sum;
}

/** The same for one amount, as answers have it. Pure. */
export const worthText = (amount: AssetAmount, rates: Parameters<typeof worthInKobo>[1]): string | null =>
  worthInKobo([amount], rates)?.toString() ?? null;

/** After how many blocks a deposit is final, its own counted; one without a known value waits the longest. Pure. */
export function decideNeeded({ steps, confirmations }: ConfirmationPolicy, kobo: Kobo | null): number {
  if (kobo === null) return confirmations;
  return steps.find(({ upToKobo }) => kobo <= upToKobo)?.confirmations ?? confirmations;
}
