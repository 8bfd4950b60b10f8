import { EVM_ROWS, type EvmNetworkId } from '@kobogate/contract';

const WEI_IN_THOUSANDTH = 10n ** 15n;
/** In satoshi: of a transaction, and by its size. */
const BITCOIN_CAP = 2_000_000n;
const BITCOIN_CAP_PER_INPUT = 50_000n;

/** In lovelace: the largest transaction that the network takes costs 0.9 ADA. */
const CARDANO_CAP = 1_500_000n;

/** In planck: 0.05 DOT, some twenty times the usual. */
const POLKADOT_CAP = 500_000_000n;

/** In lamports: a new token account, and twice that for being among the first. */
const SOLANA_CAP = 6_000_000n;

/** In sun: 60 TRX, four times the transfer of USDT to an address that has none. */
const TRON_CAP = 60_000_000n;

/** The most, in wei, that the key tool lets one transaction cost: more is an error or theft. No plan has more. Pure. */
export const mostEvmFee = (network: EvmNetworkId): bigint => EVM_ROWS[network].mostFee * WEI_IN_THOUSANDTH;

/** As `mostEvmFee`, in satoshi, for a transaction with so many inputs. Pure. */
export function mostBitcoinFee(inputs: number): bigint {
  const bySize = BITCOIN_CAP_PER_INPUT * BigInt(inputs + 1);
  return bySize < BITCOIN_CAP ? bySize : BITCOIN_CAP;
}

/** As `mostEvmFee`, in lovelace. Pure. */
export const mostCardanoFee = (): bigint => CARDANO_CAP;

/** As `mostEvmFee`, in planck. Pure. */
export const mostPolkadotFee = (): bigint => POLKADOT_CAP;

/** As `mostEvmFee`, in lamports, rent included. Pure. */
export const mostSolanaFee = (): bigint => SOLANA_CAP;

/** As `mostEvmFee`, in sun. Pure. */
export const mostTronFee = (): bigint => TRON_CAP;
