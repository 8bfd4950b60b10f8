// Guarantee: an EVM wallet is asked to send exactly the amount, to exactly the address: the coin itself, or a call of
// the pinned contract and no other, whatever the number of decimals.
import { ASSETS, findAsset, NETWORKS, type NetworkAsset } from '@kobogate/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { balanceCall, transferOf } from './transfer.ts';

const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const assetOf = (currency: string, network: string): NetworkAsset => {
  const asset = findAsset(currency, network);
  if (asset === undefined) throw new Error(`no ${currency} on ${network}`);
  return asset;
};

it('sends the coin as value, without data', () => {
  expect(transferOf(assetOf('ETH', 'ethereum'), { from: FROM, to: TO, units: 10n ** 18n })).toEqual({
    from: FROM,
    to: TO,
    value: '0xde0b6b3a7640000',
    data: '0x',
  });
});

it('sends a token by its contract’s transfer, with no value', () => {
  expect(transferOf(assetOf('USDT', 'bsc'), { from: FROM, to: TO, units: 12_500_000_000_000_000_000n })).toEqual({
    from: FROM,
    to: '0x55d398326f99059fF775485246999027B3197955',
    value: '0x0',
    data:
      '0xa9059cbb' +
      '00000000000000000000000070997970c51812dc3a010c7d01b50e0d17dc79c8' +
      '000000000000000000000000000000000000000000000000ad78ebc5ac620000',
  });
});

it('carries any amount of any asset to the last unit', () => {
  const assets = ASSETS.filter(({ network }) => NETWORKS[network].family === 'evm');
  fc.assert(
    fc.property(fc.constantFrom(...assets), fc.bigInt({ min: 1n, max: (1n << 256n) - 1n }), (asset, units) => {
      const { to, value, data } = transferOf(asset, { from: FROM, to: TO, units });
      const sent = asset.contract === null ? BigInt(value) : BigInt(`0x${data.slice(74)}`);
      expect(sent).toBe(units);
      expect(to).toBe(asset.contract ?? TO);
      expect(data.length).toBe(asset.contract === null ? 2 : 138);
    }),
  );
});

it('never sends zero, more than there can be, or to an invalid address', () => {
  const coin = assetOf('BNB', 'bsc');
  for (const units of [0n, -1n, 1n << 256n]) {
    expect(() => transferOf(coin, { from: FROM, to: TO, units })).toThrow(/can't be sent/);
  }
  for (const to of ['', '0x', TO.slice(0, -1), `${TO}0`, 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96']) {
    expect(() => transferOf(coin, { from: FROM, to, units: 1n })).toThrow(/no address/);
  }
});

it('asks the token’s contract for a balance', () => {
  expect(balanceCall('0x55d398326f99059fF775485246999027B3197955', FROM)).toEqual({
    to: '0x55d398326f99059fF775485246999027B3197955',
    data: '0x70a08231000000000000000000000000f39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  });
});
