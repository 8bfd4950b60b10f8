// The signer as a process of its own, over its port: it signs sweeps to the one cold address of a network and gas for
// them, by the bytes that it signs, within limits that it counts itself, over a kill -9 and whatever is asked how often.
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evmAddress } from '@kobogate/addresses';
import { idSchema } from '@kobogate/contract';
import { type EvmPlanned, formatFile, PLAN_FORMAT, readSignedPlans, tokenTransferData } from '@kobogate/plans';
import { Transaction } from 'ethers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bundle } from '../../bundle.ts';
import { readWords } from '../derive/seed.ts';
import { spendingKeys } from '../derive/spending-keys.ts';
import { signEvm } from '../sign/sign-evm.ts';
import { openJournal } from './journal.ts';
import { readSignedEvm, readTokenTransfer } from './read/read-evm.ts';

const WORDS = `${'test '.repeat(11)}junk`;
const { evm } = spendingKeys(readWords(WORDS));
const place = (chain: 0 | 1, index: number) => ({
  chain,
  index,
  address: evmAddress(evm(chain, index).publicKey).address,
});
const COLD = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const OTHER = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const SECRET = 'a secret of thirty-two letters or more';
const MILLION = 1_000_000n;

function sweep(usdt: bigint, changes: Partial<EvmPlanned> = {}): EvmPlanned {
  const amount = usdt * MILLION;
  const payee = changes.payee ?? COLD;
  return {
    kind: 'evm',
    stage: 1,
    purpose: 'sweep',
    asset: 'USDT@ethereum',
    amount,
    from: place(0, 5),
    payee,
    payeePlace: null,
    refundId: null,
    nonce: 3,
    to: USDT,
    value: 0n,
    data: tokenTransferData(payee, amount),
    gas: 60_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 10n ** 9n,
    ...changes,
  };
}
const gas: EvmPlanned = {
  ...sweep(1n),
  stage: 0,
  purpose: 'gas',
  asset: 'ETH@ethereum',
  amount: 10n ** 15n,
  from: place(1, 0),
  payee: place(0, 5).address,
  payeePlace: place(0, 5),
  to: place(0, 5).address,
  value: 10n ** 15n,
  data: '0x',
  gas: 21_000n,
};
const plan = (id: string, transactions: EvmPlanned[], network: 'ethereum' | 'bsc' = 'ethereum'): string =>
  formatFile({ format: PLAN_FORMAT, id: idSchema('Plan').parse(id), network, madeAt: '', transactions });

let folder: string;
let program: string;
let settings: string;
let child: ChildProcess | undefined;
let url = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kobogate-signer-'));
  settings = join(folder, 'settings.json');
  program = join(folder, 'signer.mjs');
  await bundle('src/signer/main.ts', program);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  await rm(join(folder, 'state'), { recursive: true, force: true });
  await writeFile(join(folder, 'secret'), `${SECRET}\n`);
  await writeFile(settings, JSON.stringify(settingsOf()));
});
afterEach(kill);

const settingsOf = (more: object = {}) => ({
  host: '127.0.0.1',
  port: 0,
  state: join(folder, 'state'),
  secretFile: join(folder, 'secret'),
  networks: {
    ethereum: { cold: COLD, limits: { USDT: { transaction: '100', day: '250' } }, gasADay: '0.05' },
  },
  ...more,
});

async function kill(): Promise<void> {
  const running = child;
  child = undefined;
  if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
  const ended = new Promise((resolve) => running.once('exit', resolve));
  running.kill('SIGKILL');
  await ended;
}

/** Starts the program; answers what it said where it ended instead of listening. */
function start(words = WORDS): Promise<string | null> {
  const started = spawn(process.execPath, [program, settings], { cwd: folder });
  child = started;
  return new Promise((resolve, reject) => {
    let said = '';
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (bytes: Buffer) => {
        said += bytes.toString();
        const port = /listens on 127\.0\.0\.1:(\d+)/.exec(said)?.[1];
        if (port === undefined) return;
        url = `http://127.0.0.1:${port}`;
        resolve(null);
      });
    }
    started.once('error', reject).once('exit', () => resolve(said));
    started.stdin.end(words);
  });
}

async function ask(text: string, secret = SECRET): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${secret}` };
  const response = await fetch(`${url}/v1/sign`, { method: 'POST', headers, body: text });
  return { status: response.status, text: await response.text() };
}
const rawOf = (text: string): readonly string[] => readSignedPlans(text)?.[0]?.signed ?? [];

test('a sweep to the cold address and its gas are signed, with bytes that another library reads the same', async () => {
  expect(await start()).toBeNull();
  const { status, text } = await ask(plan('one', [gas, sweep(40n)]));
  expect(status, text).toBe(200);
  const [topUp, swept] = rawOf(text).map((raw) => Transaction.from(raw));
  expect(topUp).toMatchObject({ from: place(1, 0).address, to: place(0, 5).address, value: 10n ** 15n, data: '0x' });
  expect(swept).toMatchObject({ from: place(0, 5).address, to: USDT, data: tokenTransferData(COLD, 40n * MILLION) });
  expect(swept?.chainId).toBe(1n);
});

test('what does not end at the cold address, moves what is not allowed, or more than that, is refused in words', async () => {
  expect(await start()).toBeNull();
  const refusals: [string, EvmPlanned[], RegExp][] = [
    ['another address', [sweep(1n, { payee: OTHER })], /only 0x9858\w+ is allowed/],
    ['another address behind a right name', [sweep(1n, { data: tokenTransferData(OTHER, MILLION) })], /only 0x9858/],
    ['the treasury', [sweep(1n, { payee: place(1, 0).address, payeePlace: place(1, 0) })], /only 0x9858/],
    ['a refund', [sweep(1n, { purpose: 'refund', from: place(1, 0), payee: OTHER })], /takes coins of the treasury/],
    ['the treasury’s own coins', [sweep(1n, { from: place(1, 0) })], /takes coins of the treasury/],
    ['an approval in place of a transfer', [sweep(1n, { data: `0x095ea7b3${'00'.repeat(64)}` })], /no transfer/],
    ['a token that is not named', [sweep(1n, { to: OTHER })], /a token that is not known/],
    [
      'an asset without a limit',
      [sweep(1n, { asset: 'USDC@ethereum', to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' })],
      /No limit is set/,
    ],
    ['more than a transaction may', [sweep(101n)], /moves 101 USDT, and 100 is the most/],
    ['more than a day may', [sweep(100n), sweep(100n), sweep(51n)], /limit of USDT is 250: 0 was signed today/],
    [
      'more gas than a day may',
      [{ ...gas, amount: 10n ** 17n, value: 10n ** 17n }],
      /coins for gas of ethereum is 0\.05/,
    ],
    ['a fee beyond reason', [sweep(1n, { maxFeePerGas: 10n ** 14n })], /far more than it costs/],
    ['gas for a stranger', [{ ...gas, to: OTHER }], /does not go to the address/],
    ['an address of another seed', [sweep(1n, { from: { ...place(0, 5), address: OTHER } })], /your seed has/],
    ['nothing', [], /no transactions/],
  ];
  for (const [name, transactions, words] of refusals) {
    const answer = await ask(plan('refused', transactions));
    expect(answer.status, name).toBe(422);
    expect(answer.text, name).toMatch(words);
  }
  expect((await ask(plan('elsewhere', [sweep(1n)], 'bsc'))).text).toMatch(/moves nothing on bsc/);
  expect((await ask('{}')).status).toBe(422);
  // None of it was counted.
  expect((await ask(plan('all', [sweep(100n), sweep(100n), sweep(50n)]))).status).toBe(200);
});

test('a caller without the secret gets nothing signed', async () => {
  expect(await start()).toBeNull();
  expect(await ask(plan('one', [sweep(1n)]), 'another secret of thirty-two letters')).toMatchObject({ status: 401 });
  expect(await readFile(join(folder, 'state', 'signed.jsonl'), 'utf8')).toBe('');
});

test('over kills at any moment and answers that were lost, the same plan has one signature and counts once, and no limit is passed', async () => {
  expect(await start()).toBeNull();
  const plans = Array.from({ length: 6 }, (_, at) => plan(`plan ${at}`, [sweep(50n, { nonce: at })]));
  const signed = new Map<string, string>();
  async function askAll(): Promise<void> {
    for (const text of plans) {
      const answer = await ask(text).catch(() => null);
      if (answer?.status !== 200) continue;
      expect(signed.get(text) ?? answer.text).toBe(answer.text);
      signed.set(text, answer.text);
    }
  }
  for (let round = 0; round < 3; round += 1) {
    // Killed while it is asked: some of these answers are lost.
    const asking = Promise.all([askAll(), askAll()]);
    await expect.poll(() => signed.size).toBeGreaterThan(round);
    await kill();
    await asking;
    expect(await start()).toBeNull();
  }
  await askAll();
  // 250 USDT a day are five plans of 50, whichever they were.
  expect(signed.size).toBe(5);
  const journal = (await readFile(join(folder, 'state', 'signed.jsonl'), 'utf8')).trim().split('\n');
  expect(journal).toHaveLength(5);
  // A plan of a name that was signed is not signed with another content.
  const [known = ''] = signed.keys();
  const id = /"id": "(plan \d)"/.exec(known)?.[1] ?? '';
  expect((await ask(plan(id, [sweep(1n, { nonce: 9 })]))).text).toMatch(/Another plan of this name/);
});

test('a line that a crash cut off is taken away; a journal that can’t be counted, or a second signer, stops the start', async () => {
  expect(await start()).toBeNull();
  expect((await ask(plan('one', [sweep(100n)]))).status).toBe(200);
  const first = child;
  expect(await start()).toMatch(/Another signer \(process \d+\)/);
  child = first;
  await kill();
  const file = join(folder, 'state', 'signed.jsonl');
  await appendFile(file, '{"day":"2026-01-0');
  expect(await start()).toBeNull();
  expect((await ask(plan('two', [sweep(100n)]))).status).toBe(200);
  expect((await ask(plan('three', [sweep(51n)]))).text).toMatch(/200 was signed today/);
  await kill();
  await writeFile(file, `garbage\n${await readFile(file, 'utf8')}`);
  expect(await start()).toMatch(/can’t be read/);
});

test('a signer that others could listen to, or with settings that are wrong, does not start', async () => {
  for (const [more, words] of [
    [{ host: '0.0.0.0' }, /name tls/],
    [{ networks: {} }, /names none/],
    [{ networks: { ethereum: { cold: COLD.toLowerCase().replace('9', '8') } } }, /limits of ethereum/],
    [{ networks: { ethereum: { cold: 'bc1q', limits: {}, gasADay: '0' } } }, /cold of ethereum/],
    [
      { networks: { ethereum: { cold: COLD, limits: { USDT: { transaction: 5, day: '1' } }, gasADay: '0' } } },
      /quotation marks/,
    ],
  ] as const) {
    await writeFile(settings, JSON.stringify(settingsOf(more)));
    expect(await start()).toMatch(words);
  }
});

test('the day of a limit starts over at midnight (UTC), and never comes again', async () => {
  const state = join(folder, 'days');
  let now = new Date('2026-11-26T23:59:00Z');
  const journal = openJournal(state, () => now);
  journal.add('one', 'a', new Map([['USDT@ethereum', 7n]]));
  expect(journal.today('USDT@ethereum')).toBe(7n);
  now = new Date('2026-11-27T00:00:00Z');
  expect(journal.today('USDT@ethereum')).toBe(0n);
  journal.add('two', 'b', new Map([['USDT@ethereum', 5n]]));
  // The clock is put back: the limit of the later day is still the one that counts.
  now = new Date('2026-11-26T12:00:00Z');
  expect(journal.today('USDT@ethereum')).toBe(5n);
  journal.close();
  const again = openJournal(state, () => now);
  expect([again.today('USDT@ethereum'), again.digestOf('one'), again.digestOf('two')]).toEqual([5n, 'a', 'b']);
  again.close();
});

test('of two signers that do not see each other, as in two containers with one folder, only one can go on signing', () => {
  const state = join(folder, 'shared');
  const first = openJournal(state);
  // The second takes the first's lock for one that a process of its own number has left.
  const second = openJournal(state);
  const seven = new Map([['USDT@ethereum', 7n]]);
  first.add('one', 'a', seven);
  expect(() => second.add('two', 'b', seven)).toThrow(/Another signer/);
  expect(() => second.add('three', 'c', seven)).toThrow(/start the signer again/);
  first.add('four', 'd', seven);
  second.close();
  const again = openJournal(state);
  expect([again.today('USDT@ethereum'), again.digestOf('two')]).toEqual([14n, undefined]);
  again.add('five', 'e', seven);
  expect(() => first.add('six', 'f', seven)).toThrow(/Another signer/);
  again.close();
});

test('what a signed transaction does is read from its bytes alone, and anything else is refused', () => {
  const raw = signEvm(sweep(40n), 1, evm(0, 5).privateKey);
  const read = readSignedEvm(raw);
  expect(read).toMatchObject({ chainId: 1n, to: USDT.toLowerCase(), value: 0n, cost: 6n * 10n ** 14n });
  expect(readTokenTransfer(read.data)).toEqual({ to: COLD.toLowerCase(), amount: 40n * MILLION });
  expect(readTokenTransfer(`${read.data}00`)).toBeNull();
  for (const wrong of ['0x', raw.slice(0, -2), `${raw}00`, raw.replace('0x02', '0x01'), raw.toUpperCase()]) {
    expect(() => readSignedEvm(wrong), wrong).toThrow(/no transaction|cut off|not its fields|out of range/);
  }
});
