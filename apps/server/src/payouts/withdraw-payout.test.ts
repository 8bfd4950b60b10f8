// A payout that no bank has yet does not leave once the chain has taken back coins that its owner now owes us, or the
// sanctions list names a sender of its coins: its owner is told as of a payout that failed, and a person decides.
import type { DepositId, OrderId } from '@kobogate/contract';
import { whileFenced } from '@kobogate/testkit/controls/fence.ts';
import { type TestPayouts, useTestPayouts } from '@kobogate/testkit/payouts/payout-room.ts';
import { idleRail, NAIRA_KOBO } from '@kobogate/testkit/payouts/payouts.ts';
import { watchReads } from '@kobogate/testkit/platform/watch-reads.ts';
import { insertCustomer, insertDeposit, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { expect, test } from 'vitest';
import { listListedSenders, listOrigins } from '../controls/sanctions/db.ts';
import { takeList } from '../controls/sanctions/load-list.ts';
import { createScreening } from '../controls/sanctions/screen.ts';
import { saveApprovals } from '../controls/settings/save-approvals.ts';
import { collectReceivables } from '../custody/index.ts';
import { emit } from '../events.ts';
import { balance, custody, payable, post, receivable, verify } from '../ledger/index.ts';
import { getConversion, presentOrderForAdmin } from '../sales/order-views/view-orders.ts';
import type { Database } from '../platform/database.ts';
import { dependencyDown } from '../platform/errors.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { loadNewestPayout } from './db.ts';
import { retryPayout } from './retry-payout.ts';
import { sendPayout } from './send-payout.ts';
import { withdrawPayoutsOf } from './withdraw-payout.ts';

const USDT = 'USDT@ethereum';
const TEN = 10_000_000n;

let sample: TestPayouts;
let dependencies: PayoutDependencies;
let script: { isUp: boolean };
let sent: string[];
// One of these counts the rows that statements read.
const PLANNED_AS_USUAL = { isAboutPlans: true };
useTestPayouts((its) => {
  sample = its;
  sent = [];
  script = { isUp: false };
  const send = async ({ reference }: { reference: string }) => {
    sent.push(reference);
    return { kind: 'accepted' } as const;
  };
  dependencies = sample.connect([{ ...idleRail, isUp: async () => script.isUp, send }]);
}, PLANNED_AS_USUAL);

/** An order whose payout waits for its bank. */
async function makeWaiting(): Promise<OrderId> {
  const orderId = await sample.makeOrder();
  await sample.work(dependencies);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'queued' });
  return orderId;
}

/** The chain takes back a deposit of 10 coins, as custody books it. */
async function takeBack({ userId }: TestCustomer, depositId: DepositId | undefined, asset = USDT): Promise<void> {
  if (depositId === undefined) throw new Error('no deposit');
  await sample.database.transaction(async (tx) => {
    const transfers = [{ debit: receivable(userId, asset), credit: custody(asset), amount: TEN }];
    await post(tx, [{ source: 'deposit-reverted', sourceId: depositId, description: 'Taken back', transfers }]);
    await collectReceivables(tx, [{ userId, asset }]);
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

test('[D6] [D14] where coins that were credited turned out to be another’s, and are owed, it does not leave; also where its own turn comes first', async () => {
  const { database, owner, admin } = sample;
  const orderId = await makeWaiting();
  const [deposit] = await database.query<{ id: DepositId }>(`select id from deposit where user_id = $1`, [
    owner.userId,
  ]);
  if (deposit === undefined) throw new Error('it has coins');
  const transfers = [{ debit: receivable(owner.userId, USDT), credit: custody(USDT), amount: TEN }];
  const payload = { depositId: deposit.id, amount: String(TEN) };
  await whileFenced(database, admin.userId, async () => {
    await database.query(
      `with found as (
         insert into balance_surplus (id, network, asset, amount) values (gen_random_uuid(), 'bsc', $2, 1) returning id)
       insert into surplus_share (id, surplus_id, kind, amount, drawn, user_id, deposit_id, decided_at, drawn_at)
       select gen_random_uuid(), id, 'customer', 1, 1, $1, $3, clock_timestamp(), clock_timestamp() from found`,
      [owner.userId, USDT, deposit.id],
    );
    await database.transaction(async (tx) => {
      await post(tx, [{ source: 'sample', sourceId: deposit.id, description: 'Another’s', transfers }]);
      await emit(tx, { type: 'deposit.corrected', payload });
    });
    await sample.pass(dependencies, 60_000, 1);
    expect(await sample.newest(orderId)).toMatchObject({ status: 'queued' });
  });
  script.isUp = true;
  const waiting = await sample.newest(orderId);
  if (waiting === null) throw new Error('it has a payout');
  await sendPayout(dependencies, { payoutId: waiting.id });
  await sample.pass(dependencies, 10 * 60_000);
  expect(sent).toEqual([]);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', sends: 0 });
});

test('[D6] [D14] where the bank is away it ends by the event', async () => {
  const { database, owner } = sample;
  const orderId = await makeWaiting();
  const [deposit] = await database.query<{ id: DepositId }>(`select id from deposit where user_id = $1`, [
    owner.userId,
  ]);
  if (deposit === undefined) throw new Error('it has coins');
  const transfers = [{ debit: receivable(owner.userId, USDT), credit: custody(USDT), amount: TEN }];
  await database.transaction(async (tx) => {
    await post(tx, [{ source: 'sample', sourceId: deposit.id, description: 'Another’s', transfers }]);
    await emit(tx, { type: 'deposit.corrected', payload: { depositId: deposit.id, amount: String(TEN) } });
  });
  await sample.work(dependencies);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', sends: 0 });
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

test('[D6] [D10] where a stray is owed that was credited as the coin of the order it does not leave', async () => {
  const { database, owner } = sample;
  const orderId = await makeWaiting();
  const depositId = await insertDeposit(database, owner, { asset: 'USDC.e@polygon', amount: TEN, status: 'reverted' });
  await database.query(
    `update customer_order set asset = 'USDC@polygon', currency = 'USDC', network = 'polygon' where id = $1`,
    [orderId],
  );
  await takeBack(owner, depositId, 'USDC.e@polygon');
  await sample.work(dependencies);
  script.isUp = true;
  await sample.pass(dependencies, 10 * 60_000);
  expect(sent).toEqual([]);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', sends: 0 });
});

test('[I5] [D6] while a fence is up one whose coins are owed stays as it is: a bank may have made it; then it does not leave', async () => {
  const { database, owner, admin } = sample;
  const orderId = await makeWaiting();
  const [deposit] = await database.query<{ id: DepositId }>(`select id from deposit where user_id = $1`, [
    owner.userId,
  ]);
  await takeBack(owner, deposit?.id);
  await whileFenced(database, admin.userId, async () => {
    await sample.pass(dependencies, 10 * 60_000);
    expect(await sample.newest(orderId)).toMatchObject({ status: 'queued' });
  });
  expect(await told(orderId)).toEqual([]);
  await sample.pass(dependencies, 10 * 60_000);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', sends: 0 });
});

test('[I5] [D6] it does not leave either where its own turn comes first once the fence is lifted', async () => {
  const { database, owner, admin } = sample;
  const orderId = await makeWaiting();
  const [deposit] = await database.query<{ id: DepositId }>(
    `update deposit set status = 'reverted', updated_at = clock_timestamp() where user_id = $1 returning id`,
    [owner.userId],
  );
  await whileFenced(database, admin.userId, async () => {
    await takeBack(owner, deposit?.id);
    await sample.pass(dependencies, 60_000, 1);
  });
  script.isUp = true;
  const waiting = await sample.newest(orderId);
  if (waiting === null) throw new Error('it has a payout');
  await sendPayout(dependencies, { payoutId: waiting.id });
  expect(sent).toEqual([]);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', sends: 0 });
  expect(await told(orderId)).toEqual(['payout.failed']);
  await retryPayout(dependencies, { orderId, adminId: admin.userId, reason: 'They paid the coins in cash' });
  await sample.pass(dependencies, 10_000);
  expect(sent).toHaveLength(1);
});

test('[I5] [D6] where it is not known what left from here it stays as it is', async () => {
  const orderId = await makeWaiting();
  const [deposit] = await sample.database.query<{ id: DepositId }>(`select id from deposit where user_id = $1`, [
    sample.owner.userId,
  ]);
  await takeBack(sample.owner, deposit?.id);
  const requireOpen = async () => {
    throw dependencyDown('budpay', 'It gives no list of what it paid.');
  };
  await sample.pass({ ...dependencies, gate: { ...dependencies.gate, requireOpen } }, 10 * 60_000);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'queued' });
  await sample.pass(dependencies, 10 * 60_000);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', sends: 0 });
});

test('[I5] where an account is disabled while a fence is up its payout stays as it is, and then does not leave', async () => {
  const { database, owner, admin } = sample;
  const orderId = await makeWaiting();
  const disable = async () => {
    await database.query(`update customer_order set status = 'processing' where id = $1`, [orderId]);
    await database.query(`update app_user set disabled_at = now() where id = $1`, [owner.userId]);
    await database.transaction((tx) => withdrawPayoutsOf(tx, dependencies, owner.userId));
  };
  await whileFenced(database, admin.userId, async () => {
    await disable();
    expect(await sample.newest(orderId)).toMatchObject({ status: 'queued' });
  });
  script.isUp = true;
  await sample.pass(dependencies, 10 * 60_000);
  expect(sent).toEqual([]);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', sends: 0 });
  expect(await told(orderId)).toEqual([]);
});

test('where an account is disabled while its payout is with a rail that did not send it, it does not leave', async () => {
  const { database, owner } = sample;
  const orderId = await makeWaiting();
  await database.query(`update customer_order set status = 'processing' where id = $1`, [orderId]);
  const send = async () => {
    await database.query(`update app_user set disabled_at = now() where id = $1`, [owner.userId]);
    await database.transaction((tx) => withdrawPayoutsOf(tx, dependencies, owner.userId));
    return { kind: 'not-sent', reason: 'the bank could not be reached' } as const;
  };
  await sample.pass(sample.connect([{ ...idleRail, isUp: async () => true, send }]), 60_000);
  script.isUp = true;
  await sample.pass(dependencies, 10 * 60_000);
  expect(sent).toEqual([]);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed' });
});

test('[D6] where the chain takes its coins back while a rail has it that did not send it, it does not leave', async () => {
  const orderId = await makeWaiting();
  const [deposit] = await sample.database.query<{ id: DepositId }>(`select id from deposit where user_id = $1`, [
    sample.owner.userId,
  ]);
  const send = async () => {
    await takeBack(sample.owner, deposit?.id);
    await sample.work(dependencies);
    return { kind: 'not-sent', reason: 'the bank could not be reached' } as const;
  };
  await sample.pass(sample.connect([{ ...idleRail, isUp: async () => true, send }]), 10_000, 1);
  script.isUp = true;
  await sample.pass(dependencies, 10 * 60_000);
  expect(sent).toEqual([]);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', sends: 1 });
  expect(await told(orderId)).toEqual(['payout.failed']);
  const knowing = { ...dependencies, rails: dependencies.rails.map((rail) => ({ ...rail, find: notFound })) };
  await retryPayout(knowing, { orderId, adminId: sample.admin.userId, reason: 'They paid the coins in cash' });
  await sample.pass(dependencies, 10_000);
  expect(sent).toHaveLength(1);
});
const notFound = async () => ({ kind: 'not-found' }) as const;

const LISTED = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
/** On no list of another test. */
const NEWLY_LISTED = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const WHY = 'The authority has released these coins.';

/** The coins of the owner's deposits came from this sender. */
const cameFrom = (sender: string) =>
  sample.database.query(`insert into deposit_sender select id, $2 from deposit where user_id = $1`, [
    sample.owner.userId,
    sender.toLowerCase(),
  ]);

/** The operator's list names this sender from now on. */
async function list(sender: string, database: Pick<Database, 'transaction'> = sample.database): Promise<void> {
  const made = { fingerprint: sender, listedOn: '2026-11-20', loadedAt: new Date(), addresses: 1, unread: 0 };
  const address = { family: 'evm', addressKey: sender.toLowerCase(), address: sender } as const;
  await takeList(database, made, [address]);
}

const told = async (orderId: OrderId): Promise<string[]> =>
  (
    await sample.database.query<{ type: string }>(
      `select type from event where type like 'payout.%' and payload ->> 'orderId' = $1`,
      [orderId],
    )
  ).map(({ type }) => type);

const mailsOfHits = async (): Promise<number> =>
  (
    await sample.database.query(
      `select 1 from event where type = 'mail.send' and payload ->> 'subject' like 'Coins came from%' and payload ->> 'to' = $1`,
      [`${sample.admin.userId}@kobogate.test`],
    )
  ).length;

test('[H-5] where the list names a sender since it was made it does not leave, and a person who knows of it may still send it', async () => {
  const orderId = await makeWaiting();
  await cameFrom(LISTED);
  await list(LISTED);
  script.isUp = true;
  await sample.pass(dependencies, 10 * 60_000);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', sends: 0 });
  expect(sent).toEqual([]);
  expect(await balance(sample.database, payable(sample.owner.userId))).toBe(NAIRA_KOBO);
  expect(await told(orderId)).toEqual(['payout.failed']);
  expect(await mailsOfHits()).toBe(1);
  expect(await presentOrderForAdmin(sample.database, orderId)).toMatchObject({ listedSenders: [LISTED] });
  const seen = await getConversion(sample, { orderId, userId: sample.owner.userId });
  expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${LISTED}|sanction|listed`, 'i'));

  await retryPayout(dependencies, { orderId, adminId: sample.admin.userId, reason: WHY });
  await sample.pass(dependencies, 10_000);
  expect(sent).toHaveLength(1);
  expect((await verify(sample.database)).ok).toBe(true);
});

test('[H-5] where its sender becomes known while a new list is compared with all senders it does not leave', async () => {
  const { database, owner } = sample;
  const orderId = await makeWaiting();
  const [deposit] = await database.query<{ id: DepositId }>(`select id from deposit where user_id = $1`, [
    owner.userId,
  ]);
  if (deposit === undefined) throw new Error('no deposit');
  // Before the commit of the comparison, which may take minutes.
  const slow: Pick<Database, 'transaction'> = {
    transaction: (work, pace) =>
      database.transaction(async (tx) => {
        const done = await work(tx);
        if (pace !== 'patient') return done;
        await cameFrom(NEWLY_LISTED);
        await createScreening({ database })(deposit.id);
        return done;
      }, pace),
  };
  await list(NEWLY_LISTED, slow);
  script.isUp = true;
  await sample.pass(dependencies, 10 * 60_000);
  expect(sent).toEqual([]);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', sends: 0 });
  expect(await mailsOfHits()).toBe(1);
});

test('[H-5] [D10] where it names who sent a bridged dollar that was credited as the coin of the order it does not leave', async () => {
  const { database, owner } = sample;
  const orderId = await makeWaiting();
  await cameFrom(LISTED);
  // As after an administrator credited it, unit for unit.
  await database.query(`update deposit set asset = 'USDC.e@polygon', network = 'polygon' where user_id = $1`, [
    owner.userId,
  ]);
  await database.query(
    `update customer_order set asset = 'USDC@polygon', currency = 'USDC', network = 'polygon' where id = $1`,
    [orderId],
  );
  await list(LISTED);
  script.isUp = true;
  await sample.pass(dependencies, 10 * 60_000);
  expect(sent).toEqual([]);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', sends: 0 });
});

test('[H-5] where the list names a sender at the moment in which it leaves it does not leave', async () => {
  const orderId = await makeWaiting();
  await cameFrom(LISTED);
  const send = dependencies.rails[0]?.send;
  if (send === undefined) throw new Error('no rail');
  // Asked once the payout was read, and before it is locked.
  dependencies = sample.connect([
    {
      ...idleRail,
      isUp: async () => {
        await list(LISTED);
        return true;
      },
      send,
    },
  ]);
  await sample.pass(dependencies, 10 * 60_000);
  expect(sent).toEqual([]);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', sends: 0 });
});

test.each([
  ['names somebody else', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  ['named the sender before, as the team knew when it was made', LISTED],
])('[H-5] where the list %s it leaves', async (_what, listed) => {
  const { database } = sample;
  await sample.database.query(`delete from sanctioned_address`);
  const orderId = await makeWaiting();
  await cameFrom(LISTED);
  await database.query(
    `insert into sanctions_hit (deposit_id, address, listed_on, found_at)
     select id, $2, '2026-11-20', clock_timestamp() - interval '1 hour' from deposit where user_id = $1`,
    [sample.owner.userId, LISTED],
  );
  await list(listed);
  script.isUp = true;
  await sample.pass(dependencies, 10 * 60_000);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'sent' });
});

test('[D6] its owner is told where the chain took the coins back, and is not where their account is disabled', async () => {
  const [takenBack, disabled] = [await makeWaiting(), await sample.makeOrder()];
  await sample.work(dependencies);
  await sample.database.query(`update customer_order set status = 'processing' where id = $1`, [disabled]);
  await sample.database.transaction((tx) => withdrawPayoutsOf(tx, dependencies, sample.owner.userId));
  expect(await sample.newest(disabled)).toMatchObject({ status: 'failed' });
  expect(await told(disabled)).toEqual([]);
  const [deposit] = await sample.database.query<{ id: DepositId }>(`select id from deposit where user_id = $1`, [
    sample.owner.userId,
  ]);
  await takeBack(sample.owner, deposit?.id);
  await sample.work(dependencies);
  expect(await sample.newest(takenBack)).toMatchObject({ status: 'failed' });
  expect(await told(takenBack)).toEqual(['payout.failed']);
});

test('[H-5] where the list names the sender of coins that came after it was made it leaves', async () => {
  const orderId = await makeWaiting();
  const later = await insertDeposit(sample.database, sample.owner, {
    amount: TEN,
    seenAt: new Date(Date.now() + 60_000),
  });
  await sample.database.query(`insert into deposit_sender values ($1, $2)`, [later, LISTED.toLowerCase()]);
  await list(LISTED);
  script.isUp = true;
  await sample.pass(dependencies, 10 * 60_000);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'sent' });
});

test('[F-12] whether the list names a sender since is asked of those that it has named since, however many deposits its owner has', async () => {
  const { database, owner } = sample;
  const orderId = await makeWaiting();
  await database.query(
    `with made as (
       insert into deposit (id, network, identity, transaction, block_hash, block_height, asset, address_id, user_id, amount, status,
         confirmations, confirmations_needed, seen_at)
       select gen_random_uuid(), 'ethereum', $1 || n, $1 || n, '', 1, $2, $3, $4, 1, 'confirmed', 3, 3, now() - interval '1 day'
       from generate_series(1, 10000) n returning id)
     insert into deposit_sender select id, '0xsender' || id from made`,
    [`${orderId} `, USDT, owner.addressId, owner.userId],
  );
  await list(LISTED);
  // As the database does by itself a while after so many rows came.
  await database.query(`analyze deposit, deposit_sender, deposit_address, sanctions_hit, sanctioned_address`);
  const watched = watchReads(database, { deposit: 700, deposit_sender: 300, deposit_address: 300, order_deposit: 300 });
  watched.start();
  const payout = await loadNewestPayout(watched.database, orderId);
  expect(payout).toMatchObject({ status: 'queued', isListed: false });
  expect(watched.found()).toEqual([]);
  // Nor does what makes a payout get all of them, or read them.
  const coins = [{ id: orderId, userId: owner.userId, asset: USDT, addressId: null }];
  const origins = () => watched.database.transaction((tx) => listOrigins(tx, coins));
  expect(await origins()).toEqual([]);
  expect(watched.found()).toEqual([]);
  // What people see of an order looks through the list where its owner has so many.
  expect(await listListedSenders(watched.database, coins)).toEqual(new Map());
  expect(watched.found()).toEqual([]);
  await cameFrom(LISTED);
  expect((await listListedSenders(database, coins)).get(orderId)).toEqual([LISTED]);
  await list(LISTED);
  expect((await listListedSenders(database, coins)).get(orderId)).toEqual([LISTED]);
  expect(await loadNewestPayout(database, orderId)).toMatchObject({ isListed: true });
  expect((await origins()).length).toBeGreaterThan(10_000);
});

// Last: the threshold stays.
test('[H-5] above the threshold two people who know of it send it again, and earlier approvals do not count', async () => {
  const { database, admin } = sample;
  const second = await insertCustomer(database, { isAdmin: true });
  const orderId = await makeWaiting();
  await cameFrom(LISTED);
  await list(LISTED);
  script.isUp = true;
  await sample.pass(dependencies, 10 * 60_000);
  await saveApprovals(sample, {
    version: 0,
    value: { secondAboveKobo: String(NAIRA_KOBO - 1n) },
    adminId: admin.userId,
  });
  const again = ({ userId: adminId }: TestCustomer) => retryPayout(dependencies, { orderId, adminId, reason: WHY });
  expect(await again(admin)).toBe('first');
  await sample.pass(dependencies, 10_000);
  expect(sent).toEqual([]);
  await expect(again(admin)).rejects.toMatchObject({ status: 409 });
  expect(await again(second)).toBe('queued');
  await sample.pass(dependencies, 10_000);
  expect(sent).toHaveLength(1);
});
