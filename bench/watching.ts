import { setTimeout as pause } from 'node:timers/promises';
import { type Currency, endpoints, type NetworkId } from '@kobogate/contract';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { openChains } from '../apps/server/src/adapters/chains/open-chain.ts';
import type { Chain } from '../apps/server/src/custody/index.ts';
import { type Configuration, readConfiguration } from '../apps/server/src/configuration/configuration.ts';
import { openConfiguredDatabase } from '../apps/server/src/platform/configured-database.ts';
import type { Database } from '../apps/server/src/platform/database.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { signUp } from '../tests/support/people.ts';
import { type Product, startProduct } from '../tests/support/product.ts';
import { type Figure, writeResult } from './lib/results.ts';
import { median, percentile } from './lib/statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 10);
const SCANS = 5;
const LOAD_BLOCKS = 20;
const BLOCK_PAYMENTS = 20;
/** The blocks that one step of a watcher reads. */
const STEP_BLOCKS = 20n;
/** Deep enough for every network's policy and finality in the sandbox. */
const FINAL_BLOCKS = 40;
/** How often we look whether a deposit is credited, how long before the next block, and how many blocks at most. */
const LOOK_MS = 5;
const BLOCK_SECONDS = 3;
const MOST_BLOCKS = 60;
/** Requests that are repeated at the same time. */
const AT_ONCE = 4;

/** One coin of each network, and an amount that every chain carries. */
const COINS: readonly (readonly [network: NetworkId, currency: Currency, amount: string])[] = [
  ['mainnet', 'BTC', '0.001'],
  ['ethereum', 'ETH', '0.01'],
  ['bsc', 'BNB', '0.01'],
  ['polygon', 'USDT', '5'],
  ['arbitrum', 'ETH', '0.01'],
  ['optimism', 'ETH', '0.01'],
  ['avalanche', 'USDT', '5'],
  ['solana', 'SOL', '0.1'],
  ['cardano', 'ADA', '5'],
  ['polkadot', 'DOT', '1'],
];
/** One network of each family. */
const SCANNED: readonly NetworkId[] = ['ethereum', 'mainnet', 'solana', 'cardano', 'polkadot'];

/**
 * With all ten networks live: the time from the block that makes a payment final to its credit; and the speed at which
 * each family's blocks are read, beside the speed of the node alone with answers that are not used.
 */
export async function bench(): Promise<void> {
  const product = await startProduct();
  const configuration = readConfiguration(product.environment);
  const database = await openConfiguredDatabase(configuration, createLog('warn'));
  try {
    const addresses = await makeWallets(product);
    const seconds: number[] = [];
    // Round 0 warms up and is not counted.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const measured = await creditAll(product, database, addresses);
      if (round > 0) seconds.push(...measured);
    }
    const scans: Figure[] = [];
    for (const network of SCANNED) scans.push(await measureScan(product, configuration, network, addresses));
    await writeResult('watching', { rounds: ROUNDS, figures: [...creditFigures(seconds), ...scans] });
  } finally {
    await database.close();
    await product.stop();
  }
}

type Addresses = ReadonlyMap<NetworkId, string>;

async function makeWallets(product: Product): Promise<Addresses> {
  const { token } = await signUp(product);
  const addresses = new Map<NetworkId, string>();
  for (const [network, currency] of COINS) {
    const { data } = await product.call(endpoints.wallets.create, { token, params: { currency }, query: { network } });
    addresses.set(network, data.depositAddress);
  }
  return addresses;
}

/**
 * Pays on every network, makes one block after the other on all at once, and answers for each payment the seconds from
 * the newest block, which made it final, to its credit.
 */
async function creditAll({ sandbox }: Product, database: Database, addresses: Addresses): Promise<number[]> {
  const paid = await Promise.all(
    COINS.map(async ([network, currency, amount]) => ({
      network,
      transaction: await sandbox.pay(network, currency, addresses.get(network) ?? '', amount),
    })),
  );
  const seconds = new Map<string, number>();
  for (let block = 0; block < MOST_BLOCKS && seconds.size < paid.length; block += 1) {
    const open = paid.filter(({ transaction }) => !seconds.has(transaction));
    await Promise.all(open.map(({ network }) => sandbox.mine(network, 1)));
    const start = performance.now();
    const passed = (): number => (performance.now() - start) / 1000;
    while (seconds.size < paid.length && passed() < BLOCK_SECONDS) {
      const rows = await database.query<{ transaction: string }>(
        `select transaction from deposit where transaction = any($1::text[]) and status = 'confirmed'`,
        [open.map(({ transaction }) => transaction)],
      );
      for (const { transaction } of rows) if (!seconds.has(transaction)) seconds.set(transaction, passed());
      await pause(LOOK_MS);
    }
  }
  if (seconds.size < paid.length) throw new Error('a deposit was not credited');
  return [...seconds.values()];
}

function creditFigures(seconds: readonly number[]): Figure[] {
  const what = `${COINS.length} networks, from the block that makes a deposit final to its credit: median`;
  return [
    {
      what,
      value: median(seconds),
      unit: 's',
      and: [{ what: 'p99', value: percentile(seconds, 99), unit: 's' }],
    },
  ];
}

async function measureScan(
  { sandbox }: Product,
  configuration: Configuration,
  network: NetworkId,
  addresses: Addresses,
): Promise<Figure> {
  const chain = openChains(configuration, silentLog)
    .flatMap(({ providers }) => providers.map((provider) => provider.chain))
    .find((each) => each.network === network);
  if (chain === undefined) throw new Error(`${network} is not watched`);
  const { height: before } = (await chain.look(0n)).head;
  const [, currency = '', amount = '0'] = COINS.find(([id]) => id === network) ?? [];
  for (let block = 0; block < LOAD_BLOCKS; block += 1) {
    for (let payment = 0; payment < BLOCK_PAYMENTS; payment += 1) {
      await sandbox.pay(network, currency, addresses.get(network) ?? '', amount);
    }
    await sandbox.mine(network, 1);
  }
  await sandbox.mine(network, FINAL_BLOCKS);
  const { height: after } = (await chain.look(0n)).head;
  const [ours, alone]: [number[], number[]] = [[], []];
  let blocks = 0;
  for (let round = 0; round <= SCANS; round += 1) {
    const { requests, seconds, scanned } = await scanAll(chain, before + 1n, after);
    const replayed = await replay(requests);
    blocks = scanned;
    if (round > 0) {
      ours.push(seconds);
      alone.push(replayed);
    }
  }
  return {
    what: `blocks of ${network} read, beside its node's answers unused`,
    value: median(ours.map((value, round) => (alone[round] ?? value) / value)),
    unit: '×',
    and: [{ value: blocks / median(ours), unit: ' blocks/s' }],
  };
}

interface Asked {
  readonly url: string;
  readonly init: RequestInit | undefined;
}

/** Reads these blocks as a watcher does, and records the calls to the node. */
async function scanAll(chain: Chain, from: bigint, to: bigint) {
  const requests: Asked[] = [];
  const { fetch: real } = globalThis;
  globalThis.fetch = (url, init) => {
    requests.push({ url: url instanceof Request ? url.url : url.toString(), init });
    return real(url, init);
  };
  const start = performance.now();
  let scanned = 0;
  try {
    for (let at = from; at <= to; at += STEP_BLOCKS) {
      const last = at + STEP_BLOCKS - 1n < to ? at + STEP_BLOCKS - 1n : to;
      const blocks = await chain.scan(at, last, () => Promise.resolve({ has: () => false }));
      scanned += blocks.length;
    }
  } finally {
    globalThis.fetch = real;
  }
  return { requests, scanned, seconds: (performance.now() - start) / 1000 };
}

/** The time of the same calls without use of the answers, in seconds. */
async function replay(requests: readonly Asked[]): Promise<number> {
  const start = performance.now();
  for (let at = 0; at < requests.length; at += AT_ONCE) {
    await Promise.all(
      requests.slice(at, at + AT_ONCE).map(async ({ url, init }) => {
        const { signal: _, ...rest } = init ?? {};
        await (await fetch(url, rest)).arrayBuffer();
      }),
    );
  }
  return (performance.now() - start) / 1000;
}
