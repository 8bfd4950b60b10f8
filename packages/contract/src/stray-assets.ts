import { type AssetCode, findAssetByCode, isNetwork, NETWORKS, type NetworkId } from './assets.ts';

/** Coins that the product does not offer, and that customers send to its addresses by mistake. */
export type StrayCurrency = 'POL' | 'AVAX' | 'DAI' | 'USDC.e' | 'USDT.e' | 'USDT0' | 'USDT' | 'USDC';
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

function stray(
  currency: StrayCurrency,
  network: NetworkId,
  decimals: number,
  contract: string | null,
  counterpart: AssetCode | null = null,
): StrayAsset {
  return { code: `${currency}@${network}`, currency, network, decimals, contract, counterpart, isTwin: false };
}

const twin = (asset: StrayAsset): StrayAsset => ({ ...asset, isTwin: true });

/**
 * Native coins of networks that are watched for their tokens; bridged dollars as Circle lists them beside its own
 * ("Bridged USDC", developers.circle.com); Avalanche's bridged Tether (snowtrace.io); DAI (makerdao, chainlog); the
 * dollars of Polkadot's Asset Hub by their ids there (tether.to, "Supported protocols"; developers.circle.com, "USDC
 * contract addresses"); Tether's USD₮0 on OP Mainnet, which exchanges pay beside the older bridged token that is on offer
 * (docs.usdt0.to, "Deployments").
 */
export const STRAY_ASSETS: readonly StrayAsset[] = [
  stray('POL', 'polygon', 18, null),
  stray('AVAX', 'avalanche', 18, null),
  stray('DAI', 'ethereum', 18, '0x6B175474E89094C44Da98b954EedeAC495271d0F'),
  stray('USDC.e', 'polygon', 6, '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', 'USDC@polygon'),
  stray('USDC.e', 'arbitrum', 6, '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8', 'USDC@arbitrum'),
  stray('USDC.e', 'optimism', 6, '0x7F5c764cBc14f9669B88837ca1490cCa17c31607', 'USDC@optimism'),
  stray('USDC.e', 'avalanche', 6, '0xA7D7079b0FEaD91F3e65f86E8915Cb59c1a4C664', 'USDC@avalanche'),
  stray('USDT.e', 'avalanche', 6, '0xc7198437980c041c805A1EDcbA50c1Ce5db95118', 'USDT@avalanche'),
  twin(stray('USDT0', 'optimism', 6, '0x01bFF41798a0BcF287b996046Ca68b395DbC1071', 'USDT@optimism')),
  stray('USDT', 'polkadot', 6, '1984'),
  stray('USDC', 'polkadot', 6, '1337'),
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
  readonly currency: string;
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
const DUST_BELOW: Readonly<Record<string, readonly [digits: bigint, decimals: number]>> = {
  BTC: [1n, 5],
  ETH: [1n, 6],
  BNB: [1n, 6],
  USDT: [1n, 2],
  USDC: [1n, 2],
  ADA: [1n, 2],
  SOL: [1n, 5],
  DOT: [1n, 3],
};

/**
 * Whether an amount of an asset (smallest units) is dust: it is still credited to the customer, and changes only
 * their balance. Pure.
 */
export function isDust(code: string, amount: bigint): boolean {
  const asset = findLedgerAsset(code);
  const bound = asset === undefined ? undefined : DUST_BELOW[asset.currency];
  if (asset === undefined || bound === undefined) return false;
  const [digits, decimals] = bound;
  return amount < digits * 10n ** BigInt(asset.decimals - decimals);
}
