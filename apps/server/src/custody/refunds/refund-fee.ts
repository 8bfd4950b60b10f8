import type { LedgerAsset, NetworkId } from '@kobogate/contract';
import { parseAmount } from '@kobogate/money';

/** The usual cost of moving it, in whole coins, by coin and network, rounded up. We pay any excess. */
const FEES: Partial<Readonly<Record<NetworkId, Readonly<Record<string, string>>>>> = {
  mainnet: { BTC: '0.00005' },
  ethereum: { ETH: '0.0005', USDT: '2', USDC: '2', DAI: '2' },
  bsc: { BNB: '0.0005', USDT: '0.3', USDC: '0.3' },
  polygon: { USDT: '0.1', USDC: '0.1', 'USDC.e': '0.1', POL: '0.1' },
  arbitrum: { ETH: '0.00005', USDT: '0.2', USDC: '0.2', 'USDC.e': '0.2' },
  optimism: { ETH: '0.00005', USDT: '0.2', USDC: '0.2', 'USDC.e': '0.2', USDT0: '0.2' },
  avalanche: { USDT: '0.2', USDC: '0.2', 'USDC.e': '0.2', 'USDT.e': '0.2', AVAX: '0.005' },
  cardano: { ADA: '0.3' },
  polkadot: { DOT: '0.02' },
  // A payee without an account for a token gets one.
  solana: { SOL: '0.0001', USDT: '0.5', USDC: '0.5' },
};

/** The fee of a refund for its owner, in smallest units; null where the asset can't be refunded yet. Pure. */
export function refundFee({ currency, network, decimals }: LedgerAsset): bigint | null {
  const text = FEES[network]?.[currency];
  const parsed = text === undefined ? undefined : parseAmount(text, decimals);
  return parsed?.ok === true ? parsed.value : null;
}
