// Coins leave deposit addresses and go back to customers by a plan that is signed offline: to the unit, once, and
// ledger and chains agree before and after.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints, type Refund } from '@kobogate/contract';
import * as z from 'zod/mini';
import { expect, test } from '../support/fixtures.ts';
import { send } from '../support/http.ts';
import { mineUntil } from '../support/mine-until.ts';
import { adminToken, PASSWORD, signUp } from '../support/people.ts';
import { ADMIN, CONFIRMATIONS, type Product, startProduct } from '../support/product.ts';
import type { Ended } from '../support/program.ts';
import { bitcoinPayee, evmTreasury, sign, treasury, tronTreasury } from '../support/treasury.ts';
import { eventually } from '../support/wait.ts';

const PAYEE = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
/** CIP-19's own example of an enterprise address. */
const CARDANO_PAYEE = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8';
/** The development phrase's own account: its key is public, and it is not watched here. */
const POLKADOT_PAYEE = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
/** The address of another published phrase. */
const SOLANA_PAYEE = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
/** Of a published phrase of another tool; nothing here watches it. */
const TRON_PAYEE = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
let product: Product;
let folder: string;
test.beforeAll(async () => {
  product = await startProduct();
  folder = await mkdtemp(join(tmpdir(), 'kobogate-plans-'));
});
test.afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: string[]): Promise<Ended> => treasury(product, folder, ...args);
const done = async (ended: Promise<Ended>): Promise<string> => {
  const { code, output } = await ended;
  expect(code, output).toBe(0);
  return output;
};

/** A customer with a balance from an on-chain deposit. */
async function depositor(currency: string, network: string, amount: string): Promise<string> {
  const { call, sandbox } = product;
  const { token } = await signUp(product);
  const { data } = await call(endpoints.wallets.create, { token, params: { currency }, query: { network } });
  await sandbox.pay(network, currency, data.depositAddress, amount);
  await sandbox.mine(network, CONFIRMATIONS);
  await eventually('the coins are in the balance', async () => {
    const wallets = await call(endpoints.wallets.list, { token });
    return wallets.data.some(({ balance }) => balance === amount);
  });
  return token;
}

async function approvedRefund(token: string, asset: string, amount: string, address: string): Promise<void> {
  const { call } = product;
  const body = { asset, amount, address, password: PASSWORD };
  const { data } = await call(endpoints.refunds.request, { token, body });
  await call(endpoints.refunds.decide, {
    token: await adminToken(call),
    params: { id: data.id },
    body: { status: 'approved' },
  });
}

const refundOf = async (token: string): Promise<Refund | undefined> =>
  (await product.call(endpoints.refunds.list, { token })).data.refunds[0];

/** One block with the refund in it, which the product sees. */
async function mineUntilSeen(network: string, token: string): Promise<void> {
  await product.sandbox.mine(network, 1);
  await eventually('the refund is seen', async () => (await refundOf(token))?.status === 'seen');
}

/** Makes blocks until the refund is final; the last stage's send ends during that. */
async function mineUntilFinal(network: string, token: string): Promise<void> {
  const isFinal = async (): Promise<boolean> => (await refundOf(token))?.status === 'final';
  await mineUntil(product.sandbox, [network], 'the refund is final', isFinal);
}

/** Makes blocks until a program has ended. */
async function mining<Output>(network: string, program: Promise<Output>): Promise<Output> {
  const state = { hasEnded: false };
  const ended = program.finally(() => {
    state.hasEnded = true;
  });
  await mineUntil(product.sandbox, [network], 'the program has ended', async () => state.hasEnded);
  return ended;
}

async function expectSound(network: string): Promise<void> {
  expect(await done(run('reconcile', network))).toContain('Ledger and chains agree.');
  const { data } = await product.call(endpoints.admin.verifyLedger, { token: await adminToken(product.call) });
  expect(data.differences).toEqual([]);
}

test('[D10] tokens are swept with gas of the treasury, and a refund is paid from it to the address that was given', async () => {
  const owner = await depositor('USDT', 'ethereum', '40');
  await depositor('ETH', 'ethereum', '0.5');
  await product.sandbox.pay('ethereum', 'ETH', evmTreasury(), '0.2');
  await product.sandbox.mine('ethereum', 1);
  // Unbooked coins are a difference, and the command exits with 1.
  const before = await run('reconcile', 'ethereum');
  expect(before).toMatchObject({
    code: 1,
    output: expect.stringContaining('treasury: ledger 0, chain 0.2: DIFFERENCE 0.2'),
  });
  expect(await done(run('top-up', 'ethereum'))).toContain('Booked as yours: 0.2 ETH');
  await expectSound('ethereum');

  await approvedRefund(owner, 'USDT@ethereum', '10', PAYEE);
  await done(run('plan', 'ethereum'));
  // What is in the open plan is in no other.
  const second = await done(run('plan', 'ethereum'));
  expect(second).toContain('2 addresses are left out');
  expect(second).toContain('there is nothing to move');
  const discarded = await run('discard', 'ethereum');
  expect(discarded).toMatchObject({ code: 1, output: expect.stringContaining('pay them twice') });

  const file = 'kobogate-plan-ethereum.json';
  const words = await done(sign(folder, file));
  expect(words).toContain('40 USDT');
  expect(words).toContain(`8 USDT  to ${PAYEE}`);
  const sending = run('send', `${file}.signed`);
  await mineUntilFinal('ethereum', owner);
  await done(sending);
  expect(await refundOf(owner)).toMatchObject({ amount: '10', fee: '2', address: PAYEE });
  await expectSound('ethereum');
  // The same file once more sends nothing: the plan has ended.
  expect(await run('send', `${file}.signed`)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Nothing was sent'),
  });
  const { data: wallets } = await product.call(endpoints.wallets.list, { token: owner });
  // Gas that was sent to the deposit address is not booked as a deposit.
  expect(wallets.map(({ currency, balance }) => [currency, balance])).toEqual([['USDT', '30']]);
});

test('[D10] a Bitcoin refund and a sweep are one PSBT, replaced at a higher fee, followed through a reorganisation to its end', async () => {
  const owner = await depositor('BTC', 'mainnet', '0.02');
  await expectSound('mainnet');
  await approvedRefund(owner, 'BTC@mainnet', '0.005', bitcoinPayee());
  await done(run('plan', 'mainnet'));
  const file = 'kobogate-plan-mainnet.json';
  expect(await done(sign(folder, file))).toContain(`0.00495 BTC  to ${bitcoinPayee()}`);
  const early = await run('plan', 'mainnet', '--replace');
  expect(early).toMatchObject({ code: 1, output: expect.stringContaining('was not sent yet') });
  await done(run('send', `${file}.signed`));
  const waiting = await refundOf(owner);
  await Promise.all([file, `${file}.signed`].map((name) => rm(join(folder, name))));
  await done(run('plan', 'mainnet', '--replace'));
  expect(await done(sign(folder, file))).toContain(`0.00495 BTC  to ${bitcoinPayee()}`);
  await done(run('send', `${file}.signed`));
  await mineUntilSeen('mainnet', owner);
  const seen = await refundOf(owner);
  expect(seen?.transaction).not.toBe(waiting?.transaction);
  await product.sandbox.reorg('mainnet', 2, []);
  await mineUntilFinal('mainnet', owner);
  expect((await refundOf(owner))?.transaction).toBe(seen?.transaction);
  await expectSound('mainnet');
});

test('[D10] an ADA refund and a sweep are signed offline and followed to their end', async () => {
  const owner = await depositor('ADA', 'cardano', '50');
  await depositor('ADA', 'cardano', '20');
  await expectSound('cardano');
  await approvedRefund(owner, 'ADA@cardano', '12', CARDANO_PAYEE);
  await done(run('plan', 'cardano'));
  const file = 'kobogate-plan-cardano.json';
  expect(await done(sign(folder, file))).toContain(`11.7 ADA  to ${CARDANO_PAYEE}`);
  await done(run('send', `${file}.signed`));
  await mineUntilSeen('cardano', owner);
  await product.sandbox.reorg('cardano', 1, []);
  await mineUntilFinal('cardano', owner);
  await expectSound('cardano');
  expect(await run('send', `${file}.signed`)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Nothing was sent'),
  });
});

/** The newest block comes so much later than the one before. */
const leap = (network: string, seconds: number) =>
  send('POST', `${product.sandbox.base}/control/chains/${network}/mine`, { body: { blocks: 1, seconds } });

test('[D10] an expired plan of ADA is written anew with a coin of the old one, which is named, and is paid once', async () => {
  const { sandbox } = product;
  const owner = await depositor('ADA', 'cardano', '40');
  const before = Number(await sandbox.balance('cardano', 'ADA', CARDANO_PAYEE));
  await approvedRefund(owner, 'ADA@cardano', '11', CARDANO_PAYEE);
  const file = 'kobogate-plan-cardano.json';
  const forget = () => Promise.all([file, `${file}.signed`].map((name) => rm(join(folder, name), { force: true })));
  await forget();
  await done(run('plan', 'cardano'));
  await done(sign(folder, file));
  await done(run('send', `${file}.signed`));
  const waiting = await refundOf(owner);
  // The node holds it, and takes no other that spends its coin.
  const early = await run('plan', 'cardano', '--replace');
  expect(early).toMatchObject({ code: 1, output: expect.stringMatching(/The node holds .* expires in 7[12] hours/s) });
  await leap('cardano', 259_200);
  await forget();
  const written = await eventually('the watcher has read the leap', async () => {
    const again = await run('plan', 'cardano', '--replace');
    return again.code === 0 && again.output;
  });
  expect(written).toContain(`In place of ${waiting?.transaction}`);
  expect(await done(sign(folder, file))).toContain(`10.7 ADA  to ${CARDANO_PAYEE}`);
  await done(run('send', `${file}.signed`));
  await mineUntilFinal('cardano', owner);
  expect((await refundOf(owner))?.transaction).not.toBe(waiting?.transaction);
  expect(Number(await sandbox.balance('cardano', 'ADA', CARDANO_PAYEE))).toBeCloseTo(before + 10.7, 6);
  await expectSound('cardano');
});

test('[D10] a DOT refund is paid from what was swept before it, and every account is kept alive', async () => {
  const owner = await depositor('DOT', 'polkadot', '5');
  await expectSound('polkadot');
  await approvedRefund(owner, 'DOT@polkadot', '2', POLKADOT_PAYEE);
  await done(run('plan', 'polkadot'));
  const file = 'kobogate-plan-polkadot.json';
  expect(await done(sign(folder, file))).toContain(`1.98 DOT  to ${POLKADOT_PAYEE}`);
  const sending = run('send', `${file}.signed`);
  await mineUntilFinal('polkadot', owner);
  await done(sending);
  await expectSound('polkadot');
});

test('[D10] tokens on Solana are swept and refunded by transactions dated by nonces, signed at any later time', async () => {
  const owner = await depositor('USDC', 'solana', '25');
  await depositor('SOL', 'solana', '1.5');
  const asked = await run('nonces', 'solana', '4');
  const [, amount = '', opener = ''] = /at least ([\d.]+) SOL .* to (\w+),/.exec(asked.output) ?? [];
  expect(asked.code, asked.output).toBe(1);
  await product.sandbox.pay('solana', 'SOL', opener, amount);
  await product.sandbox.mine('solana', CONFIRMATIONS);
  expect(await mining('solana', done(run('nonces', 'solana', '4')))).toContain('4 nonces are there');
  // Coins beyond the nonce accounts and the network's fee have arrived whole, for the first plans' fees.
  expect(await done(run('top-up', 'solana'))).toContain('Booked as yours: 0.01 SOL');
  expect(await done(run('reconcile', 'solana'))).toContain('USDC@solana custody: ledger 25, chain 25: they agree');

  await approvedRefund(owner, 'USDC@solana', '10', SOLANA_PAYEE);
  const planned = await done(run('plan', 'solana'));
  expect(planned).toContain('opens a token account');
  expect(planned).toContain('3 transactions');
  // A block's hash would have expired by now.
  await product.sandbox.mine('solana', 160);
  const file = 'kobogate-plan-solana.json';
  const words = await done(sign(folder, file));
  expect(words).toContain('25 USDC');
  expect(words).toContain(`9.5 USDC  to ${SOLANA_PAYEE}`);
  await mining('solana', done(run('send', `${file}.signed`)));
  await mineUntilFinal('solana', owner);
  await expectSound('solana');
  expect(await run('send', `${file}.signed`)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Nothing was sent'),
  });
});

test('[D10] an emptied token account on Solana is closed where no order waits for coins there, and a later payment is still found', async () => {
  const { call, sandbox } = product;
  const owner = await depositor('USDC', 'solana', '12');
  const { data: wallets } = await call(endpoints.wallets.list, { token: owner });
  const address = wallets.find(({ currency }) => currency === 'USDC')?.depositAddress ?? '';
  const file = 'kobogate-plan-solana.json';
  async function plan(): Promise<string> {
    await rm(join(folder, file), { force: true });
    await rm(join(folder, `${file}.signed`), { force: true });
    return done(run('plan', 'solana'));
  }
  async function carryOut(): Promise<string> {
    const words = await done(sign(folder, file));
    await mining('solana', done(run('send', `${file}.signed`)));
    await mineUntil(sandbox, ['solana'], 'the plan is done', async () => {
      const { data } = await call(endpoints.treasury.read, { token: await adminToken(call) });
      return data.plans.every(({ network, stage }) => network !== 'solana' || stage === 'done');
    });
    return words;
  }
  await plan();
  await carryOut();
  const planned = await plan();
  expect(planned).toMatch(/emptied token accounts? (is|are) closed: 0\.00\d+ SOL of rent/);
  expect(await carryOut()).toMatch(/own addresses.*\n {2}0\.00\d+ SOL/);
  await expectSound('solana');
  // The payer's wallet opens the account again.
  await sandbox.pay('solana', 'USDC', address, '3');
  await sandbox.mine('solana', CONFIRMATIONS);
  await eventually('the payment to the closed account is in the balance', async () => {
    const { data } = await call(endpoints.wallets.list, { token: owner });
    return data.some(({ currency, balance }) => currency === 'USDC' && balance === '15');
  });
  await plan();
  await carryOut();
  await expectSound('solana');
});

test('[D10] USDT on TRON is swept and refunded with TRX of the treasury for energy, bandwidth and a new account', async () => {
  const { call, sandbox } = product;
  const owner = await depositor('USDT', 'tron', '40');
  // What two transfers take, the first of them to an address without USDT, and the deposit address's own account.
  await sandbox.pay('tron', 'TRX', tronTreasury(), '60');
  await sandbox.mine('tron', 1);
  expect(await done(run('top-up', 'tron'))).toContain('Booked as yours: 60 TRX');
  await expectSound('tron');

  const wrong = { asset: 'USDT@tron', amount: '10', address: `${TRON_PAYEE.slice(0, -1)}J`, password: PASSWORD };
  await expect(call(endpoints.refunds.request, { token: owner, body: wrong })).rejects.toThrow(/checksum does not fit/);
  await approvedRefund(owner, 'USDT@tron', '10', TRON_PAYEE);
  await done(run('plan', 'tron'));
  const file = 'kobogate-plan-tron.json';
  const words = await done(sign(folder, file));
  expect(words).toContain('40 USDT');
  expect(words).toContain(`6 USDT  to ${TRON_PAYEE}`);
  const sending = run('send', `${file}.signed`);
  await mineUntilFinal('tron', owner);
  await done(sending);
  expect(await refundOf(owner)).toMatchObject({ amount: '10', fee: '4', address: TRON_PAYEE });
  expect(await sandbox.balance('tron', 'USDT', TRON_PAYEE)).toBe('6');
  expect(await sandbox.balance('tron', 'USDT', tronTreasury())).toBe('34');
  await expectSound('tron');
  const { data: wallets } = await call(endpoints.wallets.list, { token: owner });
  // TRX that was sent to the deposit address for its transfer is not booked as a deposit.
  expect(wallets.map(({ currency, balance }) => [currency, balance])).toEqual([['USDT', '30']]);
});

test('[D10] a refund on TRON that no block took in its day goes back to a decision, and is paid once by the next plan', async () => {
  const { call, sandbox } = product;
  const owner = await depositor('USDT', 'tron', '40');
  await sandbox.pay('tron', 'TRX', tronTreasury(), '100');
  await sandbox.mine('tron', 1);
  await done(run('top-up', 'tron'));
  const before = Number(await sandbox.balance('tron', 'USDT', TRON_PAYEE));
  const file = 'kobogate-plan-tron.json';
  const forget = () => Promise.all([file, `${file}.signed`].map((name) => rm(join(folder, name), { force: true })));
  // The sweep first: the refund then waits for nothing.
  await forget();
  await done(run('plan', 'tron'));
  await done(sign(folder, file));
  await mining('tron', done(run('send', `${file}.signed`)));
  await mineUntil(sandbox, ['tron'], 'the sweep is final', async () => {
    const { data } = await call(endpoints.treasury.read, { token: await adminToken(call) });
    return data.plans.every(({ network, stage }) => network !== 'tron' || stage === 'done');
  });
  await approvedRefund(owner, 'USDT@tron', '10', TRON_PAYEE);
  await forget();
  await done(run('plan', 'tron'));
  await done(sign(folder, file));
  await done(run('send', `${file}.signed`));
  const waiting = await refundOf(owner);
  const early = await run('plan', 'tron', '--replace');
  expect(early).toMatchObject({ code: 1, output: expect.stringContaining('can still be carried out until') });
  // The node loses it, and its day goes by.
  await sandbox.reorg('tron', 0, [waiting?.transaction ?? '']);
  await leap('tron', 90_000);
  await forget();
  const written = await mining(
    'tron',
    eventually('no final block can have it any more', async () => {
      const again = await run('plan', 'tron', '--replace');
      return again.code === 0 && again.output;
    }),
  );
  expect(written).toContain('no block has it');
  expect(await refundOf(owner)).toMatchObject({ status: 'requested' });
  expect(await run('send', `${file}.signed`)).toMatchObject({ code: 1 });
  const { data: refunds } = await call(endpoints.refunds.list, { token: owner });
  await call(endpoints.refunds.decide, {
    token: await adminToken(call),
    params: { id: refunds.refunds[0]?.id ?? '' },
    body: { status: 'approved' },
  });
  await done(run('plan', 'tron'));
  await done(sign(folder, file));
  const sending = run('send', `${file}.signed`);
  await mineUntilFinal('tron', owner);
  await done(sending);
  expect(Number(await sandbox.balance('tron', 'USDT', TRON_PAYEE))).toBe(before + 6);
  await expectSound('tron');
});

test('a changed plan is not signed, and a file of other signed transactions is not sent', async () => {
  await depositor('BTC', 'mainnet', '0.01');
  for (const name of ['kobogate-plan-mainnet.json', 'kobogate-plan-mainnet.json.signed']) {
    await rm(join(folder, name), { force: true });
  }
  await done(run('plan', 'mainnet'));
  const text = await readFile(join(folder, 'kobogate-plan-mainnet.json'), 'utf8');
  await writeFile(
    join(folder, 'stolen.json'),
    text.replace(/"address": "bc1q\w+",\s+"amount": "\d+",\s+"refundId"/, (part) =>
      part.replace(/bc1q\w+/, bitcoinPayee()),
    ),
  );
  expect(await sign(folder, 'stolen.json')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Nothing was signed'),
  });
  const strange = await sign(folder, 'kobogate-plan-mainnet.json', `${'abandon '.repeat(11)}about`);
  expect(strange).toMatchObject({ code: 1, output: expect.stringContaining('your seed has bc1q') });
  await done(sign(folder, 'kobogate-plan-mainnet.json'));
  const signed = await readFile(join(folder, 'kobogate-plan-mainnet.json.signed'), 'utf8');
  await writeFile(join(folder, 'other.signed'), signed.replace(/"0200000000/, '"0100000000'));
  expect(await run('send', 'other.signed')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Nothing was sent'),
  });
  expect(await done(run('discard', 'mainnet'))).toContain('Discarded');
});

test('[D14] coins that no known payment explains stop their network and call a person, until the operator says what they were', async () => {
  const { call, sandbox } = product;
  const token = await signUpWithWallet();
  const { data: wallets } = await call(endpoints.wallets.list, { token });
  const address = wallets[0]?.depositAddress ?? '';
  // As a bug or an upgrade of a network would: neither a transaction, nor a log, nor a trace shows it.
  const chains = z.array(z.object({ network: z.string(), rpc: z.string() }));
  const all = chains.parse((await send('GET', `${sandbox.base}/control/chains`)).json);
  const node = all.find(({ network }) => network === 'base')?.rpc ?? '';
  const body = { jsonrpc: '2.0', id: 1, method: 'anvil_setBalance', params: [address, '0x7'] };
  expect((await send('POST', node, { body })).status).toBe(200);

  await sandbox.pay('base', 'ETH', address, '0.5');
  const admin = await adminToken(call);
  const stalled = async () => {
    const { data } = await call(endpoints.admin.networks, { token: admin });
    return data.find(({ network }) => network === 'base')?.stalled ?? '';
  };
  await mineUntil(sandbox, ['base'], 'the network is stopped', async () =>
    /more than their known payments explain/.test(await stalled()),
  );
  const subject = 'Deposits on Base are stopped: coins came that no known payment explains';
  const mails = await eventually('the administrator is told', async () => {
    const found = (await sandbox.mail(ADMIN.email)).filter((mail) => mail.subject === subject);
    return found.length > 0 && found;
  });
  expect(mails).toHaveLength(1);

  const waits = await run('resume', 'base');
  expect(waits.code).toBe(1);
  expect(await done(run('resume', 'base', '--reason', 'A gift of the validator.'))).toContain('Base goes on');
  await mineUntil(sandbox, ['base'], 'the network goes on', async () => (await stalled()) === '');
  expect((await run('resume', 'base', '--reason', 'Again.')).output).toContain('Base is not stopped');
});

test('[D10] [S8] without a terminal on the server: plans of two networks are asked for, signed in one session, handed in and followed to their end', async () => {
  const { call, sandbox } = product;
  const token = await adminToken(call);
  const { treasury: api } = endpoints;
  const owner = await depositor('USDC', 'arbitrum', '40');
  await depositor('ADA', 'cardano', '30');
  const address = { network: 'arbitrum', address: evmTreasury() };
  await sandbox.pay(address.network, 'ETH', address.address, '0.2');
  await sandbox.mine('arbitrum', 1);
  const read = async () => (await call(api.read, { token })).data;
  const ask = async (kind: 'sweep' | 'top-up', network: string) => {
    await call(api.ask, { token, body: { kind, network } });
    await eventually('the task is done', async () => (await read()).tasks.every(({ isDone }) => isDone !== null));
    const { tasks } = await read();
    return tasks[0]?.words ?? [];
  };
  // Earlier tests leave plans that will never be done.
  const earlier = new Set((await read()).plans.map(({ id }) => id));
  expect(await ask('top-up', 'arbitrum')).toEqual(['Booked as the operator’s own: 0.2 ETH.']);
  await approvedRefund(owner, 'USDC@arbitrum', '10', PAYEE);
  const work = async (kind: string) =>
    (await call(endpoints.admin.work, { token })).data.find((each) => each.kind === kind)?.count;
  expect(await work('refunds-due')).toBe(1);
  expect(await ask('sweep', 'arbitrum')).toEqual(['A plan of 3 transactions.']);
  await ask('sweep', 'cardano');
  expect([await work('refunds-due'), await work('plans')]).toEqual([0, 2]);

  const { data: file } = await call(api.file, { token, query: {} });
  expect(file).toMatchObject({ name: 'kobogate-plans.json', plans: 2 });
  await writeFile(join(folder, file.name), file.text);
  const words = await done(sign(folder, file.name));
  expect(words).toContain('on Arbitrum One');
  expect(words).toContain('on Cardano');
  const signed = await readFile(join(folder, `${file.name}.signed`), 'utf8');
  const asFile = { 'content-type': 'application/octet-stream' };
  const handIn = (body: string) => call(api.handIn, { token, body, headers: asFile });
  await expect(handIn(file.text)).rejects.toThrow(/not signed yet/);
  await expect(handIn(signed.replace('"amount": "9', '"amount": "8'))).rejects.toThrow(/was changed/);
  expect((await handIn(signed)).message).toContain('3 transactions on Arbitrum One');
  expect((await handIn(signed)).message).toContain('Handed in');

  // The worker sends stage after stage by itself.
  const ended = async (): Promise<boolean> =>
    (await read()).plans.filter(({ id }) => !earlier.has(id)).every(({ stage }) => stage === 'done');
  await mineUntil(sandbox, ['arbitrum', 'cardano'], 'both plans are done', ended);
  expect(await refundOf(owner)).toMatchObject({ status: 'final', amount: '10', address: PAYEE });
  const plan = (await read()).plans.find(({ id, network }) => network === 'arbitrum' && !earlier.has(id));
  const { data } = await call(api.plan, { token, params: { id: plan?.id ?? '' } });
  expect(data.transactions.map(({ purpose, status }) => [purpose, status])).toEqual([
    ['gas', 'final'],
    ['sweep', 'final'],
    ['refund', 'final'],
  ]);
  for (const network of ['arbitrum', 'cardano']) await expectSound(network);
  const { data: acts } = await call(endpoints.audit.list, { token, query: { kind: 'treasury' } });
  expect(acts.filter(({ action }) => action === 'treasury-sent')).toHaveLength(2);
});

test('[D10] [S8] without a terminal on the server: nonces are asked for, paid for by coins that are sent, and there', async () => {
  const { call, sandbox } = product;
  const token = await adminToken(call);
  const read = async () => (await call(endpoints.treasury.read, { token })).data;
  const noncesOf = async () => (await read()).networks.find(({ network }) => network === 'solana')?.nonces ?? 0;
  const before = await noncesOf();
  const ask = async (): Promise<string> => {
    await call(endpoints.treasury.ask, { token, body: { kind: 'nonces', network: 'solana', count: 3 } });
    await mineUntil(sandbox, ['solana'], 'the task is done', async () =>
      (await read()).tasks.every(({ isDone }) => isDone !== null),
    );
    return (await read()).tasks[0]?.words.join(' ') ?? '';
  };
  const [, amount = '', payer = ''] = /at least ([\d.]+) SOL .* to (\w+),/.exec(await ask()) ?? [];
  await sandbox.pay('solana', 'SOL', payer, amount);
  await sandbox.mine('solana', CONFIRMATIONS);
  expect(await ask()).toContain('3 nonces of this key are there');
  expect(await noncesOf()).toBe(before + 3);
});

async function signUpWithWallet(): Promise<string> {
  const { token } = await signUp(product);
  await product.call(endpoints.wallets.create, { token, params: { currency: 'ETH' }, query: { network: 'base' } });
  return token;
}
