// Guarantee: an account's shortfall is exact, of the right coin, and nothing is made up where the wallet does not
// answer.
import { findAsset, findWalletNetwork } from '@kobogate/contract';
import { createTestProvider, refusal } from '@kobogate/testkit/payer/evm-provider.ts';
import { expect, it } from 'vitest';
import { findShortfall } from './find-shortfall.ts';
import { transferOf } from './transfer.ts';

const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

function find(currency: string, units: bigint, answers: Readonly<Record<string, unknown>>) {
  const [asset, network] = [findAsset(currency, 'bsc'), findWalletNetwork('bsc')];
  if (asset === undefined || network === undefined) throw new Error('no such asset');
  const told = Object.fromEntries(Object.entries(answers).map(([method, answer]) => [method, () => answer]));
  const transfer = transferOf(asset, { from: FROM, to: TO, units });
  return findShortfall(createTestProvider(told).provider, { asset, network, transfer, units });
}
const FEES = { eth_estimateGas: '0x5208', eth_gasPrice: '0x3b9aca00' };

it('reports a token, then the fee’s coin, rounded up to a sufficient amount', async () => {
  expect(await find('USDT', 10n ** 18n, { eth_call: '0x1' })).toEqual({
    kind: 'coin',
    coin: 'USDT',
    held: '0.000000000000000001',
    needed: '1',
  });
  expect(await find('USDT', 1n, { eth_call: '0x1', eth_getBalance: '0x0', ...FEES })).toEqual({
    kind: 'fee',
    coin: 'BNB',
    held: '0',
    needed: '0.000021',
  });
});

it('reports a coin that is too little, also only with the fee', async () => {
  const lacking = await find('BNB', 2n, { eth_getBalance: '0x1', ...FEES });
  expect(lacking).toMatchObject({ kind: 'coin', coin: 'BNB', needed: '0.000000000000000002' });
  const [balance, units] = ['0xde0b6b3a7640000', 10n ** 18n];
  expect(await find('BNB', units, { eth_getBalance: balance, ...FEES })).toMatchObject({
    kind: 'fee',
    needed: '1.000021',
  });
  expect(await find('BNB', units - 21_000n * 10n ** 9n, { eth_getBalance: balance, ...FEES })).toBeNull();
});

it('leaves it to the wallet where that does not answer', async () => {
  expect(await find('USDT', 5n, {})).toBeNull();
  expect(await find('USDT', 5n, { eth_call: refusal(4200), eth_getBalance: 'much' })).toBeNull();
  expect(await find('BNB', 5n, { eth_getBalance: '0x5', eth_estimateGas: refusal(-32_000) })).toBeNull();
});
