import {
  type AssetCode,
  ASSETS,
  type Currency,
  findAssetByCode,
  isNetwork,
  NETWORKS,
  type NetworkId,
} from './assets.ts';
import { evmRows, type EvmStrayCurrency } from './evm-networks.ts';

/** Coins that the product does not offer, and that customers send to its addresses by mistake. */
export type StrayCurrency = Exclude<EvmStrayCurrency, Currency> | 'USDT' | 'USDC' | 'TRX';
export type StrayCode = `${StrayCurrency}@${NetworkId}`;
/** An asset that the ledger counts in, besides naira. */
export type LedgerAssetCode = AssetCode | StrayCode;

export interface StrayAsset {
  readonly code: StrayCode;
  readonly currency: StrayCurrency;
  readonly network: NetworkId;
  readonly decimals: number;
  /**
   * Token contract (checksummed address), the id of Asset Hub's Assets pallet, or null for the network's native coin.
   */
  readonly contract: string | null;
  /** The offered coin of the same dollar that it can be credited as, unit for unit; null where there is none. */
  readonly counterpart: AssetCode | null;
  /** Whether it is credited as its counterpart at once: another contract of the same issuer's same dollar. */
  readonly isTwin: boolean;
}

const evmCoins = evmRows().flatMap(([network, { coin }]) =>
  coin.isOffered ? [] : [strayOn(network, coin.symbol, 18, null)],
);
const evmTokens = evmRows().flatMap(([network, { strays }]) =>
  Object.entries(strays).map(([currency, { decimals, contract, as, isTwin = false }]): StrayAsset =>
    Object.assign(strayOn(network, currency, decimals, contract), {
      counterpart: as === undefined ? null : (`${as}@${network}` as const),
      isTwin,
    }),
  ),
);

function strayOn(network: NetworkId, currency: string, decimals: number, contract: string | null): StrayAsset {
  const known = currency as StrayCurrency;
  return {
    code: `${known}@${network}`,
    currency: known,
    network,
    decimals,
    contract,
    counterpart: null,
    isTwin: false,
  };
}

/**
 * Those of the EVM networks' rows, the dollars of Polkadot's Asset Hub by their ids there (tether.to, "Supported
 * protocols"; developers.circle.com, "USDC contract addresses"), and the coin in which TRON's fees are paid (1 TRX is
 * 1,000,000 sun).
 */
export const STRAY_ASSETS: readonly StrayAsset[] = [
  ...evmCoins,
  ...evmTokens,
  strayOn('polkadot', 'USDT', 6, '1984'),
  strayOn('polkadot', 'USDC', 6, '1337'),
  strayOn('tron', 'TRX', 6, null),
];

const byCode: ReadonlyMap<string, StrayAsset> = new Map(STRAY_ASSETS.map((asset) => [asset.code, asset]));

/** The stray asset of a ledger code such as `POL@polygon`; undefined for everything else, offered assets included. */
export function findStray(code: string): StrayAsset | undefined {
  return byCode.get(code);
}

/** The asset that a deposit is credited as: a twin counts as its counterpart, everything else as itself. Pure. */
export function creditedAs(code: LedgerAssetCode): LedgerAssetCode {
  const found = findStray(code);
  return found?.isTwin === true && found.counterpart !== null ? found.counterpart : code;
}

/** Currency, network and decimals of each asset that the ledger counts in besides naira. */
export interface LedgerAsset {
  readonly code: LedgerAssetCode;
  readonly currency: Currency | StrayCurrency;
  readonly network: NetworkId;
  readonly decimals: number;
  readonly contract: string | null;
}

/** The asset behind a ledger code, on offer or stray; undefined where there is none. */
export function findLedgerAsset(code: string): LedgerAsset | undefined {
  return findAssetByCode(code) ?? findStray(code);
}

/** The name of a ledger asset's network for people. */
export function networkNameOf({ network }: { readonly network: string }): string {
  return isNetwork(network) ? NETWORKS[network].name : network;
}

/** In whole coins, as decimals: below it a payment is worth less than moving it, and is often sent to mislead. */
const DUST_BELOW: Readonly<Record<Currency | StrayCurrency, readonly [digits: bigint, decimals: number]>> = {
  BTC: [1n, 5],
  ETH: [1n, 6],
  BNB: [1n, 6],
  USDT: [1n, 2],
  USDC: [1n, 2],
  ADA: [1n, 2],
  SOL: [1n, 5],
  DOT: [1n, 3],
  POL: [5n, 2],
  AVAX: [1n, 3],
  TRX: [1n, 1],
  DAI: [1n, 2],
  'USDC.e': [1n, 2],
  'USDT.e': [1n, 2],
  USDT0: [1n, 2],
  USDbC: [1n, 2],
};

/**
 * Whether an amount of an asset (smallest units) is dust: it is still credited to the customer, and changes only
 * their balance. Pure.
 */
export function isDust(code: string, amount: bigint): boolean {
  const asset = findLedgerAsset(code);
  return asset !== undefined && amount < leastOf(asset);
}

function leastOf({ currency, decimals }: LedgerAsset): bigint {
  const [digits, places] = DUST_BELOW[currency];
  return digits * 10n ** BigInt(decimals - places);
}

/** The least amount of each asset, in smallest units, that is no dust. */
export const LEAST_AMOUNTS = [...ASSETS, ...STRAY_ASSETS].map((asset) => ({ code: asset.code, least: leastOf(asset) }));

/** The strays that an administrator may credit as another coin, each with that one. */
export const CREDITED_STRAYS = STRAY_ASSETS.flatMap(({ code, counterpart }) =>
  counterpart === null ? [] : [{ code, counterpart }],
);

/**
 * The assets of coins that pay a debt of this asset: the same, and of a stray also its counterpart, as which an administrator may
 * have credited it. Pure.
 */
export const coinsOfDebt = (asset: string): string[] => [
  asset,
  ...CREDITED_STRAYS.flatMap(({ code, counterpart }) => (code === asset ? [counterpart] : [])),
];

/** The assets of debts that coins of this asset pay: the same the other way round. Pure. */
export const debtsOfCoins = (asset: string): string[] => [
  asset,
  ...CREDITED_STRAYS.flatMap(({ code, counterpart }) => (counterpart === asset ? [code] : [])),
];
