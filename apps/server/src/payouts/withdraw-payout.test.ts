// A payout that no bank has yet does not leave once the chain has taken back coins that its owner now owes us.
import type { DepositId, OrderId } from '@kobogate/contract';
import { type TestPayouts, useTestPayouts } from '@kobogate/testkit/payouts/payout-room.ts';
import { idleRail, NAIRA_KOBO } from '@kobogate/testkit/payouts/payouts.ts';
import { insertDeposit, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { expect, test } from 'vitest';
import { collectReceivables } from '../custody/index.ts';
import { emit } from '../events.ts';
import { balance, custody, payable, post, receivable, verify } from '../ledger/index.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { retryPayout } from './retry-payout.ts';

const USDT = 'USDT@ethereum';
const TEN = 10_000_000n;

let sample: TestPayouts;
let dependencies: PayoutDependencies;
let script: { isUp: boolean };
let sent: string[];
useTestPayouts((its) => {
  sample = its;
  sent = [];
  script = { isUp: false };
  const send = async ({ reference }: { reference: string }) => {
    sent.push(reference);
    return { kind: 'accepted' } as const;
  };
  dependencies = sample.connect([{ ...idleRail, isUp: async () => script.isUp, send }]);
});

/** An order whose payout waits for its bank. */
async function makeWaiting(): Promise<OrderId> {
  const orderId = await sample.makeOrder();
  await sample.work(dependencies);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'queued' });
  return orderId;
}

/** The chain takes back a deposit of 10 USDT, as custody books it. */
async function takeBack({ userId }: TestCustomer, depositId: DepositId | undefined): Promise<void> {
  if (depositId === undefined) throw new Error('no deposit');
  await sample.database.transaction(async (tx) => {
    const transfers = [{ debit: receivable(userId, USDT), credit: custody(USDT), amount: TEN }];
    await post(tx, [{ source: 'deposit-reverted', sourceId: depositId, description: 'Taken back', transfers }]);
    await collectReceivables(tx, [{ userId, asset: USDT }]);
    await emit(tx, { type: 'deposit.reverted', payload: { depositId } });
  });
}

test('[D6] where the coins are owed it does not leave when the bank is back, and an administrator may still send it', async () => {
  const orderId = await makeWaiting();
  const [deposit] = await sample.database.query<{ id: DepositId }>(`select id from deposit where user_id = $1`, [
    sample.owner.userId,
  ]);
  await takeBack(sample.owner, deposit?.id);
  await sample.work(dependencies);
  script.isUp = true;
  await sample.pass(dependencies, 10 * 60_000);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', sends: 0 });
  expect(sent).toEqual([]);
  expect(await balance(sample.database, payable(sample.owner.userId))).toBe(NAIRA_KOBO);
  await retryPayout(dependencies, { orderId, adminId: sample.admin.userId, reason: 'They paid the coins in cash' });
  await sample.pass(dependencies, 10_000);
  expect(sent).toHaveLength(1);
  expect((await verify(sample.database)).ok).toBe(true);
});

test('[D6] where free coins pay the debt it goes on', async () => {
  const orderId = await makeWaiting();
  const deposit = await insertDeposit(sample.database, sample.owner, { amount: TEN });
  await takeBack(sample.owner, deposit);
  await sample.work(dependencies);
  script.isUp = true;
  await sample.pass(dependencies, 10 * 60_000);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'sent' });
});
