// Coins go to a listed address, or come from a listed sender, only if an administrator who was shown the hit approves
// with a reason; a hit that is found later needs a new approval before anything is planned, and the owner sees none of
// it.
import type { DepositId, RefundId } from '@kobogate/contract';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestProof, signIn } from '@kobogate/testkit/identity/sessions.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestRates, insertCustomer, insertDeposit, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { decideRefund } from './decide-refund.ts';
import { holdListedRefunds } from './hold-listed.ts';
import { requestRefund } from './request-refund.ts';
import { viewAllRefunds, viewRefunds } from './view-refunds.ts';
import { refreshList } from '../../controls/sanctions/load-list.ts';

const LISTED = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ELSEWHERE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const WHY = 'The authority has released these coins.';
const { currentRates } = createTestRates({ USDT: '1500' });
const clock = createTestClock();
let sample: TestDatabase;
let admin: TestCustomer;
let owner: TestCustomer;
let depositId: DepositId;
let folder: string;

beforeAll(async () => {
  sample = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'kobogate-sanctions-'));
  admin = await insertCustomer(sample.database, { isAdmin: true });
});
afterAll(async () => {
  await sample.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await give([LISTED]);
  owner = await insertCustomer(sample.database);
  depositId = await insertDeposit(sample.database, owner, { amount: 10_000_000n });
});

async function give(addresses: readonly string[]): Promise<void> {
  const file = join(folder, 'list.txt');
  await writeFile(file, ['# date: 2026-11-20', ...addresses, ''].join('\n'));
  const at = new Date('2026-11-01T12:00:00Z');
  await utimes(file, at, at);
  await refreshList({ database: sample.database, clock, log: silentLog, sanctionsFiles: [file] });
}
const cameFrom = (sender: string) =>
  sample.database.query(`insert into deposit_sender values ($1, $2)`, [depositId, sender.toLowerCase()]);
const ask = async (address: string, asset = 'USDT@ethereum') => {
  const caller = await signIn(sample.database, owner.userId);
  const request = { caller, asset, amount: '5', address, idempotencyKey: undefined };
  const input = { ...request, password: '', code: '' };
  return (await requestRefund({ database: sample.database, clock, proveOwner: createTestProof('') }, input)).id;
};
const decide = (id: RefundId, status: 'approved' | 'declined', reason: string | null) =>
  decideRefund({ database: sample.database, currentRates }, { id, adminId: admin.userId, status, reason });
const seen = async (id: string) =>
  (await viewAllRefunds({ database: sample.database, currentRates })).find((refund) => refund.id === id);
const mailsToAdmin = async () =>
  (
    await sample.database.query<{ subject: string }>(
      `select payload ->> 'subject' as subject from event where type = 'mail.send' and payload ->> 'to' = $1
         and created_at >= (select created_at from app_user where id = $2) order by created_at`,
      [`${admin.userId}@kobogate.test`, owner.userId],
    )
  ).map(({ subject }) => subject);

test.each([
  [
    'goes to a listed address',
    OTHER,
    LISTED,
    { isAddress: true, senders: [] },
    'A refund to an address on the sanctions list was requested',
  ],
  ['came from a listed sender', LISTED, OTHER, { isAddress: false, senders: [LISTED] }, 'Coins came from an address'],
])(
  '[H-5] a refund that %s is shown so, and needs a reason to be approved',
  async (_what, sender, address, listed, mail) => {
    await cameFrom(sender);
    const id = await ask(address);
    expect(await seen(id)).toMatchObject({ status: 'requested', listed });
    expect(await mailsToAdmin()).toEqual([expect.stringContaining(mail)]);
    await expect(decide(id, 'approved', null)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining(LISTED),
    });
    expect(await seen(id)).toMatchObject({ status: 'requested' });
    expect(await decide(id, 'approved', WHY)).toMatchObject({ status: 'approved' });

    const acts = await sample.database.query(`select action, reason from admin_action where user_id = $1`, [
      owner.userId,
    ]);
    expect(acts).toEqual([{ action: 'refund-approved', reason: WHY }]);
    const { refunds } = await viewRefunds(sample, owner.userId);
    expect(refunds).toMatchObject([{ id, reason: null }]);
    expect(JSON.stringify(refunds)).not.toMatch(/sanction|listed|authority/i);
    // A hit that was known at the approval does not hold it again.
    await holdListedRefunds(sample.database, 'ethereum');
    expect(await seen(id)).toMatchObject({ status: 'approved' });
  },
);

test('[H-5] an approved refund that is listed afterwards goes back to an administrator before it is planned', async () => {
  await give([ELSEWHERE]);
  await cameFrom(LISTED);
  const [fromListed, toListed] = [await ask(OTHER), await ask(LISTED)];
  for (const id of [fromListed, toListed]) await decide(id, 'approved', null);
  await give([LISTED]);
  await holdListedRefunds(sample.database, 'polygon');
  expect(await seen(fromListed)).toMatchObject({ status: 'approved' });
  await holdListedRefunds(sample.database, 'ethereum');
  expect(await seen(fromListed)).toMatchObject({ status: 'requested', reason: null, listed: { senders: [LISTED] } });
  expect(await seen(toListed)).toMatchObject({ status: 'requested', listed: { isAddress: true } });
  await decide(fromListed, 'declined', null);
  await decide(toListed, 'approved', WHY);
  await holdListedRefunds(sample.database, 'ethereum');
  expect(await seen(toListed)).toMatchObject({ status: 'approved' });
});

test('[H-5] [D10] coins that were credited for a bridged dollar are still those of its sender', async () => {
  const bridged = await insertDeposit(sample.database, owner, { amount: 10_000_000n, asset: 'USDC@polygon' });
  // As after an administrator credited it, unit for unit.
  await sample.database.query(`update deposit set asset = 'USDC.e@polygon' where id = $1`, [bridged]);
  await sample.database.query(`insert into deposit_sender values ($1, $2)`, [bridged, LISTED.toLowerCase()]);
  const [real, other] = [await ask(OTHER, 'USDC@polygon'), await ask(OTHER)];
  expect(await seen(real)).toMatchObject({ listed: { senders: [LISTED] } });
  expect(await seen(other)).toMatchObject({ listed: { senders: [] } });
  await expect(decide(real, 'approved', null)).rejects.toMatchObject({ status: 422 });
});

test('a refund that touches no listed address needs no reason', async () => {
  await cameFrom(OTHER);
  const id = await ask(OTHER);
  expect(await seen(id)).toMatchObject({ listed: { isAddress: false, senders: [] } });
  expect(await decide(id, 'approved', null)).toMatchObject({ status: 'approved' });
  await holdListedRefunds(sample.database, 'ethereum');
  expect(await seen(id)).toMatchObject({ status: 'approved' });
});
