// Coins leave deposit addresses of Cardano, Polkadot, Solana and TRON and go back to customers by a plan that is signed
// offline: to the unit, once, and ledger and chains agree before and after.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { solanaAddressWithSeed } from '@kobogate/addresses';
import { endpoints } from '@kobogate/contract';
import { expect, test } from '../support/fixtures.ts';
import { mineUntil } from '../support/mine-until.ts';
import { adminToken, PASSWORD } from '../support/people.ts';
import { CONFIRMATIONS } from '../support/product.ts';
import { sign, tronTreasury } from '../support/treasury.ts';
import { keepTreasury } from '../support/keep-treasury.ts';
import { eventually } from '../support/wait.ts';

/** CIP-19's own example of an enterprise address. */
const CARDANO_PAYEE = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8';
/** The development phrase's own account: its key is public, and it is not watched here. */
const POLKADOT_PAYEE = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
/** The address of another published phrase. */
const SOLANA_PAYEE = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
/** Of a published phrase of another tool; nothing here watches it. */
const TRON_PAYEE = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';

/** Solana's program that owns wallets and nonce accounts. */
const SYSTEM_PROGRAM = '1'.repeat(32);

const office = keepTreasury();
const { run, done, depositor, approvedRefund, refundOf, mineUntilSeen, mineUntilFinal, mining, expectSound } = office;

// Each follows several transactions to their end: on a machine with other work that takes minutes.
test.describe.configure({ timeout: 9 * 60_000 });

test('[D10] an ADA refund and a sweep are signed offline and followed to their end', async () => {
  const owner = await depositor('ADA', 'cardano', '50');
  await depositor('ADA', 'cardano', '20');
  await expectSound('cardano');
  await approvedRefund(owner, 'ADA@cardano', '12', CARDANO_PAYEE);
  await done(run('plan', 'cardano'));
  const file = 'kobogate-plan-cardano.json';
  expect(await done(sign(office.folder(), file))).toContain(`11.7 ADA  to ${CARDANO_PAYEE}`);
  await done(run('send', `${file}.signed`));
  await mineUntilSeen('cardano', owner);
  await office.product.sandbox.reorg('cardano', 1, []);
  await mineUntilFinal('cardano', owner);
  await expectSound('cardano');
  expect(await run('send', `${file}.signed`)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Nothing was sent'),
  });
});

test('[D10] an expired plan of ADA is written again with a coin of the old one, which is named, and is paid once', async () => {
  const { sandbox } = office.product;
  const owner = await depositor('ADA', 'cardano', '40');
  const before = Number(await sandbox.balance('cardano', 'ADA', CARDANO_PAYEE));
  await approvedRefund(owner, 'ADA@cardano', '11', CARDANO_PAYEE);
  const file = 'kobogate-plan-cardano.json';
  const forget = () =>
    Promise.all([file, `${file}.signed`].map((name) => rm(join(office.folder(), name), { force: true })));
  await forget();
  await done(run('plan', 'cardano'));
  await done(sign(office.folder(), file));
  await done(run('send', `${file}.signed`));
  const waiting = await refundOf(owner);
  // The node holds it, and takes no other that spends its coin.
  const early = await run('plan', 'cardano', '--replace');
  expect(early).toMatchObject({ code: 1, output: expect.stringMatching(/The node holds .* expires in 7[12] hours/s) });
  await sandbox.leap('cardano', 259_200);
  await forget();
  const written = await eventually('the watcher has read the leap', async () => {
    const again = await run('plan', 'cardano', '--replace');
    return again.code === 0 && again.output;
  });
  expect(written).toContain(`In place of ${waiting?.transaction}`);
  expect(await done(sign(office.folder(), file))).toContain(`10.7 ADA  to ${CARDANO_PAYEE}`);
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
  expect(await done(sign(office.folder(), file))).toContain(`1.98 DOT  to ${POLKADOT_PAYEE}`);
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
  await office.product.sandbox.pay('solana', 'SOL', opener, amount);
  // A stranger's coins at the address of a nonce account that is still to be made don't keep it from being made.
  await office.product.sandbox.pay('solana', 'SOL', solanaAddressWithSeed(opener, '2', SYSTEM_PROGRAM), '0.001');
  await office.product.sandbox.mine('solana', CONFIRMATIONS);
  expect(await mining('solana', done(run('nonces', 'solana', '4')))).toContain('4 nonces are there');
  // Coins beyond the nonce accounts and the network's fee have arrived whole, for the first plans' fees, and the stranger's.
  expect(await done(run('top-up', 'solana'))).toContain('Booked as yours: 0.011 SOL');
  expect(await done(run('reconcile', 'solana'))).toContain('USDC@solana custody: ledger 25, chain 25: they agree');

  await approvedRefund(owner, 'USDC@solana', '10', SOLANA_PAYEE);
  const planned = await done(run('plan', 'solana'));
  expect(planned).toContain('opens a token account');
  expect(planned).toContain('3 transactions');
  // A block's hash would have expired by now.
  await office.product.sandbox.mine('solana', 160);
  const file = 'kobogate-plan-solana.json';
  const words = await done(sign(office.folder(), file));
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
  const { call, sandbox } = office.product;
  const owner = await depositor('USDC', 'solana', '12');
  const { data: wallets } = await call(endpoints.wallets.list, { token: owner });
  const address = wallets.find(({ currency }) => currency === 'USDC')?.depositAddress ?? '';
  const file = 'kobogate-plan-solana.json';
  async function plan(): Promise<string> {
    await rm(join(office.folder(), file), { force: true });
    await rm(join(office.folder(), `${file}.signed`), { force: true });
    return done(run('plan', 'solana'));
  }
  const admin = await adminToken(call);
  async function carryOut(): Promise<string> {
    const words = await done(sign(office.folder(), file));
    await mining('solana', done(run('send', `${file}.signed`)));
    await mineUntil(sandbox, ['solana'], 'the plan is done', async () => {
      const { data } = await call(endpoints.treasury.read, { token: admin });
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
  const { call, sandbox } = office.product;
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
  const words = await done(sign(office.folder(), file));
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
  const { call, sandbox } = office.product;
  const owner = await depositor('USDT', 'tron', '40');
  await sandbox.pay('tron', 'TRX', tronTreasury(), '100');
  await sandbox.mine('tron', 1);
  await done(run('top-up', 'tron'));
  const before = Number(await sandbox.balance('tron', 'USDT', TRON_PAYEE));
  const file = 'kobogate-plan-tron.json';
  const forget = () =>
    Promise.all([file, `${file}.signed`].map((name) => rm(join(office.folder(), name), { force: true })));
  // The sweep first: the refund then waits for nothing.
  await forget();
  await done(run('plan', 'tron'));
  await done(sign(office.folder(), file));
  await mining('tron', done(run('send', `${file}.signed`)));
  const admin = await adminToken(call);
  await mineUntil(sandbox, ['tron'], 'the sweep is final', async () => {
    const { data } = await call(endpoints.treasury.read, { token: admin });
    return data.plans.every(({ network, stage }) => network !== 'tron' || stage === 'done');
  });
  await approvedRefund(owner, 'USDT@tron', '10', TRON_PAYEE);
  await forget();
  await done(run('plan', 'tron'));
  await done(sign(office.folder(), file));
  await done(run('send', `${file}.signed`));
  const waiting = await refundOf(owner);
  const early = await run('plan', 'tron', '--replace');
  expect(early).toMatchObject({ code: 1, output: expect.stringContaining('can still be carried out until') });
  // The node loses it, and its day goes by.
  await sandbox.reorg('tron', 0, [waiting?.transaction ?? '']);
  await sandbox.leap('tron', 90_000);
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
    token: admin,
    params: { id: refunds.refunds[0]?.id ?? '' },
    body: { status: 'approved' },
  });
  await done(run('plan', 'tron'));
  await done(sign(office.folder(), file));
  const sending = run('send', `${file}.signed`);
  await mineUntilFinal('tron', owner);
  await done(sending);
  expect(Number(await sandbox.balance('tron', 'USDT', TRON_PAYEE))).toBe(before + 6);
  await expectSound('tron');
});
