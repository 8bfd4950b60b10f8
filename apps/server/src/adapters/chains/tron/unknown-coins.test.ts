// Coins that a contract sends on TRON are in no block as the node shows it: the address's balance does, and the network
// stops until a person has looked into it.
import { tmpdir } from 'node:os';
import { readTronAddress } from '@kobogate/addresses';
import { startLyingNode } from '@kobogate/testkit/chains/lying-node.ts';
import { createTestTronNetwork } from '@kobogate/testkit/chains/tron/network.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestRates } from '@kobogate/testkit/sales/orders.ts';
import { expect, test, vi } from 'vitest';
import { compareBalances } from '../../../custody/found/compare-balances.ts';
import { startWatchers } from '../../../custody/watching/start-watchers.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createTronChain } from './tron-chain.ts';
import { createTronTreasuryWallet } from './tron-treasury-wallet.ts';

vi.setConfig({ testTimeout: 180_000 });

test('[D14] TRX that came without a payment that we know, such as from a contract, stop the network and call a person', async () => {
  const network = await createTestTronNetwork(1);
  const { database, addressSource, tron } = network;
  const node = await startLyingNode(tron.url);
  const { currentRates } = createTestRates({ TRX: '500' });
  const needs = {
    database,
    clock: systemClock,
    log: silentLog,
    currentRates,
    addressSources: [addressSource],
    dataDir: tmpdir(),
    publicOrigin: 'https://kobogate.test',
  };
  const watchers = startWatchers({ ...needs, pollMs: 50 }, [
    { providers: [{ chain: createTronChain({ provider: node.url }), host: 'node' }], confirmations: 1, steps: [] },
  ]);
  const miner = setInterval(() => void tron.chain.mine(1).catch(() => undefined), 300);
  try {
    const { userId, address } = await network.createUser('USDT');
    await tron.pay('USDT', address, '5');
    await vi.waitUntil(async () => (await network.balanceOf(userId, 'USDT@tron')) === 5_000_000n, { timeout: 60_000 });
    const key = readTronAddress(address) ?? '';
    node.lie = (method, result, params) =>
      method === 'eth_getBalance' && JSON.stringify(params).includes(key) ? '0x29' : result;
    const given = { database, addressSources: [addressSource], log: silentLog, pauseMs: 50 };
    await compareBalances(given, createTronTreasuryWallet({ rpcUrl: node.url }));
    const found = await database.query(`select network, asset, amount::text from balance_surplus`);
    expect(found).toEqual([{ network: 'tron', asset: 'TRX@tron', amount: '41' }]);
    const stalled = async () => (await database.query<{ stalled: string | null }>(`select stalled from watcher`))[0];
    await expect
      .poll(stalled, { timeout: 20_000 })
      .toMatchObject({ stalled: expect.stringContaining('more than their known payments') });
  } finally {
    clearInterval(miner);
    await Promise.all(watchers.map((watcher) => watcher.stop()));
    await node.stop();
    await network.stop();
  }
});
