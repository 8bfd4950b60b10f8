import { hexToBytes } from '@noble/hashes/utils.js';
import type { CompiledContracts } from './contracts.ts';
import { FAUCET } from './faucet.ts';
import { keccak } from './keccak.ts';
import type { EvmAsset } from './networks.ts';
import type { Hex, Rpc } from './rpc.ts';
import { Anything, hexNumber } from './rpc.ts';

/** A billion coins and a hundred billion of each token: more than any test pays, far below any overflow. */
const FAUCET_COINS = 10n ** 27n;
const FAUCET_TOKENS = 10n ** 11n;

// Which of our contracts stands for which token, and the storage slots that all of them have.
const TOKEN_CODE: Readonly<Record<string, string>> = {
  USDT: 'SilentUsdt',
  USDC: 'PlainUsdc',
  USDT0: 'BlockableUsdt0',
};
const DECIMALS_SLOT = 0n;
const SUPPLY_SLOT = 1n;
const BALANCES_SLOT = 2n;

/** A number in the 32 bytes of a storage slot. */
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`;

async function placeToken(rpc: Rpc, asset: EvmAsset, address: string, contracts: CompiledContracts): Promise<void> {
  const contract = contracts[asset.code ?? TOKEN_CODE[asset.symbol] ?? ''];
  if (contract === undefined) throw new Error(`No contract of the sandbox plays ${asset.symbol}.`);
  const supply = FAUCET_TOKENS * 10n ** BigInt(asset.decimals);
  // Solidity keeps a mapping's value at keccak256(key . slot).
  const balanceKey = [BigInt(FAUCET.address), BALANCES_SLOT].map((part) => word(part).slice(2)).join('');
  const slots: readonly (readonly [Hex, bigint])[] = [
    [word(DECIMALS_SLOT), BigInt(asset.decimals)],
    [word(SUPPLY_SLOT), supply],
    [keccak(hexToBytes(balanceKey)), supply],
  ];
  await rpc(Anything, 'anvil_setCode', [address, contract.runtime]);
  for (const [slot, value] of slots) {
    await rpc(Anything, 'anvil_setStorageAt', [address, slot, word(value)]);
  }
}

/** Makes a fresh chain ready: a funded faucet, and each token's code at its real mainnet address. */
export async function createGenesis(
  rpc: Rpc,
  assets: readonly EvmAsset[],
  contracts: CompiledContracts,
): Promise<void> {
  await rpc(Anything, 'anvil_setBalance', [FAUCET.address, hexNumber(FAUCET_COINS)]);
  for (const asset of assets) {
    if (asset.contract !== null) await placeToken(rpc, asset, asset.contract, contracts);
  }
  // One block on top: before it the node answers for block 0's state without the tokens.
  await rpc(Anything, 'evm_mine');
}
