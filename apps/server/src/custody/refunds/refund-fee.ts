import { evmRows, type LedgerAsset, type NetworkId } from '@kobogate/contract';
import { parseAmount } from '@kobogate/money';

/**
 * The usual cost of moving it, in whole coins, by coin and network, rounded up; EVM networks have theirs in their rows. We
 * pay any excess.
 */
const FEES: Partial<Readonly<Record<NetworkId, Readonly<Record<string, string>>>>> = {
  mainnet: { BTC: '0.00005' },
  cardano: { ADA: '0.3' },
  polkadot: { DOT: '0.02' },
  // A payee without an account for a token gets one.
  solana: { SOL: '0.0001', USDT: '0.5', USDC: '0.5' },
  // Of USDT to an address that has none, which takes twice the energy of another one: 131,000 at 100 sun is 13 TRX.
  tron: { USDT: '4', TRX: '2' },
};

/** The fee of a refund for its owner, in smallest units; null where the asset can't be refunded yet. Pure. */
export function refundFee({ currency, network, decimals, contract }: LedgerAsset): bigint | null {
  const row = evmRows().find(([id]) => id === network)?.[1];
  const text = row?.refundFee[contract === null ? 'coin' : 'token'] ?? FEES[network]?.[currency];
  const parsed = text === undefined ? undefined : parseAmount(text, decimals);
  return parsed?.ok === true ? parsed.value : null;
}
