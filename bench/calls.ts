import { type Currency, endpoints, type NetworkId, NETWORKS } from '@kobogate/contract';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { openChains } from '../apps/server/src/adapters/chains/open-chain.ts';
import { readConfiguration } from '../apps/server/src/configuration/configuration.ts';
import type { WatchedChain } from '../apps/server/src/custody/index.ts';
import { createStillness } from '../apps/server/src/custody/deposits/stillness.ts';
import { keepTraces } from '../apps/server/src/custody/watching/keep-traces.ts';
import { createProviders } from '../apps/server/src/custody/watching/providers.ts';
import { blockPaceMs } from '../apps/server/src/custody/watching/block-pace.ts';
import { watchAtProviders } from '../apps/server/src/custody/watching/watch-at-providers.ts';
import { createWatchList } from '../apps/server/src/custody/watch-list/watch-list.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { openConfiguredDatabase } from '../apps/server/src/platform/configured-database.ts';
import type { Database } from '../apps/server/src/platform/database.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { signUp } from '../tests/support/people.ts';
import { type Product, startProduct } from '../tests/support/product.ts';
import { type Figure, writeResult } from './lib/results.ts';

/** One coin of each network, and an amount that every chain carries. */
const COINS: readonly (readonly [network: NetworkId, currency: Currency, amount: string])[] = [
  ['mainnet', 'BTC', '0.001'],
  ['ethereum', 'ETH', '0.01'],
  ['bsc', 'USDT', '5'],
  ['polygon', 'USDT', '5'],
  ['arbitrum', 'ETH', '0.01'],
  ['optimism', 'ETH', '0.01'],
  ['avalanche', 'USDT', '5'],
  ['base', 'USDC', '5'],
  ['solana', 'SOL', '0.1'],
  ['cardano', 'ADA', '5'],
  ['polkadot', 'DOT', '1'],
  ['tron', 'USDT', '5'],
];
/** The networks whose bill was the largest. */
const DEAREST: ReadonlySet<NetworkId> = new Set(['ethereum', 'bsc', 'arbitrum']);
/** A watched address each, beside those that the bench pays. */
const ADDRESSES = 1_000;
const CONFIRMATIONS = 6;
const DAY = 86_400;
/** `REST_SECONDS`. */
const REST = 30;
/** How the networks were polled before there was a rest: as often, and every block was read. */
const FORMER = 1;
/** Each is followed for as many polls and as many blocks at least; a network's payments come in every sixth poll. */
const POLLS = 60;
const BLOCKS = 3;
const PAID_EVERY = 6;
const STARTER_PLAN = 50_000;

interface Used {
  readonly calls: number;
  readonly bytes: number;
}

interface Bill {
  readonly network: NetworkId;
  /** A day with a poll a second that reads every block. */
  readonly former: Used;
  /** A day on which nothing is expected. */
  readonly atRest: Used;
  /** A day on which coins are expected from its first to its last second. */
  readonly awake: Used;
  /** What a thousand payments add to that. */
  readonly payments: Used;
}

/**
 * The calls and bytes that each network takes a day, counted by the product's own line to its provider while its own
 * watcher reads the sandbox's nodes. Time is not waited for: between two polls the node makes as many blocks as the real
 * network does in the pause, and what was counted is set against a day. The sandbox's blocks are nearly empty: its bytes
 * show what the calls themselves weigh, and a real block that is read whole is larger by its transactions.
 */
export async function bench(): Promise<void> {
  const environment = () => Promise.resolve({ ROLES: 'api,worker' });
  const product = await startProduct({ environment });
  const configuration = readConfiguration(product.environment);
  const database = await openConfiguredDatabase(configuration, createLog('warn'));
  try {
    const { token } = await signUp(product);
    await insertAddresses(database);
    const bills: Bill[] = [];
    for (const chain of openChains(configuration, silentLog)) {
      const network = networkOf(chain);
      const [, currency = '', amount = '0'] = COINS.find(([id]) => id === network) ?? [];
      const params = { currency };
      const made = await product.call(endpoints.wallets.create, { token, params, query: { network } });
      const pay = () => product.sandbox.pay(network, currency, made.data.depositAddress, amount);
      bills.push(await measure(product, { database, chain, pay }));
    }
    process.stdout.write(`${JSON.stringify(bills, null, 2)}\n`);
    await writeResult('calls', { rounds: 1, figures: bills.flatMap(figuresOf), details: bills });
  } finally {
    await database.close();
    await product.stop();
  }
}

function networkOf({ providers: [first] }: WatchedChain): NetworkId {
  if (first === undefined) throw new Error('a network without a provider is watched');
  return first.chain.network;
}

/** Addresses of other customers, whose balances count among those that are added up. */
async function insertAddresses(database: Database): Promise<void> {
  await database.query(
    `insert into deposit_address (id, family, address_key, address, derivation_index, key_fingerprint, sequence, user_id)
     select gen_random_uuid(), 'evm', key, key, n, 'bench', n, (select id from app_user limit 1)
     from (select n, '0x' || right(encode(sha256(n::text::bytea), 'hex'), 40) as key
           from generate_series(1000001, $1::int) as n) as made`,
    [1_000_000 + ADDRESSES],
  );
}

interface Subject {
  readonly database: Database;
  readonly chain: WatchedChain;
  readonly pay: () => Promise<string>;
}

async function measure({ sandbox }: Product, { database, chain, pay }: Subject): Promise<Bill> {
  const network = networkOf(chain);
  const { blockSeconds, family } = NETWORKS[network];
  const watchList = createWatchList(database, family);
  const policy = { confirmations: CONFIRMATIONS };
  const common = {
    ...policy,
    database,
    clock: systemClock,
    log: silentLog,
    watchList,
    providers: createProviders(chain.providers, 10),
    traces: keepTraces({ database, watchList, clock: systemClock }, policy),
  };
  const stillness = createStillness(watchList, null);

  /** Polls every `pause` seconds, and sets what was asked against a day. */
  async function follow(pause: number, isFormer: boolean, paysEvery?: number): Promise<Used> {
    const read = () => watchAtProviders(isFormer ? common : { ...common, stillness });
    const readAll = async () => {
      while ((await read()).hasMore);
    };
    await readAll();
    const before = usageOf(chain);
    const polls = Math.max(POLLS, Math.ceil((BLOCKS * blockSeconds) / pause));
    let due = 0;
    for (let poll = 0; poll < polls; poll += 1) {
      if (paysEvery !== undefined && poll % paysEvery === 0) await pay();
      due += pause / blockSeconds;
      const blocks = Math.floor(due);
      due -= blocks;
      if (blocks > 0) await sandbox.mine(network, blocks);
      await readAll();
    }
    const after = usageOf(chain);
    const days = (polls * pause) / DAY;
    return { calls: (after.calls - before.calls) / days, bytes: (after.bytes - before.bytes) / days };
  }

  const pause = blockPaceMs(network) / 1_000;
  const former = await follow(FORMER, true);
  const atRest = await follow(Math.max(REST, pause), false);
  const awake = await follow(pause, false);
  const paid = await follow(pause, false, PAID_EVERY);
  const perDay = DAY / (pause * PAID_EVERY);
  const added = (key: keyof Used): number => Math.max(0, ((paid[key] - awake[key]) / perDay) * 1_000);
  return { network, former, atRest, awake, payments: { calls: added('calls'), bytes: added('bytes') } };
}

function usageOf({ providers }: WatchedChain): Used {
  const used = providers.flatMap(({ line }) => line?.usage() ?? []);
  return {
    calls: used.reduce((sum, { calls }) => sum + calls, 0),
    bytes: used.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

const inMegabytes = ({ bytes }: Used) => ({ value: bytes / 1e6, unit: ' MB' });

function figuresOf({ network, former, atRest, awake, payments }: Bill): Figure[] {
  const { name } = NETWORKS[network];
  const isDear = DEAREST.has(network);
  const goal = network === 'cardano' ? { goal: { atMost: STARTER_PLAN } } : {};
  const beside = (what: string, used: Used): Figure => ({
    what: `… ${what}, beside a poll a second that reads every block`,
    value: used.calls / former.calls,
    unit: '×',
    ...(isDear ? { goal: { atMost: 0.2 } } : {}),
  });
  return [
    {
      what: `calls a day on ${name}, while coins are always expected`,
      value: awake.calls,
      unit: '',
      ...goal,
      and: [
        inMegabytes(awake),
        { what: 'at rest', value: atRest.calls, unit: '' },
        inMegabytes(atRest),
        { what: 'for 1,000 payments', value: payments.calls, unit: '' },
      ],
    },
    ...(isDear ? [beside('at rest', atRest), beside('while coins are always expected', awake)] : []),
  ];
}
