import { formatUnits, parseAmount } from '@kobogate/money';
import { findAsset, type NetworkAsset, NETWORKS } from './assets.ts';

/**
 * The link that opens a payer's wallet with everything filled in: BIP-21 for Bitcoin, EIP-681 for EVM chains, Solana
 * Pay, CIP-13 for Cardano, and for TRON, which has no written form, what its wallets read of the same kind. `amount` is a decimal in whole coins, or null where the payer picks it. Null for an unknown
 * pair, an invalid amount, and for Polkadot, which has no such form. `reference` is a key by which a payment on Solana
 * can be found. Pure.
 */
export function paymentUri(pair: {
  readonly currency: string;
  readonly network: string;
  readonly address: string;
  readonly amount: string | null;
  readonly reference?: string | null;
}): string | null {
  const asset = findAsset(pair.currency, pair.network);
  if (asset === undefined) return null;
  const { address } = pair;
  const parsed = pair.amount === null ? null : parseAmount(pair.amount, asset.decimals);
  if (parsed?.ok === false) return null;
  const units = parsed?.value ?? null;
  switch (NETWORKS[asset.network].family) {
    case 'bitcoin':
      return withQuery(`bitcoin:${address}`, { amount: inCoins(asset, units) });
    case 'evm':
      return ethereumUri(asset, address, units);
    case 'solana':
      return withQuery(`solana:${address}`, {
        amount: inCoins(asset, units),
        'spl-token': asset.contract,
        reference: pair.reference ?? null,
      });
    case 'cardano':
      return withQuery(`web+cardano:${address}`, { amount: inCoins(asset, units) });
    case 'tron':
      return withQuery(`tron:${address}`, { amount: inCoins(asset, units), token: asset.contract });
    case 'polkadot':
      return null;
  }
}

/** EIP-681: a token is paid by calling its contract, and amounts are whole numbers of the smallest unit. */
function ethereumUri(asset: NetworkAsset, address: string, units: bigint | null): string {
  const network = NETWORKS[asset.network];
  const chain = 'chainId' in network ? String(network.chainId) : '';
  const amount = units === null ? null : String(units);
  return asset.contract === null
    ? withQuery(`ethereum:${address}@${chain}`, { value: amount })
    : withQuery(`ethereum:${asset.contract}@${chain}/transfer`, { address, uint256: amount });
}

const inCoins = (asset: NetworkAsset, units: bigint | null): string | null =>
  units === null ? null : formatUnits(units, asset.decimals);

function withQuery(start: string, query: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  return given.length === 0 ? start : `${start}?${given.join('&')}`;
}
