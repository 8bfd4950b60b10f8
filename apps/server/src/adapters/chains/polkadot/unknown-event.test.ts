// Asset Hub may be upgraded to bring coins by an event that this program does not know: the account's balance, proved
// against the state, shows it, and the network stops.
import { tmpdir } from 'node:os';
import { checkAddress } from '@kobogate/addresses';
import { accountKey, fromHex, writeAccount } from '@kobogate/substrate';
import { EVENTS, inExtrinsic, outsideExtrinsics } from '@kobogate/testkit/chains/polkadot/node.ts';
import { createTestPolkadot, STRANGER } from '@kobogate/testkit/chains/polkadot/polkadot.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestRates } from '@kobogate/testkit/sales/orders.ts';
import { expect, test, vi } from 'vitest';
import { compareBalances } from '../../../custody/found/compare-balances.ts';
import { startWatchers } from '../../../custody/watching/start-watchers.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createPolkadotTreasuryWallet } from './polkadot-treasury-wallet.ts';

const { currentRates } = createTestRates({ DOT: '5000' });

test('[K1] [D14] a runtime that brings DOT by an event that we do not know stops Polkadot', async () => {
  const polkadot = await createTestPolkadot(1);
  const { node, database } = polkadot;
  node.mine(30);
  node.finaliseAll();
  const { chain } = polkadot.watchAt(node.url);
  const needs = {
    database,
    clock: systemClock,
    log: silentLog,
    currentRates,
    addressSources: [polkadot.addressSource],
    dataDir: tmpdir(),
    publicOrigin: 'https://kobogate.test',
  };
  const watching = startWatchers({ ...needs, pollMs: 20 }, [
    { providers: [{ chain, host: 'node' }], confirmations: 1, steps: [] },
  ]);
  await vi.waitUntil(async () => (await database.query(`select from block`)).length > 0, { timeout: 20_000 });
  const mining = setInterval(() => {
    node.mine(1);
    node.finaliseAll();
  }, 100);
  try {
    const { userId, address } = await polkadot.createUser();
    const checked = checkAddress('polkadot', address, 'Polkadot');
    const account = accountKey(fromHex(`0x${'addressKey' in checked ? checked.addressKey : ''}`));
    const known = inExtrinsic(1, EVENTS.transfer(STRANGER, address, 900n), EVENTS.succeeded());
    node.chain.extend({
      time: 1_800_000_000_000n,
      extrinsics: [Uint8Array.of(4, 1)],
      // The 41 planck came with no event that names the account.
      events: [...outsideExtrinsics('Initialization', EVENTS.issued(41n)), ...known],
      state: new Map([[account, writeAccount({ nonce: 0, free: 941n, locked: 0n })]]),
    });
    node.finaliseAll();
    await vi.waitUntil(async () => (await polkadot.balanceOf(userId)) === 900n, { timeout: 20_000 });
    const treasuryWallet = createPolkadotTreasuryWallet({ rpcUrl: node.url });
    const given = { database, addressSources: [polkadot.addressSource], log: silentLog };
    await compareBalances({ ...given, pauseMs: 20 }, treasuryWallet);
    const found = await database.query(`select network, asset, amount::text from balance_surplus`);
    expect(found).toEqual([{ network: 'polkadot', asset: 'DOT@polkadot', amount: '41' }]);
    // Its blocks are proved whole: no provider is asked for a payment that one left out.
    const stalled = async () => (await database.query<{ stalled: string | null }>(`select stalled from watcher`))[0];
    await expect
      .poll(stalled, { timeout: 20_000 })
      .toMatchObject({ stalled: expect.stringContaining('more than their known payments') });
  } finally {
    clearInterval(mining);
    await Promise.all(watching.map((watcher) => watcher.stop()));
    await polkadot.stop();
  }
});
