// Coins leave deposit addresses and go back to customers by a plan that is signed offline: to the unit, once, and ledger
// and chains agree before and after. On EVM chains and Bitcoin, and what holds on all of them.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@kobogate/contract';
import * as z from 'zod/mini';
import { expect, test } from '../support/fixtures.ts';
import { send } from '../support/http.ts';
import { mineUntil } from '../support/mine-until.ts';
import { adminToken, signUp } from '../support/people.ts';
import { ADMIN } from '../support/product.ts';
import { bitcoinPayee, evmTreasury, sign } from '../support/treasury.ts';
import { keepTreasury } from '../support/keep-treasury.ts';
import { eventually } from '../support/wait.ts';

const PAYEE = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

const office = keepTreasury();
const { run, done, depositor, approvedRefund, refundOf, mineUntilSeen, mineUntilFinal, expectSound } = office;

// Each follows several transactions to their end: on a machine with other work that takes minutes.
test.describe.configure({ timeout: 9 * 60_000 });

test('[D10] tokens are swept with gas of the treasury, and a refund is paid from it to the address that was given', async () => {
  const owner = await depositor('USDT', 'ethereum', '40');
  await depositor('ETH', 'ethereum', '0.5');
  await office.product.sandbox.pay('ethereum', 'ETH', evmTreasury(), '0.2');
  await office.product.sandbox.mine('ethereum', 1);
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
  const words = await done(sign(office.folder(), file));
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
  const { data: wallets } = await office.product.call(endpoints.wallets.list, { token: owner });
  // Gas that was sent to the deposit address is not booked as a deposit.
  expect(wallets.map(({ currency, balance }) => [currency, balance])).toEqual([['USDT', '30']]);
});

test('[D10] a Bitcoin refund and a sweep are one PSBT, replaced at a higher fee, followed through a reorganisation to its end', async () => {
  const owner = await depositor('BTC', 'mainnet', '0.02');
  await expectSound('mainnet');
  await approvedRefund(owner, 'BTC@mainnet', '0.005', bitcoinPayee());
  await done(run('plan', 'mainnet'));
  const file = 'kobogate-plan-mainnet.json';
  expect(await done(sign(office.folder(), file))).toContain(`0.00495 BTC  to ${bitcoinPayee()}`);
  const early = await run('plan', 'mainnet', '--replace');
  expect(early).toMatchObject({ code: 1, output: expect.stringContaining('was not sent yet') });
  await done(run('send', `${file}.signed`));
  const waiting = await refundOf(owner);
  await Promise.all([file, `${file}.signed`].map((name) => rm(join(office.folder(), name))));
  await done(run('plan', 'mainnet', '--replace'));
  expect(await done(sign(office.folder(), file))).toContain(`0.00495 BTC  to ${bitcoinPayee()}`);
  await done(run('send', `${file}.signed`));
  await mineUntilSeen('mainnet', owner);
  const seen = await refundOf(owner);
  expect(seen?.transaction).not.toBe(waiting?.transaction);
  await office.product.sandbox.reorg('mainnet', 2, []);
  await mineUntilFinal('mainnet', owner);
  expect((await refundOf(owner))?.transaction).toBe(seen?.transaction);
  await expectSound('mainnet');
});

test('a changed plan is not signed, and a file of other signed transactions is not sent', async () => {
  await depositor('BTC', 'mainnet', '0.01');
  for (const name of ['kobogate-plan-mainnet.json', 'kobogate-plan-mainnet.json.signed']) {
    await rm(join(office.folder(), name), { force: true });
  }
  await done(run('plan', 'mainnet'));
  const text = await readFile(join(office.folder(), 'kobogate-plan-mainnet.json'), 'utf8');
  await writeFile(
    join(office.folder(), 'stolen.json'),
    text.replace(/"address": "bc1q\w+",\s+"amount": "\d+",\s+"refundId"/, (part) =>
      part.replace(/bc1q\w+/, bitcoinPayee()),
    ),
  );
  expect(await sign(office.folder(), 'stolen.json')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Nothing was signed'),
  });
  const strange = await sign(office.folder(), 'kobogate-plan-mainnet.json', `${'abandon '.repeat(11)}about`);
  expect(strange).toMatchObject({ code: 1, output: expect.stringContaining('your seed has bc1q') });
  await done(sign(office.folder(), 'kobogate-plan-mainnet.json'));
  const signed = await readFile(join(office.folder(), 'kobogate-plan-mainnet.json.signed'), 'utf8');
  await writeFile(join(office.folder(), 'other.signed'), signed.replace(/"0200000000/, '"0100000000'));
  expect(await run('send', 'other.signed')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Nothing was sent'),
  });
  expect(await done(run('discard', 'mainnet'))).toContain('Discarded');
});

test('[D14] coins that no known payment explains stop their network and call a person, until the operator says what they were', async () => {
  const { call, sandbox } = office.product;
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
  expect(waits).toMatchObject({ code: 1, output: expect.stringContaining(`0.000000000000000007 ETH at ${address}`) });
  expect(await done(run('resume', 'base', '--reason', 'A gift of the validator.'))).toContain('Base goes on');
  await mineUntil(sandbox, ['base'], 'the network goes on', async () => (await stalled()) === '');
  expect((await run('resume', 'base', '--reason', 'Again.')).output).toContain('Base is not stopped');
  // They are in the books: the comparison with the chain agrees.
  await eventually('the payment is credited', async () => {
    const { data } = await call(endpoints.wallets.list, { token });
    return data[0]?.balance === '0.5';
  });
  expect(await done(run('reconcile', 'base'))).toContain('they agree');
});

async function signUpWithWallet(): Promise<string> {
  const { token } = await signUp(office.product);
  await office.product.call(endpoints.wallets.create, {
    token,
    params: { currency: 'ETH' },
    query: { network: 'base' },
  });
  return token;
}
