import { addr, Transaction } from 'micro-eth-signer';
import { createContract, ERC20 } from 'micro-eth-signer/abi.js';
import { Refusal } from '../../platform/refusal.ts';
import type { EvmAsset, EvmNetwork } from './networks.ts';
import { keccak } from './keccak.ts';
import type { Rpc } from './rpc.ts';
import { Hex, hexBytes } from './rpc.ts';

/**
 * The key of the account that pays. It is no secret: it is derived from this sentence, and has no money on any real chain.
 */
export const FAUCET_KEY = keccak('Kobogate sandbox faucet: play money only');
/** The account itself. */
export const FAUCET = { address: Hex.parse(addr.fromPrivateKey(FAUCET_KEY)) };

const TOKEN = createContract(ERC20);

export interface Message {
  /** Null to deploy. */
  readonly to: Hex | null;
  readonly value: bigint;
  readonly data: Hex;
}

/** The asset of this network by its symbol. Throws a `Refusal` that names the ones there are. */
export function findAsset(network: EvmNetwork, symbol: string): EvmAsset {
  const asset = network.assets.find((candidate) => candidate.symbol === symbol);
  if (asset !== undefined) return asset;
  const offered = network.assets.map((candidate) => candidate.symbol).join(', ');
  throw new Refusal(`There is no ${symbol} on ${network.network}. Choose one of ${offered}.`);
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** An address as EVM writes it: in lower case, or with its right checksum. Throws a `Refusal` otherwise. */
export function requireAddress(text: string): Hex {
  if (ADDRESS.test(text) && [text.toLowerCase(), addr.addChecksum(text)].includes(text)) return Hex.parse(text);
  throw new Refusal(`${text} is not an EVM address, or its checksum is wrong.`);
}

/** The message that pays `units` of an asset to an address: a plain transfer, or a call of the token. */
export function paymentMessage(asset: EvmAsset, to: Hex, units: bigint): Message {
  if (asset.contract === null) return { to, value: units, data: '0x' };
  const data = hexBytes(TOKEN.transfer.encodeInput({ to, value: units }));
  return { to: requireAddress(asset.contract), value: 0n, data };
}

/** Balance in smallest units, as of the last block. */
export async function balanceOf(rpc: Rpc, asset: EvmAsset, address: Hex): Promise<bigint> {
  if (asset.contract === null) return BigInt(await rpc(Hex, 'eth_getBalance', [address, 'latest']));
  const data = hexBytes(TOKEN.balanceOf.encodeInput(address));
  return BigInt(await rpc(Hex, 'eth_call', [{ to: asset.contract, data }, 'latest']));
}

const GWEI = 10n ** 9n;
// Enough for any contract of the sandbox; a fixed limit also works for calls whose contract still waits for its block.
const GAS = 5_000_000n;

/** The faucet's next nonce, waiting transactions counted. */
export async function nextNonce(rpc: Rpc): Promise<number> {
  return Number(await rpc(Hex, 'eth_getTransactionCount', [FAUCET.address, 'pending']));
}

/** Signs a message of the faucet, to the same bytes each time (RFC 6979). A `tipGwei` above another's with the same nonce replaces that one. */
export function signAsFaucet(chainId: number, message: Message, nonce: number, tipGwei = 1n): Hex {
  const unsigned = {
    type: 'eip1559',
    chainId: BigInt(chainId),
    nonce: BigInt(nonce),
    gasLimit: GAS,
    maxPriorityFeePerGas: tipGwei * GWEI,
    maxFeePerGas: (tipGwei + 100n) * GWEI,
    to: message.to ?? '0x',
    value: message.value,
    data: message.data,
  } as const;
  // Not strict: that refuses what is unusual for a person's wallet, such as the nonces of a faucet that has paid for long.
  return Hex.parse(Transaction.prepare(unsigned, false).signBy(FAUCET_KEY, false).toHex());
}

/** A payment of zero from the faucet to itself: replaces one that has to vanish. */
export const NOTHING: Message = { to: FAUCET.address, value: 0n, data: '0x' };
