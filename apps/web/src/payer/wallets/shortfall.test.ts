// Guarantee: a Solana account's shortfall of the payment's coin is reported before that of the network's fee.
import { findAsset, type NetworkAsset } from '@kobogate/contract';
import { expect, it } from 'vitest';
import { shortfallOf } from './shortfall.ts';

function assetOf(currency: string): NetworkAsset {
  const asset = findAsset(currency, 'solana');
  if (asset === undefined) throw new Error('no such asset');
  return asset;
}
const coin = assetOf('SOL');
const enough = { held: 10n, needed: 10n };
const lacking = { held: 1_000_000n, needed: 2_935_160n };

it('reports the token, then lamports for the fee, or for the payment itself', () => {
  const asset = assetOf('USDC');
  expect(shortfallOf({ coins: lacking, tokens: lacking }, { asset, coin })).toEqual({
    kind: 'coin',
    coin: 'USDC',
    held: '1',
    needed: '2.93516',
  });
  expect(shortfallOf({ coins: lacking, tokens: enough }, { asset, coin })).toEqual({
    kind: 'fee',
    coin: 'SOL',
    held: '0.001',
    needed: '0.00293516',
  });
  expect(shortfallOf({ coins: lacking, tokens: null }, { asset: coin, coin })).toMatchObject({
    kind: 'coin',
    coin: 'SOL',
  });
  expect(shortfallOf({ coins: enough, tokens: enough }, { asset, coin })).toBeNull();
});
