// A payment that a provider leaves out of its blocks raises a balance without a known payment. Where another provider
// shows it, it is credited once, the first is named and the network goes on; where the same one shows it later, too; only
// where none does the network stops and a person is called.
import { tmpdir } from 'node:os';
import { type IndexedChain, INDEXED_CHAINS } from '@kobogate/testkit/chains/indexed-chains.ts';
import { type Provider, startProvider } from '@kobogate/testkit/chains/provider.ts';
import { createWalletUser } from '@kobogate/testkit/custody/wallet-user.ts';
import { createTestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestRates, insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { toKobo } from '@kobogate/money';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { proveSurplus } from '../../custody/found/prove-surplus.ts';
import { insertSuspected } from '../../custody/found/surpluses/db.ts';
import { resumeNetwork } from '../../custody/found/resume-network.ts';
import { describeNetworks } from '../../custody/watching/describe-networks.ts';
import { startWatchers } from '../../custody/watching/start-watchers.ts';
import { balance, customer, unclaimed } from '../../ledger/index.ts';
import { systemClock } from '../../platform/clock.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const PAID = { TRON: 5_000_000n, Solana: 5_000_000_000n, Cardano: 5_000_000n };
const { currentRates } = createTestRates({ USDT: '1500', SOL: '200000', ADA: '600' });
const host = ({ url }: Provider): string => new URL(url).host;

describe.each(['TRON', 'Solana', 'Cardano'] as const)('%s', (family) => {
  let indexed: IndexedChain;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let providers: readonly Provider[];
  let watchers: ReturnType<typeof startWatchers>;
  let miner: NodeJS.Timeout;
  let logged: { msg: string; shownBy?: string; leftOutBy?: string[] }[];

  beforeEach(async () => {
    indexed = await INDEXED_CHAINS[family]();
    database = await createTestDatabase();
    await insertCustomer(database.database, { isAdmin: true });
    const target = indexed.node.url;
    providers = [await startProvider({ target }), await startProvider({ target })];
    watchers = [];
    logged = [];
    miner = setInterval(() => void indexed.node.chain.mine(1).catch(() => undefined), 150);
  });
  afterEach(async () => {
    clearInterval(miner);
    await Promise.all(watchers.map((watcher) => watcher.stop()));
    await Promise.all(providers.map((provider) => provider.close()));
    await indexed.node.stop();
    await database.drop();
  });

  const ask = <Row extends object>(statement: string): Promise<Row[]> => database.database.query<Row>(statement);
  const until = (isSo: () => Promise<boolean>) => vi.waitUntil(isSo, { timeout: 60_000, interval: 50 });
  const deposits = () =>
    ask<{ amount: string; status: string; readBy: string; waits: string | null }>(
      `select amount::text, status, read_by as "readBy", waits_for as waits from deposit order by id`,
    );
  const stalled = async () =>
    (await ask<{ stalled: string | null }>(`select stalled from watcher`))[0]?.stalled ?? null;
  const mails = () =>
    ask<{ subject: string }>(`select payload ->> 'subject' as subject from event where type = 'mail.send'`);
  const height = async () =>
    Number((await ask<{ tip: bigint | null }>(`select max(height) as tip from block`))[0]?.tip ?? 0);

  /** Watches at these providers from now on, of which the first leaves payments out, and has a customer pay while it does. */
  async function payUnseen(watched: readonly Provider[]) {
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
    const needs = { database: database.database, clock: systemClock, log, currentRates, dataDir: tmpdir() };
    watchers = startWatchers(
      {
        ...needs,
        addressSources: [indexed.addressSource],
        publicOrigin: 'https://kobogate.test',
        pollMs: 30,
        aloneUpTo: toKobo(10n ** 15n),
      },
      [
        {
          providers: watched.map((provider) => ({ chain: indexed.chainAt(provider.url), host: host(provider) })),
          confirmations: 1,
          steps: [],
        },
      ],
    );
    await until(async () => (await height()) > 0);
    const { network, addressSource, currency } = indexed;
    const user = await createWalletUser({ database: database.database, addressSource, network }, currency);
    await indexed.node.chain.pay(currency, user.address, '5');
    const paidAt = await indexed.node.chain.mine(1);
    await until(async () => (await height()) > paidAt.height + 2);
    expect(await deposits()).toEqual([]);
    return {
      ...user,
      balance: () => balance(database.database, customer(user.userId, `${currency}@${network}`)),
    };
  }
  const prove = () =>
    proveSurplus(
      { database: database.database, addressSources: [indexed.addressSource], log: silentLog, pauseMs: 30 },
      indexed.treasuryAt(indexed.node.url),
    );

  test('[D14] [D12] a payment that one of two providers leaves out is read at the other one, named, and credited once', async () => {
    const [first, second] = providers;
    if (first === undefined || second === undefined) throw new Error('there are two');
    first.behave({ lie: 'omit' });
    const user = await payUnseen([first, second]);
    expect(await prove()).toBe('suspected');
    await until(async () => (await deposits()).length > 0);
    expect(await deposits()).toMatchObject([{ amount: String(PAID[family]), readBy: host(second) }]);
    expect(await ask(`select from balance_surplus`)).toEqual([]);
    const named = () => logged.find(({ leftOutBy }) => leftOutBy !== undefined);
    await until(async () => named() !== undefined);
    expect(named()).toMatchObject({ shownBy: host(second), leftOutBy: [host(first)] });
    await until(async () => {
      const [shown] = await describeNetworks(database.database, new Map());
      const liar = shown?.providers.find((provider) => provider.host === host(first));
      return /leaves out the payment .* shows/.test(liar?.lastError ?? '');
    });
    // Its word is missing until it is repaired, as of every payment.
    await until(async () => (await deposits())[0]?.waits === 'provider');
    expect(await user.balance()).toBe(0n);
    first.behave({});
    await until(async () => (await user.balance()) > 0n);
    expect(await user.balance()).toBe(PAID[family]);
    expect(await deposits()).toMatchObject([{ status: 'confirmed' }]);
    expect(await prove()).toBe('agrees');
    expect([await mails(), await stalled()]).toEqual([[], null]);
  });

  test('[D14] a payment that the only provider showed too late is read again there, and the network goes on', async () => {
    const [only] = providers;
    if (only === undefined) throw new Error('there is one');
    only.behave({ lie: 'omit' });
    const user = await payUnseen([only]);
    only.behave({});
    expect(await prove()).toBe('suspected');
    await until(async () => (await user.balance()) > 0n);
    expect(await user.balance()).toBe(PAID[family]);
    expect(await prove()).toBe('agrees');
    expect([await mails(), await stalled()]).toEqual([[], null]);
  });

  test('[D14] coins that no provider shows a payment of stop the network and call a person once', async () => {
    for (const provider of providers) provider.behave({ lie: 'omit' });
    const user = await payUnseen(providers);
    expect(await prove()).toBe('suspected');
    await until(async () => /more than their known payments explain/.test((await stalled()) ?? ''));
    expect(await mails()).toMatchObject([{ subject: expect.stringContaining('are stopped') }]);
    expect(await ask(`select amount::text from balance_surplus where stopped_at is not null`)).toEqual([
      { amount: String(PAID[family]) },
    ]);
    expect(await user.balance()).toBe(0n);
  });

  test('[D14] [D1] one that is shown only after a person has let its coins pass into the books is counted once', async () => {
    const [only] = providers;
    if (only === undefined) throw new Error('there is one');
    only.behave({ lie: 'omit' });
    const user = await payUnseen([only]);
    expect(await prove()).toBe('suspected');
    await until(async () => (await stalled()) !== null);
    const { network, currency } = indexed;
    const inSuspense = () => balance(database.database, unclaimed(`${currency}@${network}`));
    const { userId: adminId } = await insertCustomer(database.database, { isAdmin: true });
    const surplus = `5 ${currency}`;
    await resumeNetwork(database, { network, surplus, reason: 'Nobody knows.', adminId });
    expect(await inSuspense()).toBe(PAID[family]);
    // It is read while other coins are looked for at that address: the provider shows it by now.
    only.behave({});
    const [found] = await ask<{ keys: string[]; asset: string }>(
      `select address_keys as keys, asset from balance_surplus`,
    );
    if (found === undefined) throw new Error('coins were found');
    const seenHeight = BigInt(await height());
    const others = { asset: found.asset, amount: 1n, addressKeys: found.keys, places: [], seenHeight };
    await insertSuspected(database.database, network, [others]);
    await until(async () => (await user.balance()) > 0n);
    expect([await user.balance(), await inSuspense()]).toEqual([PAID[family], 0n]);
    expect(await prove()).toBe('agrees');
    expect(await deposits()).toMatchObject([{ status: 'confirmed' }]);
  });
});
