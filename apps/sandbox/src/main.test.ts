// The whole sandbox as a process of its own: it starts on free ports, answers over real sockets, and comes back with
// the same chains, transfers and addresses after a stop and after kill -9, leaving no node behind.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { NETWORK_IDS } from '@kobogate/contract';
import { compiledContracts, temporaryFolder } from '@kobogate/testkit/sandbox/files.ts';
import { sandboxProgram } from '@kobogate/testkit/sandbox/program.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { findAnvil } from './chains/evm/anvil-binary.ts';
import { findLeftover } from './chains/evm/anvil-process.ts';
import { createRpc, getBlock } from './chains/evm/rpc.ts';
import { readIfPresent } from './platform/files.ts';
import { commandOf } from './platform/process.ts';
import { waitFor } from './platform/wait.ts';

// Real processes start here, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const ADDRESS = '0x00000000000000000000000000000000000A11cE';
const Variables = z.record(z.string(), z.string());
const Mined = z.object({ height: z.number(), hash: z.string() });

interface Running {
  readonly base: string;
  readonly child: ChildProcess;
  readonly output: () => string;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

let program: string;

function spawnSandbox(variables: Record<string, string>): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
  return { child, output: () => text };
}

const children: ChildProcess[] = [];

async function start(folder: string, variables: Record<string, string> = {}): Promise<Running> {
  const { child, output } = spawnSandbox({
    SANDBOX_PORT: '0',
    SANDBOX_BLOCK_SECONDS: '0',
    DATA_DIR: folder,
    ...variables,
  });
  children.push(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const base = await waitFor(
    'the line that says ready',
    () => /sandbox ready (?<base>http:\S+)/.exec(output())?.groups?.['base'],
    { limitMs: 60_000 },
  );
  const end: Running['end'] = (signal) => {
    child.kill(signal);
    return ended;
  };
  return { base, child, output, end };
}

async function call<Shape>(schema: z.ZodType<Shape>, url: string, body?: unknown): Promise<Shape> {
  const response = await fetch(
    url,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  );
  expect(response.status).toBe(200);
  return schema.parse(await response.json());
}

/** The output of a sandbox that refuses to start. */
async function refused(variables: Record<string, string>): Promise<string> {
  const { child, output } = spawnSandbox(variables);
  await new Promise((resolve) => {
    child.once('exit', resolve);
  });
  expect(child.exitCode).toBe(1);
  return output();
}

beforeAll(async () => {
  compiledContracts();
  program = await sandboxProgram('main');
});
afterAll(() => {
  for (const child of children) child.kill('SIGTERM');
});

test('the environment names everything that the product needs, and each address in it answers', async () => {
  const sandbox = await start(temporaryFolder());
  const variables = await call(Variables, `${sandbox.base}/control/environment`);
  expect(Object.keys(variables).toSorted()).toEqual(
    [
      ...NETWORK_IDS.map((network) => network.toUpperCase()).flatMap((network) => [
        `RPC_${network}`,
        `CONFIRMATIONS_${network}`,
      ]),
      'NODE_ENV',
      'ADMIN_SECOND_FACTOR',
      'LONE_PROVIDER_LIMIT',
      'POLL_SECONDS',
      'REST_SECONDS',
      'CARDANO_PROJECT_ID',
      'KEYS_FILE',
      'KEYS_SIGNER',
      'SMTP_URL',
      'MAIL_FROM',
      'BUDPAY_URL',
      'BUDPAY_SECRET_KEY',
      'BUDPAY_PUBLIC_KEY',
      'PAYSTACK_URL',
      'PAYSTACK_SECRET_KEY',
      'FLUTTERWAVE_URL',
      'FLUTTERWAVE_SECRET_KEY',
      'FLUTTERWAVE_CALLBACK_HASH',
      'FLUTTERWAVE_V4_URL',
      'FLUTTERWAVE_V4_TOKEN_URL',
      'FLUTTERWAVE_V4_CLIENT_ID',
      'FLUTTERWAVE_V4_CLIENT_SECRET',
      'FLUTTERWAVE_V4_CALLBACK_HASH',
      'MONNIFY_URL',
      'MONNIFY_API_KEY',
      'MONNIFY_SECRET_KEY',
      'MONNIFY_SOURCE_ACCOUNT',
      'TERMII_URL',
      'TERMII_API_KEY',
      'TERMII_SENDER',
      'GOOGLE_ISSUER_URL',
      'GOOGLE_CLIENT_ID',
      'GOOGLE_CLIENT_SECRET',
      'APPLE_ISSUER_URL',
      'APPLE_CLIENT_ID',
      'APPLE_TEAM_ID',
      'APPLE_KEY_ID',
      'APPLE_PRIVATE_KEY',
      ...['COINBASE', 'LUNO', 'QUIDAX', 'COINGECKO', 'KRAKEN'].map((source) => `${source}_URL`),
    ].toSorted(),
  );
  expect((await getBlock(createRpc(variables['RPC_OPTIMISM'] ?? ''), 'latest')).number).toBe(1);
  // The provider behaves as asked, and politely again; the node behind it does not change.
  const manners = `${sandbox.base}/control/chains/optimism/provider`;
  expect(await call(z.unknown(), manners, { lagBlocks: 1 })).toEqual({ lagBlocks: 1 });
  expect((await getBlock(createRpc(variables['RPC_OPTIMISM'] ?? ''), 'latest')).number).toBe(0);
  await call(z.unknown(), manners, {});
  expect((await getBlock(createRpc(variables['RPC_OPTIMISM'] ?? ''), 'latest')).number).toBe(1);
  await call(Variables, `${sandbox.base}/control/health`);
  await call(z.unknown(), `${variables['COINBASE_URL']}/v2/exchange-rates?currency=USDT`);
  for (const provider of ['GOOGLE', 'APPLE']) {
    await call(z.unknown(), `${variables[`${provider}_ISSUER_URL`]}/.well-known/openid-configuration`);
  }
  expect(await sandbox.end('SIGTERM')).toBe(0);
});

test('after kill -9 the next start ends the nodes left behind and has their blocks, on the same addresses; so after a stop', async () => {
  const folder = temporaryFolder();
  const first = await start(folder);
  await call(z.unknown(), `${first.base}/control/chains/arbitrum/pay`, { asset: 'ETH', to: ADDRESS, amount: '0.5' });
  await call(Mined, `${first.base}/control/chains/arbitrum/mine`, { blocks: 3 });
  const variables = await call(Variables, `${first.base}/control/environment`);
  const rpc = createRpc(variables['RPC_ARBITRUM'] ?? '');
  // Mined behind the sandbox's back, so that only the running node knows this block.
  await rpc(z.unknown(), 'evm_mine');
  const before = await getBlock(rpc, 'latest');
  const left = findLeftover(`${folder}/sandbox/chains/arbitrum`);
  await first.end('SIGKILL');

  const second = await start(folder);
  expect(await getBlock(rpc, 'latest')).toEqual(before);
  // The port of its own calls is a new one.
  const stable = Object.fromEntries(Object.entries(variables).filter(([, value]) => !value.startsWith(first.base)));
  expect(await call(Variables, `${second.base}/control/environment`)).toMatchObject(stable);
  expect(() => process.kill(left?.pid ?? 0, 0)).toThrow(/ESRCH/);
  expect(second.output()).toContain('that a killed sandbox left behind');
  const running = findLeftover(`${folder}/sandbox/chains/arbitrum`);
  await second.end('SIGTERM');
  expect(() => process.kill(running?.pid ?? 0, 0)).toThrow(/ESRCH/);

  const third = await start(folder);
  expect(await getBlock(rpc, 'latest')).toEqual(before);
  await third.end('SIGTERM');
});

test('blocks come automatically while there is something to confirm', async () => {
  const sandbox = await start(temporaryFolder(), { SANDBOX_BLOCK_SECONDS: '0.05' });
  const { RPC_BSC = '' } = await call(Variables, `${sandbox.base}/control/environment`);
  await call(z.unknown(), `${sandbox.base}/control/chains/bsc/pay`, { asset: 'USDT', to: ADDRESS, amount: 2.5 });
  const rpc = createRpc(RPC_BSC);
  await waitFor('four blocks', async () => ((await getBlock(rpc, 'latest')).number >= 5 ? true : undefined));
  const url = `${sandbox.base}/control/chains/bsc/balance?asset=USDT&address=${ADDRESS}`;
  expect(await call(Variables, url)).toEqual({ amount: '2.5', units: '2500000000000000000' });
  await sandbox.end('SIGTERM');
});

test('a taken port, a folder in use and a wrong variable each stop the start with a sentence', async () => {
  const folder = temporaryFolder();
  const first = await start(folder);
  const port = new URL(first.base).port;
  expect(await refused({ SANDBOX_PORT: port, DATA_DIR: temporaryFolder() })).toContain(`Port ${port} is taken`);
  expect(await refused({ SANDBOX_PORT: '0', DATA_DIR: folder })).toContain('runs a sandbox in');
  expect(await refused({ SANDBOX_PORT: 'x', DATA_DIR: folder })).toContain('SANDBOX_PORT');
  await call(Variables, `${first.base}/control/health`);
  await first.end('SIGTERM');
});

/** An anvil of one network that ends at once, or of none; every one that is started is noted in a file. */
function writeAnvil(folder: string, failing: string, command: string): { path: string; pids: () => number[] } {
  const [path, noted] = [`${folder}/anvil`, `${folder}/pids`];
  const script = `#!/bin/sh\necho $$ >> ${noted}\ncase "$*" in *"--chain-id ${failing} "*) echo broken >&2; exit 1;; esac\nexec ${command}\n`;
  writeFileSync(path, script, { mode: 0o755 });
  writeFileSync(noted, '');
  return { path, pids: () => readFileSync(noted, 'utf8').trim().split('\n').filter(Boolean).map(Number) };
}

/** Whether a process runs; a killed one that its parent has not collected yet does not. */
const isRunning = (pid: number): boolean =>
  /\) [^ZX] /.test(readIfPresent(`/proc/${pid}/stat`) ?? '') && commandOf(pid) !== '';

test.runIf(process.platform === 'linux')(
  '[I1] a start in which one node fails says so and leaves none of the others running',
  async () => {
    const folder = temporaryFolder();
    const anvil = writeAnvil(folder, '10', `"${findAnvil()}" "$@"`);
    expect(await refused({ SANDBOX_PORT: '0', DATA_DIR: folder, ANVIL: anvil.path })).toContain(
      'anvil for chain 10 ended at once. broken',
    );
    expect(anvil.pids().length).toBeGreaterThan(7);
    expect(anvil.pids().filter(isRunning)).toEqual([]);
  },
);

test.runIf(process.platform === 'linux').each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '[I1] %s while it starts ends it with every node that it has started',
  async (signal) => {
    const folder = temporaryFolder();
    const anvil = writeAnvil(folder, 'none', 'sleep 600');
    const { child } = spawnSandbox({ SANDBOX_PORT: '0', DATA_DIR: folder, ANVIL: anvil.path });
    children.push(child);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await waitFor('the start of the nodes', () => (anvil.pids().length > 7 ? true : undefined), { limitMs: 60_000 });
    child.kill(signal);
    expect(await ended).toBe(0);
    await waitFor('the end of the nodes', () => (anvil.pids().some(isRunning) ? undefined : true));
  },
);
