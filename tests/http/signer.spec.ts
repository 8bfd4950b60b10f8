// The built product and the operator's signer, each a process of its own, over TLS with the operator's own authority: coins reach
// the cold address of every family of chains without a person, once, over a signer that is killed and started again, and never more
// of them than its limit for a day.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints, type NetworkId } from '@kobogate/contract';
import { createCertificates, type Certificates } from '@kobogate/testkit/platform/certificates.ts';
import { expect, test } from '../support/fixtures.ts';
import { freePort } from '../support/free-port.ts';
import { mineUntil } from '../support/mine-until.ts';
import { adminToken, signUp } from '../support/people.ts';
import { CONFIRMATIONS, type Product, startProduct } from '../support/product.ts';
import { builtProgram } from '../support/program.ts';
import { bitcoinPayee, evmTreasury, treasury, tronTreasury } from '../support/treasury.ts';
import { eventually } from '../support/wait.ts';

const COLD = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0';
/** The other families' networks: what a deposit brings, and the least of it that must come to the cold address. */
const OTHERS = {
  tron: { currency: 'USDT', cold: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', amount: '40', least: 40, gasADay: '100' },
  cardano: {
    currency: 'ADA',
    cold: 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
    amount: '20',
    least: 19,
    gasADay: '5',
  },
  polkadot: {
    currency: 'DOT',
    cold: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    amount: '9',
    least: 8,
    gasADay: '1',
  },
  solana: {
    currency: 'USDC',
    cold: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
    amount: '25',
    least: 25,
    gasADay: '0.05',
  },
  mainnet: { currency: 'BTC', cold: bitcoinPayee(7), amount: '0.01', least: 0.0099, gasADay: '0.01' },
} as const;
type Other = keyof typeof OTHERS;
const NETWORKS_OF_OTHERS: readonly Other[] = ['tron', 'cardano', 'polkadot', 'solana', 'mainnet'];
const SECRET = 'a secret of thirty-two letters or more';
const LONG = { limitMs: 240_000 };
const WORDS = `${'test '.repeat(11)}junk`;

let product: Product;
let folder: string;
let port: number;
let certificates: Certificates;
let signer: ChildProcess | undefined;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kobogate-signer-'));
  certificates = createCertificates(folder);
  certificates.issue('ours', 'signer', 'IP:127.0.0.1');
  certificates.issue('other', 'stranger', 'IP:127.0.0.1');
  port = await freePort();
  await writeFile(join(folder, 'secret'), SECRET);
  product = await startProduct({
    environment: async () => ({
      SIGNER_URL: `https://127.0.0.1:${port}`,
      SIGNER_CA_FILE: certificates.path('ours.pem'),
      SIGNER_KEY: SECRET,
      COLD_ADDRESS_ETHEREUM: COLD,
      ...Object.fromEntries(
        NETWORKS_OF_OTHERS.map((network) => [`COLD_ADDRESS_${network.toUpperCase()}`, OTHERS[network].cold]),
      ),
      AUTO_SWEEP_MINUTES: '0.1',
    }),
  });
});
test.afterAll(async () => {
  await kill();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the signer with a certificate of that name. */
async function start(certificate = 'signer'): Promise<void> {
  const limits = { USDT: { transaction: '60', day: '100' } };
  const others = NETWORKS_OF_OTHERS.map((network) => {
    const { cold, currency, amount, gasADay } = OTHERS[network];
    return [network, { cold, gasADay, limits: { [currency]: { transaction: amount, day: amount } } }] as const;
  });
  const networks = { ethereum: { cold: COLD, limits, gasADay: '0.05' }, ...Object.fromEntries(others) };
  const tls = { cert: certificates.path(`${certificate}.pem`), key: certificates.path(`${certificate}.key`) };
  const settings = join(folder, 'settings.json');
  const given = { port, tls, state: join(folder, 'state'), secretFile: join(folder, 'secret'), networks };
  await writeFile(settings, JSON.stringify(given));
  const child = spawn(process.execPath, [builtProgram('keys/dist/kobogate-signer.mjs'), settings], { env: {} });
  signer = child;
  child.stdin.end(WORDS);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()));
  await eventually('the signer listens', async () => said.includes('listens'));
}
async function kill(): Promise<void> {
  const child = signer;
  signer = undefined;
  if (child === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

async function deposit(amount: string, network: NetworkId = 'ethereum', currency = 'USDT'): Promise<void> {
  const { call, sandbox } = product;
  const { token } = await signUp(product);
  const { data } = await call(endpoints.wallets.create, { token, params: { currency }, query: { network } });
  await sandbox.pay(network, currency, data.depositAddress, amount);
  await sandbox.mine(network, CONFIRMATIONS);
  await eventually('the coins are in the balance', async () => {
    const wallets = await call(endpoints.wallets.list, { token });
    return wallets.data.some(({ balance }) => balance === amount);
  });
}
/** Makes blocks until the cold address has so much: a sweep is planned every six seconds. */
const sweptUntil = (amount: string) =>
  eventually(
    `${amount} USDT are at the cold address`,
    async () => {
      await product.sandbox.mine('ethereum', 1);
      return (await atCold()) === amount;
    },
    { ...LONG, pauseMs: 500 },
  );
const atCold = () => product.sandbox.balance('ethereum', 'USDT', COLD);
const shown = async (token: string, of: NetworkId) => {
  const { data } = await product.call(endpoints.treasury.read, { token });
  return data.networks.find(({ network }) => network === of)?.autoSweep;
};
const sentence = async (token: string, of: NetworkId = 'ethereum'): Promise<string> =>
  (await shown(token, of))?.refusal ?? '';

/** Solana's transactions are dated by nonces, which a key of the server pays for; what is left goes on to the treasury, for fees. */
async function prepareSolana(): Promise<void> {
  const { sandbox } = product;
  const { output } = await treasury(product, folder, 'nonces', 'solana', '4');
  const [, amount = '', opener = ''] = /at least ([\d.]+) SOL .* to (\w+),/.exec(output) ?? [];
  await sandbox.pay('solana', 'SOL', opener, amount);
  await sandbox.mine('solana', CONFIRMATIONS);
  let made: { code: number | null; output: string } | undefined;
  const making = treasury(product, folder, 'nonces', 'solana', '4').then((done) => (made = done));
  await mineUntil(sandbox, ['solana'], 'the nonces are there', async () => made !== undefined);
  await making;
  expect(made?.code, made?.output).toBe(0);
  const booked = await treasury(product, folder, 'top-up', 'solana');
  expect(booked.code, booked.output).toBe(0);
}

test('[D10] deposits are swept to the cold address by the signer alone, once, over its death, and within its limit', async () => {
  test.setTimeout(600_000);
  const { sandbox } = product;
  const admin = await adminToken(product.call);
  await sandbox.pay('ethereum', 'ETH', evmTreasury(), '0.2');
  await sandbox.mine('ethereum', 1);
  expect((await treasury(product, folder, 'top-up', 'ethereum')).code).toBe(0);
  await deposit('50');
  await eventually('the signer is missed', async () => /can’t be reached/.test(await sentence(admin)), LONG);
  // One that another authority vouches for is not believed, and gets no plan.
  await start('stranger');
  await eventually('a stranger is refused', async () => /not trusted/.test(await sentence(admin)), LONG);
  await kill();
  expect(await atCold()).toBe('0');
  await start();
  await sweptUntil('50');
  // It is killed with what it counted; the next sweep is counted on top.
  await kill();
  await start();
  await deposit('40');
  await sweptUntil('90');
  await deposit('20');
  await eventually(
    'the limit of the day is named',
    async () => /limit of USDT is 100/.test(await sentence(admin)),
    LONG,
  );
  await sandbox.mine('ethereum', CONFIRMATIONS);
  expect(await atCold()).toBe('90');
  const signed = (await readFile(join(folder, 'state', 'signed.jsonl'), 'utf8')).trim().split('\n');
  expect(signed.map((line) => Object(JSON.parse(line)).counts['USDT@ethereum'])).toEqual(['50000000', '40000000']);
  const { code, output } = await treasury(product, folder, 'reconcile', 'ethereum');
  expect(code, output).toBe(0);
});

test.describe('on the other families', () => {
  for (const network of NETWORKS_OF_OTHERS) {
    const { currency, cold, amount, least } = OTHERS[network];
    test(`[D10] ${currency} on ${network} reaches its cold address, and no more of it than the limit of a day`, async () => {
      test.setTimeout(600_000);
      const { sandbox } = product;
      if (signer === undefined) await start();
      const token = await adminToken(product.call);
      if (network === 'tron') {
        await sandbox.pay('tron', 'TRX', tronTreasury(), '200');
        await sandbox.mine('tron', 1);
        expect((await treasury(product, folder, 'top-up', 'tron')).code).toBe(0);
      }
      if (network === 'solana') await prepareSolana();
      const there = async (): Promise<number> => Number(await sandbox.balance(network, currency, cold));
      const before = await there();
      await deposit(amount, network, currency);
      await eventually(
        `${currency} is at the cold address`,
        async () => {
          await sandbox.mine(network, 1);
          return (await there()) - before >= least;
        },
        { ...LONG, pauseMs: 500 },
      );
      expect(await shown(token, network)).toMatchObject({ address: cold, refusal: null });
      await deposit(amount, network, currency);
      await eventually(
        'the limit of the day is named',
        async () => {
          await sandbox.mine(network, 1);
          return new RegExp(`limit of ${currency} is ${amount}`).test(await sentence(token, network));
        },
        { ...LONG, pauseMs: 500 },
      );
      expect((await there()) - before).toBeLessThanOrEqual(Number(amount));
      const { code, output } = await treasury(product, folder, 'reconcile', network);
      expect(code, output).toBe(0);
    });
  }
});
