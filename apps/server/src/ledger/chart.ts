/** An account of the ledger by its name, with what it must be when it is opened. */
export interface AccountRef {
  /** Unique: the kind, the asset's code and whatever tells it apart, with colons between. */
  readonly code: string;
  /** The asset's code, such as `USDT@bsc` or `NGN`. */
  readonly asset: string;
  readonly kind: AccountKind;
  /** Which side makes the balance grow: debit for what we have and spend, credit for what we owe and earn. */
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

/** Coins that the operator's keys hold on a network. A reverted deposit may leave it short. */
export const custody = (asset: string): AccountRef => account('custody', asset, 'debit', true);

/** What we owe a customer in an asset, free to be used. */
export const customer = (userId: string, asset: string): AccountRef =>
  account('customer', asset, 'credit', false, userId);

/** What we owe a customer and have set aside for orders. */
export const held = (userId: string, asset: string): AccountRef => account('held', asset, 'credit', false, userId);

/** The house's position in an asset: a conversion credits it with crypto and debits it with naira. */
export const exchange = (asset: string): AccountRef => account('exchange', asset, 'credit', true);

/** Naira that we owe a customer's bank account. */
export const payable = (userId: string): AccountRef => account('payable', 'NGN', 'credit', false, userId);

/** Naira on the way through a rail: sent, and not known to have arrived. */
export const payoutInTransit = (rail: string): AccountRef => account('payout-in-transit', 'NGN', 'credit', false, rail);

/** Naira that lies at a rail for payouts. Negative until its funding has been booked. */
export const railFloat = (rail: string): AccountRef => account('rail-float', 'NGN', 'debit', true, rail);

/** What a rail's provider took for payouts, as its statements say. */
export const railFees = (rail: string): AccountRef => account('rail-fees', 'NGN', 'debit', true, rail);

/** VAT on fees that is owed to the tax office. */
export const vatDue = (): AccountRef => account('vat-due', 'NGN', 'credit', true);

/** What stamp duty on payouts has cost the house. */
export const stampDutyCost = (): AccountRef => account('stamp-duty-cost', 'NGN', 'debit', true);

/** Stamp duty on payouts that is owed, until a rail's statement shows that it was taken. */
export const stampDutyDue = (): AccountRef => account('stamp-duty-due', 'NGN', 'credit', true);

/** Naira earned from the spread, without the VAT in it. */
export const spreadIncome = (): AccountRef => account('spread-income', 'NGN', 'credit', true);

/** Coins of a customer's that are not on offer: theirs, and not to be converted. */
export const suspense = (userId: string, asset: string): AccountRef =>
  account('suspense', asset, 'credit', false, userId);

/** Coins that somebody sent to an address of ours of which the books don't know whose it is. */
export const unclaimed = (asset: string): AccountRef => account('suspense', asset, 'credit', false, 'unknown');

/** Coins of a customer's that are on their way back to them. */
export const refunding = (userId: string, asset: string): AccountRef =>
  account('refunding', asset, 'credit', false, userId);

/** Coins at the operator's treasury address of a network, swept from deposit addresses: refunds and gas are paid from it. */
export const treasury = (asset: string): AccountRef => account('treasury', asset, 'debit', true);

/** What networks took for moving coins, less what customers bore of it. */
export const networkFees = (asset: string): AccountRef => account('network-fees', asset, 'debit', true);

/** Coins that the operator put into the treasury out of their own, such as for gas. */
export const operatorFunds = (asset: string): AccountRef => account('operator-funds', asset, 'credit', true);

/** Naira that is lost at the house's cost, such as a transfer made before a restore whose receiver is not known. */
export const writtenOff = (): AccountRef => account('written-off', 'NGN', 'debit', true);

/** Coins that left an address of ours by a transaction that the books don't know, until a person says what it was. */
export const unexplained = (asset: string): AccountRef => account('receivable', asset, 'debit', false, 'unknown');

/** What a customer owes us: coins after a deposit that had been paid out was reverted, naira of a transfer without an order. */
export const receivable = (userId: string, asset: string): AccountRef =>
  account('receivable', asset, 'debit', false, userId);
