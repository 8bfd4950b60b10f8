// A real daemon of Bitcoin Core's family says and does what the rest of these tests assume: payments, several outputs,
// replacements, reorganisations and names of blocks are the daemon's own. Runs where one is installed (`bitcoind` or
// `litecoind` on the PATH, or named by BITCOIND), on a private test chain; is skipped, and says so, where none is.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createRpc, resultOf } from '../rpc.ts';
import { createTestBitcoin, type TestBitcoin } from './test-bitcoin.ts';

const NEEDED = 3;
const COIN = 100_000_000n;

function findDaemon(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const named = process.env['BITCOIND'];
  const known = ['bitcoind', 'litecoind'].flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...(named === undefined ? [] : [named]), ...known].find((path) => existsSync(path));
}

const daemon = findDaemon();

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

describe.skipIf(daemon === undefined)(`on ${daemon ?? 'no daemon: none is installed'}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'kobogate-bitcoind-'));
  const ended: Promise<void>[] = [];
  let stop = (): void => undefined;
  let url = '';
  let bitcoin: TestBitcoin;
  let ownAddress = '';

  async function call(method: string, ...params: unknown[]): Promise<unknown> {
    const [answer] = await createRpc(url)([{ method, params }]);
    return resultOf(answer, method);
  }
  const fieldOf = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
  const mine = (blocks: number): Promise<unknown> => call('generatetoaddress', blocks, ownAddress);
  /** The daemon's own spelling of an address; older ones give a list. */
  async function spell(script: string): Promise<string> {
    const decoded = await call('decodescript', script);
    const list = fieldOf(decoded, 'addresses');
    return String(fieldOf(decoded, 'address') ?? (Array.isArray(list) ? list[0] : undefined));
  }
  const watchAll = async (): Promise<void> => bitcoin.watchAll(bitcoin.watchAt(url));

  beforeAll(async () => {
    const port = await freePort();
    const args = ['-regtest', `-datadir=${folder}`, '-server', '-rpcuser=test', '-rpcpassword=p@ss', '-listen=0'];
    const child = spawn(daemon ?? '', [
      ...args,
      `-rpcport=${port}`,
      '-fallbackfee=0.0002',
      '-dnsseed=0',
      '-printtoconsole=0',
    ]);
    ended.push(new Promise((resolve) => child.once('exit', () => resolve())));
    stop = () => void child.kill();
    url = `http://test:p%40ss@127.0.0.1:${port}`;
    await vi.waitFor(() => call('getblockcount'), { timeout: 60_000, interval: 200 });
    await call('createwallet', 'test').catch(() => undefined);
    ownAddress = String(await call('getnewaddress', '', 'bech32'));
    await mine(110);
    bitcoin = await createTestBitcoin(NEEDED, { name: 'regtest', genesis: String(await call('getblockhash', 0)) });
    await watchAll();
  }, 120_000);
  afterAll(async () => {
    stop();
    await Promise.all([...ended, bitcoin.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  test('[H-2] [D5] a payment with several outputs to us is credited once for each, as the daemon counts it', async () => {
    const [one, other] = [await bitcoin.createUser(), await bitcoin.createUser()];
    const txid = await call('sendmany', '', { [await spell(one.script)]: 0.12345678, [await spell(other.script)]: 1 });
    await watchAll();
    expect(await bitcoin.deposits(one.userId)).toEqual([]);
    await mine(NEEDED);
    await watchAll();
    expect(await bitcoin.balanceOf(one.userId)).toBe(12_345_678n);
    expect(await bitcoin.balanceOf(other.userId)).toBe(COIN);
    expect((await bitcoin.deposits(one.userId))[0]?.identity.split(':')[0]).toBe(txid);
  });

  test('[D7] of two transactions that spend the same coins, the one that a block has is credited, and once', async () => {
    const { userId, script } = await bitcoin.createUser();
    const first = await call('sendtoaddress', await spell(script), 2, '', '', false, true);
    const second = fieldOf(await call('bumpfee', first), 'txid');
    expect(second).not.toBe(first);
    // Bitcoin's daemons keep the newer one, Litecoin's the older: whichever waits is the one that counts.
    const waiting = await call('getrawmempool');
    await mine(NEEDED);
    await watchAll();
    const deposits = await bitcoin.deposits(userId);
    expect(deposits.map(({ identity }) => identity.split(':')[0])).toEqual(waiting);
    expect(await bitcoin.balanceOf(userId)).toBe(2n * COIN);
  });

  test('[D6] a payment whose blocks the daemon itself disowns is taken back, and credited once where it comes again', async () => {
    const { userId, script } = await bitcoin.createUser();
    await call('sendtoaddress', await spell(script), 3);
    await mine(NEEDED);
    await watchAll();
    expect(await bitcoin.balanceOf(userId)).toBe(3n * COIN);
    const height = Number(await call('getblockcount'));
    await call('invalidateblock', await call('getblockhash', height - NEEDED + 1));
    // Empty blocks first: the payment waits again, and its old blocks are gone.
    for (let left = NEEDED + 1; left > 0; left -= 1) await call('generateblock', ownAddress, []);
    await watchAll();
    expect(await bitcoin.balanceOf(userId)).toBe(0n);
    await mine(NEEDED);
    await watchAll();
    expect(await bitcoin.balanceOf(userId)).toBe(3n * COIN);
    expect((await bitcoin.deposits(userId)).map(({ status }) => status)).toEqual(['reverted', 'confirmed']);
  });
});
