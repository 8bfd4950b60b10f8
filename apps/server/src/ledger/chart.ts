import { ASSETS, STRAY_ASSETS, type UserId } from '@kobogate/contract';

/** An account of the ledger by its name, with its properties at opening. */
export interface AccountRef {
  /** Unique: the kind, the asset's code and its other identifiers, separated by colons. */
  readonly code: string;
  /** The asset's code, such as `USDT@bsc` or `NGN`. */
  readonly asset: string;
  readonly kind: AccountKind;
  /** Which side increases the balance: debit for what we have and spend, credit for what we owe and earn. */
  readonly normalSide: 'debit' | 'credit';
  readonly mayGoNegative: boolean;
}

export type AccountKind =
  | 'custody'
  | 'customer'
  | 'held'
  | 'exchange'
  | 'payable'
  | 'payout-in-transit'
  | 'rail-float'
  | 'rail-fees'
  | 'spread-income'
  | 'vat-due'
  | 'stamp-duty-cost'
  | 'stamp-duty-due'
  | 'receivable'
  | 'suspense'
  | 'refunding'
  | 'treasury'
  | 'network-fees'
  | 'operator-funds'
  | 'written-off';

function account(
  kind: AccountKind,
  asset: string,
  side: 'debit' | 'credit',
  mayGoNegative: boolean,
  owner = '',
): AccountRef {
  const code = owner === '' ? `${kind}:${asset}` : `${kind}:${asset}:${owner}`;
  return { code, asset, kind, normalSide: side, mayGoNegative };
}

/** Coins that the operator's keys hold on a network. A reverted deposit may make it negative. */
export const custody = (asset: string): AccountRef => account('custody', asset, 'debit', true);

/** What we owe a customer in an asset, free to be used. */
export const customer = (userId: UserId, asset: string): AccountRef =>
  account('customer', asset, 'credit', false, userId);

/** What we owe a customer and hold for orders. */
export const held = (userId: UserId, asset: string): AccountRef => account('held', asset, 'credit', false, userId);

/** Our position in an asset: a conversion credits it with crypto and debits it with naira. */
export const exchange = (asset: string): AccountRef => account('exchange', asset, 'credit', true);

/** Naira that we owe a customer's bank account. */
export const payable = (userId: UserId): AccountRef => account('payable', 'NGN', 'credit', false, userId);

/** Naira in transit through a rail: sent, and not known to have arrived. */
export const payoutInTransit = (rail: string): AccountRef => account('payout-in-transit', 'NGN', 'credit', false, rail);

/** The float at a rail. Negative until its funding has been booked. */
export const railFloat = (rail: string): AccountRef => account('rail-float', 'NGN', 'debit', true, rail);

/** A rail provider's fees for payouts, as its statements show. */
export const railFees = (rail: string): AccountRef => account('rail-fees', 'NGN', 'debit', true, rail);

/** VAT on fees that is owed to the tax office. */
export const vatDue = (): AccountRef => account('vat-due', 'NGN', 'credit', true);

/** Our cost of stamp duty on payouts. */
export const stampDutyCost = (): AccountRef => account('stamp-duty-cost', 'NGN', 'debit', true);

/** Stamp duty on payouts that is owed, until a rail's statement shows its deduction. */
export const stampDutyDue = (): AccountRef => account('stamp-duty-due', 'NGN', 'credit', true);

/** Naira earned from the spread, without the VAT in it. */
export const spreadIncome = (): AccountRef => account('spread-income', 'NGN', 'credit', true);

/** Coins of a customer that are not on offer: theirs, and not to be converted. */
export const suspense = (userId: UserId, asset: string): AccountRef =>
  account('suspense', asset, 'credit', false, userId);

/** Coins that were sent to an address of ours whose owner the books don't know. */
export const unclaimed = (asset: string): AccountRef => account('suspense', asset, 'credit', false, 'unknown');

/** Coins of a customer that are being refunded. */
export const refunding = (userId: UserId, asset: string): AccountRef =>
  account('refunding', asset, 'credit', false, userId);

/** Coins at the operator's treasury address of a network, swept from deposit addresses: refunds and gas are paid from it. */
export const treasury = (asset: string): AccountRef => account('treasury', asset, 'debit', true);

/** Network fees for moving coins, less the customers' share. */
export const networkFees = (asset: string): AccountRef => account('network-fees', asset, 'debit', true);

/** The operator's own coins, such as those put into the treasury for gas. */
export const operatorFunds = (asset: string): AccountRef => account('operator-funds', asset, 'credit', true);

/**
 * Losses that we bear: naira of a transfer made before a restore whose receiver is not known, coins that a chain took back
 * after their naira had left.
 */
export const writtenOff = (asset = 'NGN'): AccountRef => account('written-off', asset, 'debit', true);

/**
 * Coins that left an address of ours by a transaction that the books don't know, until an administrator explains it.
 */
export const unexplained = (asset: string): AccountRef => account('receivable', asset, 'debit', false, 'unknown');

/** What a customer owes us: coins after a deposit that had been paid out was reverted, naira of a transfer without an order. */
export const receivable = (userId: UserId, asset: string): AccountRef =>
  account('receivable', asset, 'debit', false, userId);

/** The codes of all accounts that a person may have, opened or not. Pure. */
export function accountsOfPerson(userId: UserId): string[] {
  const assets = [...ASSETS, ...STRAY_ASSETS].map(({ code }) => code);
  const ofCoins = [customer, held, suspense, refunding, receivable].flatMap((accountOf) =>
    assets.map((asset) => accountOf(userId, asset).code),
  );
  return [...new Set([...ofCoins, payable(userId).code, receivable(userId, 'NGN').code])];
}
