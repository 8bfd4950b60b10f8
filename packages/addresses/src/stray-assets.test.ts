// Coins that customers send by mistake are known by exact contracts, and each is credited only as one of the same size.
import {
  creditedAs,
  findAsset,
  findAssetByCode,
  findLedgerAsset,
  isDust,
  NETWORKS,
  STRAY_ASSETS,
} from '@kobogate/contract';
import { expect, test } from 'vitest';
import { checkEvmAddress } from './evm/check-address.ts';

const tokens = STRAY_ASSETS.flatMap(({ code, contract, network }) =>
  contract === null || NETWORKS[network].family !== 'evm' ? [] : [{ code, contract }],
);
const pegged = STRAY_ASSETS.flatMap((asset) => (asset.counterpart === null ? [] : [asset]));

test.each(STRAY_ASSETS)('[D10] $code is known to the ledger, and not on offer', ({ code }) => {
  expect(findAssetByCode(code)).toBeUndefined();
  expect(findLedgerAsset(code)?.code).toBe(code);
});

test.each(tokens)('[D3] the contract of $code has its checksum', ({ contract }) => {
  expect(checkEvmAddress(contract, '')).toMatchObject({ address: contract });
});

test.each(pegged)('[M3] $code stands for $counterpart, of as many decimals, on the same network', (stray) => {
  const { decimals, network } = stray;
  expect(findAssetByCode(stray.counterpart ?? '')).toMatchObject({ decimals, network });
});

test.each([
  ['BTC@mainnet', 1_000n],
  ['ETH@ethereum', 10n ** 12n],
  ['USDT@ethereum', 10_000n],
  ['USDT@bsc', 10n ** 16n],
  ['SOL@solana', 10_000n],
])('[D4] less than %s %s is dust', (code, bound) => {
  expect(isDust(code, bound - 1n)).toBe(true);
  expect(isDust(code, bound)).toBe(false);
});

test('[K5] [D15] USD₮0 on OP Mainnet is known beside the bridged token, and counts as USDT; other strays stay what they are', () => {
  const twins = STRAY_ASSETS.filter(({ isTwin }) => isTwin).map(({ code, contract }) => [code, contract]);
  expect(twins).toEqual([['USDT0@optimism', '0x01bFF41798a0BcF287b996046Ca68b395DbC1071']]);
  expect(findAsset('USDT', 'optimism')?.contract).toBe('0x94b008aA00579c1307B0EF2c499aD98a8ce58e58');
  expect(creditedAs('USDT0@optimism')).toBe('USDT@optimism');
  const others = STRAY_ASSETS.filter(({ code }) => code !== 'USDT0@optimism');
  expect(others.map(({ code }) => creditedAs(code))).toEqual(others.map(({ code }) => code));
});
