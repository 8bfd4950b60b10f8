// A backup is restored beside chains that went on: no address is given out twice, no arrived coin is lost, and sweeps
// and refunds since the backup are found on the chain, booked once and not paid again.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@kobogate/contract';
import { backup, restore } from '../support/backup.ts';
import { createDatabase, type ExternalDatabase, USUAL_DATABASE } from '../support/databases.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken, PASSWORD, signUp } from '../support/people.ts';
import { CONFIRMATIONS, type Product, startProduct } from '../support/product.ts';
import type { Ended } from '../support/program.ts';
import { bitcoinPayee, evmTreasury, sign, treasury } from '../support/treasury.ts';
import { eventually } from '../support/wait.ts';

/** Of every family whose refunds need no more than a plan: the coins, the deposit, the refund, and its address. */
const FAMILIES = [
  {
    network: 'ethereum',
    currency: 'USDT',
    came: '40',
    back: '10',
    payee: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  },
  { network: 'mainnet', currency: 'BTC', came: '0.02', back: '0.005', payee: bitcoinPayee() },
  {
    network: 'cardano',
    currency: 'ADA',
    came: '50',
    back: '12',
    // CIP-19's own example of an enterprise address.
    payee: 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
  },
  {
    network: 'polkadot',
    currency: 'DOT',
    came: '5',
    back: '2',
    // The development phrase's own account: its key is public, and it is not watched here.
    payee: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  },
] as const;
const NETWORKS = FAMILIES.map(({ network }) => network);

let product: Product;
let folder: string;
let restored: ExternalDatabase | undefined;
test.beforeAll(async () => {
  product = await startProduct();
  folder = await mkdtemp(join(tmpdir(), 'kobogate-chain-recovery-'));
});
test.afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
  await restored?.drop();
});

const done = async (ended: Promise<Ended>): Promise<string> => {
  const { code, output } = await ended;
  expect(code, output).toBe(0);
  return output;
};
const run = (...args: string[]): Promise<Ended> => treasury(product, folder, ...args);

async function openWallet(token: string, currency: string, network: string): Promise<string> {
  const { data } = await product.call(endpoints.wallets.create, { token, params: { currency }, query: { network } });
  return data.depositAddress;
}

async function deposit(token: string, currency: string, network: string, amount: string): Promise<string> {
  const address = await openWallet(token, currency, network);
  await product.sandbox.pay(network, currency, address, amount);
  await product.sandbox.mine(network, CONFIRMATIONS);
  await eventually('the coins are in the balance', async () => {
    const wallets = await product.call(endpoints.wallets.list, { token });
    return wallets.data.some((wallet) => wallet.network === network && wallet.balance === amount);
  });
  return address;
}

async function approveRefund(token: string, asset: string, amount: string, address: string): Promise<void> {
  const { call } = product;
  const { data } = await call(endpoints.refunds.request, {
    token,
    body: { asset, amount, address, password: PASSWORD },
  });
  await call(endpoints.refunds.decide, {
    token: await adminToken(call),
    params: { id: data.id },
    body: { status: 'approved' },
  });
}

async function refundAll(token: string): Promise<void> {
  for (const network of NETWORKS) {
    await done(run('plan', network));
    const file = `kobogate-plan-${network}.json`;
    await done(sign(folder, file));
    const state = { hasEnded: false };
    const sending = done(run('send', `${file}.signed`)).finally(() => {
      state.hasEnded = true;
    });
    await eventually(`the refund on ${network} is final`, async () => {
      await product.sandbox.mine(network, 1);
      const { data } = await product.call(endpoints.refunds.list, { token });
      return state.hasEnded && data.refunds.some(({ asset, status }) => asset.endsWith(network) && status === 'final');
    });
    await sending;
  }
}

/** Kills the server, puts the newest backup into a database of its own, and starts on that. */
async function putBack(): Promise<void> {
  await product.killServer();
  const [name = ''] = await readdir(join(folder, 'backups'));
  if (USUAL_DATABASE === 'postgres') restored = await createDatabase();
  const address = restored === undefined ? {} : { DATABASE_URL: restored.address };
  Object.assign(product.environment, address);
  const more = restored === undefined ? ['--replace'] : [];
  await done(restore(product, folder, [join(folder, 'backups', name), ...more]));
  await product.startServer(address);
}

test('[I5] beside chains that went on, a restored gateway gives no address twice, forgets no coin and pays no refund twice', async () => {
  test.slow();
  const { call, sandbox } = product;
  const owner = await signUp(product);
  const known: string[] = [];
  for (const { network, currency, came, back, payee } of FAMILIES) {
    known.push(await deposit(owner.token, currency, network, came));
    await approveRefund(owner.token, `${currency}@${network}`, back, payee);
  }
  await sandbox.pay('ethereum', 'ETH', evmTreasury(), '0.2');
  await sandbox.mine('ethereum', CONFIRMATIONS);
  await done(run('top-up', 'ethereum'));
  await done(backup(product, folder, '--to', join(folder, 'backups')));

  // The backup knows none of this.
  const stranger = await signUp(product);
  const forgotten = await deposit(stranger.token, 'USDT', 'ethereum', '13.03');
  await refundAll(owner.token);
  const late = await openWallet(stranger.token, 'USDC', 'ethereum');
  await putBack();

  const admin = await adminToken(call);
  await eventually('every chain was compared', async () => {
    for (const network of NETWORKS) await sandbox.mine(network, 1);
    const { data } = await call(endpoints.recovery.read, { token: admin });
    const chains = data.checks.filter(({ part }) => part === 'chain');
    return chains.length > 0 && chains.every(({ state }) => state === 'done');
  });
  const newcomer = await signUp(product);
  const fresh = [];
  for (const { network, currency } of FAMILIES) fresh.push(await openWallet(newcomer.token, currency, network));
  expect(new Set([...fresh, ...known, forgotten, late]).size).toBe(fresh.length + known.length + 2);

  // A payment that comes only now to an address that was given out before.
  await sandbox.pay('ethereum', 'USDC', late, '7');
  await sandbox.mine('ethereum', CONFIRMATIONS);
  await eventually('both arrivals are kept', async () => {
    const { data } = await call(endpoints.suspense.listUnclaimed, { token: admin });
    return data.length === 2 && data.every(({ isFinal }) => isFinal);
  });
  const { data: unclaimed } = await call(endpoints.suspense.listUnclaimed, { token: admin });
  expect(new Set(unclaimed.map(({ address, amount, currency }) => `${amount} ${currency} ${address}`))).toEqual(
    new Set([`13.03 USDT ${forgotten}`, `7 USDC ${late}`]),
  );

  const { data: found } = await call(endpoints.foundPayments.list, { token: admin });
  expect(new Set(found.map(({ address, candidates }) => `${candidates.length} for ${address}`))).toEqual(
    new Set(FAMILIES.map(({ payee }) => `1 for ${payee}`)),
  );
  for (const { id, candidates } of found) {
    await call(endpoints.foundPayments.explain, {
      token: admin,
      params: { id },
      body: { kind: 'refund', refundId: candidates[0]?.refundId ?? '', reason: 'The plan of that day.' },
    });
  }
  const { data: again } = await call(endpoints.accounts.login, { body: { email: owner.email, password: PASSWORD } });
  const { data: refunds } = await call(endpoints.refunds.list, { token: again.token ?? '' });
  expect(refunds.refunds.map(({ status }) => status)).toEqual(FAMILIES.map(() => 'final'));
  const usdt = unclaimed.find(({ currency }) => currency === 'USDT');
  await call(endpoints.suspense.creditUnclaimed, {
    token: admin,
    params: { id: usdt?.id ?? '' },
    body: { email: newcomer.email, reason: 'They showed the payment.' },
  });
  const { data: wallets } = await call(endpoints.wallets.list, { token: newcomer.token });
  expect(wallets.find(({ currency }) => currency === 'USDT')).toMatchObject({ balance: '13.03' });

  for (const network of NETWORKS) expect(await done(run('reconcile', network))).toContain('Ledger and chains agree.');
  const { data: books } = await call(endpoints.admin.verifyLedger, { token: admin });
  expect(books.differences).toEqual([]);
});
