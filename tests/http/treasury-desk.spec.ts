// The operator sweeps and refunds without a terminal on the server: plans are asked for, fetched, handed in signed and
// followed in the administration.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@kobogate/contract';
import { expect, test } from '../support/fixtures.ts';
import { mineUntil } from '../support/mine-until.ts';
import { adminToken } from '../support/people.ts';
import { CONFIRMATIONS } from '../support/product.ts';
import { evmTreasury, sign } from '../support/treasury.ts';
import { keepTreasury } from '../support/keep-treasury.ts';
import { eventually } from '../support/wait.ts';

const PAYEE = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

const office = keepTreasury();
const { done, depositor, approvedRefund, refundOf, expectSound } = office;

// Each follows several transactions to their end: on a machine with other work that takes minutes.
test.describe.configure({ timeout: 9 * 60_000 });

test('[D10] [S8] without a terminal on the server: plans of two networks are asked for, signed in one session, handed in and followed to their end', async () => {
  const { call, sandbox } = office.product;
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
  await writeFile(join(office.folder(), file.name), file.text);
  const words = await done(sign(office.folder(), file.name));
  expect(words).toContain('on Arbitrum One');
  expect(words).toContain('on Cardano');
  const signed = await readFile(join(office.folder(), `${file.name}.signed`), 'utf8');
  const asFile = { 'content-type': 'application/octet-stream' };
  const handIn = (body: string) => call(api.handIn, { token, body, headers: asFile });
  await expect(handIn(file.text)).rejects.toThrow(/not signed yet/);
  await expect(handIn(signed.replace('"amount": "9', '"amount": "8'))).rejects.toThrow(/was changed/);
  expect((await handIn(signed)).message).toContain('3 transactions on Arbitrum One');
  expect((await handIn(signed)).message).toContain('Handed in');

  // The worker sends stage after stage by itself.
  const ended = async (): Promise<boolean> => (await read()).plans.every(({ stage }) => stage === 'done');
  await mineUntil(sandbox, ['arbitrum', 'cardano'], 'both plans are done', ended);
  expect(await refundOf(owner)).toMatchObject({ status: 'final', amount: '10', address: PAYEE });
  const plan = (await read()).plans.find(({ network }) => network === 'arbitrum');
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
  const { call, sandbox } = office.product;
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
