import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fieldOf } from '@kobogate/server/src/adapters/chains/fields.ts';
import { createRpc, resultOf } from '@kobogate/server/src/adapters/chains/rpc.ts';
import { vi } from 'vitest';

/** Blocks after which the daemon's first coins can be spent, and some more. */
const FIRST_BLOCKS = 110;

/** The daemon that BITCOIND names, or one on the PATH; undefined where neither is. */
export function findDaemon(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const named = process.env['BITCOIND'];
  const known = ['bitcoind', 'litecoind'].flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...(named === undefined ? [] : [named]), ...known].find((path) => existsSync(path));
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** A daemon of Bitcoin Core's family on a private chain of its own, with coins to pay with. */
export async function startDaemon(program: string) {
  const folder = mkdtempSync(join(tmpdir(), 'kobogate-bitcoind-'));
  // Only Litecoin's daemon reads this file: it replaces transactions as Bitcoin's does only when told to.
  writeFileSync(join(folder, 'litecoin.conf'), 'regtest=1\n[regtest]\nmempoolreplacement=1\n');
  const port = await freePort();
  const chain = [
    '-regtest',
    `-datadir=${folder}`,
    '-listen=0',
    '-dnsseed=0',
    '-fallbackfee=0.0002',
    '-printtoconsole=0',
  ];
  const child = spawn(program, [...chain, '-server', '-rpcuser=test', '-rpcpassword=p@ss', `-rpcport=${port}`]);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://test:p%40ss@127.0.0.1:${port}`;
  async function call(method: string, ...params: unknown[]): Promise<unknown> {
    const [answer] = await createRpc(url)([{ method, params }]);
    return resultOf(answer, method);
  }
  await vi.waitFor(() => call('getblockcount'), { timeout: 60_000, interval: 100 });
  await call('createwallet', 'test').catch(() => undefined);
  const ownAddress = String(await call('getnewaddress', '', 'bech32'));
  const mine = (blocks: number): Promise<unknown> => call('generatetoaddress', blocks, ownAddress);
  await mine(FIRST_BLOCKS);
  return {
    url,
    call,
    mine,
    /** Blocks without the transactions that wait. */
    mineEmpty: (blocks: number): Promise<unknown> =>
      createRpc(url)(Array.from({ length: blocks }, () => ({ method: 'generateblock', params: [ownAddress, []] }))),
    /** Makes the daemon disown its newest blocks, so many of them. */
    disown: async (blocks: number): Promise<void> => {
      const height = Number(await call('getblockcount'));
      await call('invalidateblock', await call('getblockhash', height - blocks + 1));
    },
    /** The daemon's own spelling of a script's address; older ones give a list. */
    spell: async (script: string): Promise<string> => {
      const decoded = await call('decodescript', script);
      const list = fieldOf(decoded, 'addresses');
      return String(fieldOf(decoded, 'address') ?? (Array.isArray(list) ? list[0] : undefined));
    },
    stop: async (): Promise<void> => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Daemon = Awaited<ReturnType<typeof startDaemon>>;
