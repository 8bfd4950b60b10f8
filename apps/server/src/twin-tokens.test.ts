// A token that has a twin of the same issuer: both are credited as the dollar that the product names, each stays in
// custody as itself, and a payment asked in it is paid by either.
import { emitTransfer, runtimeCode } from '@kobogate/testkit/chains/evm/contracts.ts';
import { createTestNetwork, type TestNetwork } from '@kobogate/testkit/chains/evm/network.ts';
import { findLedgerAsset } from '@kobogate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { balance, custody, exchange, verify } from './ledger/index.ts';

const USDT = 'USDT@optimism';
const USDT0 = 'USDT0@optimism';
let network: TestNetwork;

beforeEach(async () => {
  network = await createTestNetwork('optimism', 3);
  await network.watchAll();
});
afterEach(() => network.stop());

/** Has a token’s contract write a transfer of so much to an address, in a block of its own. */
async function arrive(code: typeof USDT | typeof USDT0, to: string, amount: bigint): Promise<string> {
  const contract = findLedgerAsset(code)?.contract ?? '';
  await network.place(contract, runtimeCode(emitTransfer(to, amount)));
  return network.mineTransaction(await network.sign(contract, 0n));
}
const booked = (code: string) => balance(network.database, custody(code));

test('[K5] [D15] both dollars on OP Mainnet are credited as USDT, each once, and each is in custody as itself', async () => {
  const { userId, address } = await network.createUser('USDT');
  await arrive(USDT0, address, 7_000_000n);
  await arrive(USDT, address, 5_000_000n);
  await network.mine(3);
  await network.watchAll();
  await network.watchAll();
  expect(await network.balanceOf(userId, USDT)).toBe(12_000_000n);
  expect([await booked(USDT0), await booked(USDT)]).toEqual([7_000_000n, 5_000_000n]);
  expect(await balance(network.database, exchange(USDT0))).toBe(7_000_000n);
  expect((await network.deposits()).map(({ asset, amount }) => [asset, amount])).toEqual([
    [USDT, '7000000'],
    [USDT, '5000000'],
  ]);
  expect((await verify(network.database)).differences).toEqual([]);
});

test('[D6] [D15] a twin that the chain takes back after it was final leaves custody as it came', async () => {
  const { userId, address } = await network.createUser('USDT');
  await network.mine(2);
  await arrive(USDT0, address, 7_000_000n);
  await network.mine(3);
  await network.watchAll();
  expect(await network.balanceOf(userId, USDT)).toBe(7_000_000n);
  await network.anvil.rpc('anvil_reorg', 5, []);
  await network.watchAll();
  expect([await booked(USDT0), await booked(USDT)]).toEqual([0n, 0n]);
  expect([await network.balanceOf(userId, USDT), await network.owedBy(userId, USDT)]).toEqual([0n, 0n]);
  expect((await verify(network.database)).differences).toEqual([]);
});
