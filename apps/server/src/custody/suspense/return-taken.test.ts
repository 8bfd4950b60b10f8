// What was booked as the operator's own and is not comes back to suspense once, above the operator's threshold by two people, and is
// decided on anew. What the first of the two says is work for another, and can be withdrawn or refused.
import type { UnclaimedId } from '@kobogate/contract';
import { type TestSurpluses, useTestSurpluses } from '@kobogate/testkit/custody/surpluses.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { expect, test } from 'vitest';
import { countWork, listQueue } from '../../admin/work/db.ts';
import { removeBlocks } from '../deposits/remove-blocks.ts';
import { worthOfUnclaimed } from './settle-unclaimed.ts';

let sample: TestSurpluses;
useTestSurpluses((its) => {
  sample = its;
});

test('[I5] [D14] what was booked as the operator’s own and is not comes back to suspense by a posting of its own, once, and goes to its customer', async () => {
  const {
    database,
    currentRates,
    owner,
    confirm,
    book,
    surpluses,
    takenCoins,
    leftOf,
    give,
    creditWhole,
    take,
    keep,
    giveBack,
    moved,
    readLate,
    reservedDeposit,
  } = sample;
  const putBack = async (id: UnclaimedId) => {
    await expect(keep(id)).rejects.toMatchObject({ status: id === deposit ? 409 : 404 });
    const presses = await Promise.allSettled([giveBack(id), giveBack(id)]);
    expect(presses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  };
  // A deposit, three times: each time it is decided on anew, also where a server's clock gave the first return the highest id.
  const deposit = await reservedDeposit();
  for (let count = 0; count < 3; count += 1) {
    expect(await moved(() => take(deposit, null))).toEqual({ unclaimed: -5_000_000, operator: 5_000_000 });
    expect(await moved(() => putBack(deposit))).toEqual({ unclaimed: 5_000_000, operator: -5_000_000 });
    if (count > 0) continue;
    // As the first return's posting would be named had that server made it.
    await database.query(`update operator_return set id = 'ffffffff-ffff-7fff-bfff-ffffffffffff' where coins_id = $1`, [
      deposit,
    ]);
  }
  expect(await moved(() => creditWhole(deposit, owner))).toEqual({ unclaimed: -5_000_000, owner: 5_000_000 });
  // By these names their statement and their orders' evidence find it.
  const postings = await database.query(
    `select distinct source from ledger_transfer where source_id = $1 and source like 'deposit-owner-%' order by source`,
    [deposit],
  );
  expect(postings).toEqual([{ source: 'deposit-owner-corrected' }, { source: 'deposit-owner-found' }]);
  // A part of a surplus, of which a payment that was read since has some.
  const id = await book(10_000_000n);
  await take(id, { amount: '8', left: '10' });
  // What was left then stays, which says nothing of what comes back.
  await keep(id);
  await readLate([{ to: owner, amount: 5_000_000n }]);
  expect(await moved(confirm)).toEqual({ unclaimed: -2_000_000, operator: -3_000_000, owner: 5_000_000 });
  const [share] = await takenCoins();
  expect(share).toMatchObject({ amount: '5', reason: 'Our own test payment.', firstReturn: null });
  if (share === undefined) throw new Error('it is in the list');
  // Of what is left of it a proof of identity is asked.
  expect(String(await worthOfUnclaimed({ database, currentRates }, share.id))).toBe(share.nairaKobo);
  expect(await moved(() => putBack(share.id))).toEqual({ unclaimed: 5_000_000, operator: -5_000_000 });
  expect([await takenCoins(), await leftOf(id)]).toEqual([[], '5']);
  expect((await surpluses()).find((each) => each.id === id)).toMatchObject({ kept: null });
  expect(await moved(() => give(id, { amount: '5', left: '5' }))).toEqual({ unclaimed: -5_000_000, owner: 5_000_000 });
  const acts = await database.query(
    `select action, reason from admin_action where action = 'deposit-returned' order by at`,
  );
  expect(acts.at(-1)).toEqual({ action: 'deposit-returned', reason: '5 USDT on Ethereum: They showed it.' });
});

test('[C3] [I5] above the operator’s threshold two have to say that coins are not the operator’s own', async () => {
  const { database, admin, book, takenCoins, take, giveBack, moved, setThreshold } = sample;
  const id = await book(10_000_000n);
  await take(id, { amount: '4', left: '10' });
  const [share] = await takenCoins();
  if (share === undefined) throw new Error('it is in the list');
  await setThreshold('100');
  const second = (await insertCustomer(database, { isAdmin: true })).userId;
  expect(
    await moved(async () => {
      expect(await giveBack(share.id)).toBe('waits');
      await expect(giveBack(share.id)).rejects.toMatchObject({ status: 409 });
    }),
  ).toEqual({});
  const [waiting] = await takenCoins();
  expect(waiting).toMatchObject({ firstReturn: { adminId: admin.userId, reason: 'They showed it.' } });
  const said = waiting?.firstReturn?.at ?? '';
  expect(await moved(() => giveBack(share.id, second, 'I saw it, too.'))).toEqual({
    unclaimed: 4_000_000,
    operator: -4_000_000,
  });
  const records = await database.query(
    `select amount::text, first_approved_by as first, first_approved_at as "at", decided_by as by, decided_at > first_approved_at as "isLater", reason
     from operator_return where coins_id = $1`,
    [share.id],
  );
  expect(records).toEqual([
    {
      amount: '4000000',
      first: admin.userId,
      at: new Date(said),
      by: second,
      isLater: true,
      reason: 'They showed it.',
    },
  ]);
  await setThreshold(null);
});

test('[C3] [I5] a first “not the operator’s own” waits in the queue of work, and counts no more once it is withdrawn or refused', async () => {
  const { database, admin, book, takenCoins, take, giveBack, notGiveBack, moved, setThreshold } = sample;
  const second = (await insertCustomer(database, { isAdmin: true })).userId;
  const id = await book(10_000_000n);
  await take(id, { amount: '10', left: '10' });
  const [share] = await takenCoins();
  if (share === undefined) throw new Error('it is in the list');
  await setThreshold('100');
  const waiting = async () => (await countWork(database, [])).find(({ kind }) => kind === 'unclaimed')?.count;
  const before = await waiting();
  await expect(notGiveBack(share.id)).rejects.toMatchObject({ status: 409 });
  expect(
    await moved(async () => {
      // Its own person takes it back, and a colleague refuses it; each time it is said anew by a first.
      for (const by of [admin.userId, second]) {
        expect(await giveBack(share.id)).toBe('waits');
        expect(await waiting()).toBe((before ?? 0) + 1);
        const listed = await listQueue(database, [['unclaimed', 1]], { low: [], after: null, limit: 100 });
        expect(listed.find((row) => row.id === share.id)).toMatchObject({
          about: 'Booked as the operator’s own',
          amount: '10000000',
        });
        const presses = await Promise.allSettled([notGiveBack(share.id, by), notGiveBack(share.id, by)]);
        expect(presses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
        expect(await waiting()).toBe(before);
        expect(await takenCoins()).toMatchObject([{ id: share.id, firstReturn: null }]);
      }
      expect(await giveBack(share.id, second)).toBe('waits');
    }),
  ).toEqual({});
  // The word of a person who has left the team is no work.
  await database.query(`update app_user set is_admin = false, admin_since = null where id = $1`, [second]);
  expect(await waiting()).toBe(before);
  const acts = await database.query(
    `select admin_id = $1 as "isOwn", reason from admin_action where action = 'deposit-return-ended' order by at`,
    [admin.userId],
  );
  expect(acts).toEqual([true, false].map((isOwn) => ({ isOwn, reason: '10 USDT on Ethereum: It was ours.' })));
  await setThreshold(null);
});

test('[I5] [D6] what the chain took back is the operator’s own no more; what was put back before leaves suspense then', async () => {
  const { database, chain, takenCoins, take, giveBack, moved, reservedDeposit, fourBack } = sample;
  const takeBack = async () => {
    const lost = await fourBack();
    chain.cut(4);
    await removeBlocks({ database, log: silentLog }, lost);
  };
  const own = await reservedDeposit();
  await take(own, null);
  expect(await takenCoins()).toMatchObject([{ id: own, amount: '5' }]);
  expect(await moved(takeBack)).toEqual({ custody: -5_000_000, operator: -5_000_000 });
  expect(await takenCoins()).toEqual([]);
  expect(await moved(() => expect(giveBack(own)).rejects.toMatchObject({ status: 409 }))).toEqual({});
  const back = await reservedDeposit();
  await take(back, null);
  await giveBack(back);
  expect(await moved(takeBack)).toEqual({ custody: -5_000_000, unclaimed: -5_000_000 });
});
