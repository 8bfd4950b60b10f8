/** What an amount is counted in. `code` is unique (`USDT@bsc`, `NGN`); `decimals` is pinned per network and contract. */
export interface Asset {
  readonly code: string;
  readonly decimals: number;
}

/** A quantity in the asset's smallest units (wei, token units, kobo). */
export interface Amount {
  readonly amount: bigint;
  readonly asset: Asset;
}

/** Thrown where two different assets meet in one sum: always a bug in the caller, never a customer's input. */
export class MixedAssets extends TypeError {
  constructor(left: Asset, right: Asset) {
    super(`${left.code} (${left.decimals} decimals) and ${right.code} (${right.decimals} decimals) do not add up`);
    this.name = 'MixedAssets';
  }
}

// The same code with other decimals is another asset: USDT has 6 on Ethereum and 18 on BNB Smart Chain.
function requireSameAsset(left: Asset, right: Asset): void {
  if (left.code !== right.code || left.decimals !== right.decimals) throw new MixedAssets(left, right);
}

/** The exact sum. Throws `MixedAssets` unless both are of one asset. */
export function add(left: Amount, right: Amount): Amount {
  requireSameAsset(left.asset, right.asset);
  return { amount: left.amount + right.amount, asset: left.asset };
}

/** The exact difference, which may be negative. Throws `MixedAssets` unless both are of one asset. */
export function subtract(left: Amount, right: Amount): Amount {
  requireSameAsset(left.asset, right.asset);
  return { amount: left.amount - right.amount, asset: left.asset };
}
