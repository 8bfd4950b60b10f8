// Coins that no known payment explains go to whom an administrator names, once, in parts, by two people above the operator's threshold; a
// deposit without an owner may be the operator's own, or stay where it is for a reason.
import type { AddressId, UnclaimedId, UserId } from '@kobogate/contract';
import {
  emailOf,
  keyOf,
  SENDER,
  type TestSurpluses,
  USDT,
  useTestSurpluses,
  type Wish,
} from '@kobogate/testkit/custody/surpluses.ts';
import { listWaiting } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { expect, test } from 'vitest';
import { sanctionsHandlers } from '../../controls/sanctions/screen.ts';
import { balance, held, receivable } from '../../ledger/index.ts';
import { newId } from '../../platform/identifiers.ts';
import { removeBlocks } from '../deposits/remove-blocks.ts';
import { insertSuspected, stopSuspected } from '../found/surpluses/db.ts';
import { giveAddresses, insertUnowned, takeSequence } from '../wallets/db.ts';
import { reserveAddresses } from '../wallets/reserve-addresses.ts';
import { listUnclaimed } from './list-suspense.ts';
import { creditUnclaimed } from './settle-unclaimed.ts';

let sample: TestSurpluses;
useTestSurpluses((its) => {
  sample = its;
});

test('[D14] a part becomes a deposit of the customer whom an administrator names, at their address that holds it, once however often it is pressed', async () => {
  const { database, owner, book, surpluses, leftOf, give, moved, depositsOf } = sample;
  const id = await book(10_000_000n);
  expect(await surpluses()).toMatchObject([
    {
      amount: '10',
      nairaKobo: '1500000',
      isFinal: true,
      kept: null,
      surplus: {
        explanation: 'An upgrade.',
        places: [{ address: keyOf(owner), amount: '10', customerEmail: emailOf(owner) }],
      },
    },
  ]);
  let presses: PromiseSettledResult<unknown>[] = [];
  expect(
    await moved(async () => {
      const press = () => give(id, { amount: '4', left: '10' });
      presses = await Promise.allSettled([press(), press(), press()]);
    }),
  ).toEqual({ unclaimed: -4_000_000, owner: 4_000_000 });
  expect(presses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await leftOf(id)).toBe('6');
  const [deposit, ...others] = await depositsOf(owner.userId);
  expect([deposit, others]).toMatchObject([{ transaction: '0xabc', status: 'confirmed', amount: '4000000' }, []]);
  expect(await database.query(`select type from event where payload ->> 'depositId' = $1`, [deposit?.id])).toEqual([
    { type: 'deposit.confirmed' },
  ]);
  const acts = await database.query(`select action, reason from admin_action where user_id = $1`, [owner.userId]);
  expect(acts).toEqual([{ action: 'deposit-credited', reason: '4 USDT on Ethereum: Their mail of Monday.' }]);
  // The rest is another's, who has no address that holds it: at their wallet's.
  const other = await insertCustomer(database);
  await give(id, { amount: '6', left: '6', to: other });
  expect(await surpluses()).toEqual([]);
  await expect(give(id, { amount: '1', left: '0' })).rejects.toMatchObject({ status: 409 });
});

test('[D14] it is at the customer’s address that is given, else at the one that holds as much, else at their wallet’s', async () => {
  const { database, owner, tip, explain, surpluses, give } = sample;
  const shop = newId<AddressId>();
  await database.transaction(async (tx) => {
    const last = await takeSequence(tx, 'evm');
    const addresses = [{ id: shop, address: SENDER, addressKey: SENDER.toLowerCase(), index: 0 }];
    await insertUnowned(tx, { family: 'evm', keyFingerprint: shop }, { last, addresses });
    await giveAddresses(tx, [{ id: shop, userId: owner.userId, paymentAsset: USDT }]);
  });
  const places = [
    { address: keyOf(owner), amount: 6_000_000n },
    { address: SENDER, amount: 4_000_000n },
  ];
  const { height } = await tip();
  const found = { asset: USDT, amount: 10_000_000n, addressKeys: [], places, seenHeight: height };
  await insertSuspected(database, 'ethereum', [found]);
  await database.transaction((tx) => stopSuspected(tx, 'ethereum'));
  await explain('10 USDT');
  const [{ id } = { id: newId<UnclaimedId>() }] = await surpluses();
  const other = await insertCustomer(database);
  await expect(give(id, { amount: '1', left: '10', to: other, address: SENDER })).rejects.toMatchObject({
    status: 422,
  });
  await give(id, { amount: '1', left: '10', to: other });
  // Of a payment by link they are held for it.
  const forPayment = () => balance(database, held(owner.userId, USDT));
  await give(id, { amount: '4', left: '9' });
  expect(await forPayment()).toBe(4_000_000n);
  await give(id, { amount: '2', left: '5', address: SENDER });
  expect(await forPayment()).toBe(6_000_000n);
  await give(id, { amount: '3', left: '3' });
  const at = await database.query<{ amount: string; addressId: AddressId }>(
    `select amount::text, address_id as "addressId" from deposit where user_id = any($1::uuid[]) order by id`,
    [[owner.userId, other.userId]],
  );
  expect(at.map(({ amount, addressId }) => [amount, addressId])).toEqual([
    ['1000000', other.addressId],
    ['4000000', shop],
    ['2000000', shop],
    ['3000000', owner.addressId],
  ]);
});

test('[D14] what is said has to fit: the amount that was seen, no more than is left, a transaction, an account with an address there, not one’s own', async () => {
  const { database, admin, owner, book, give, take, moved } = sample;
  const id = await book(10_000_000n);
  const [nobody] = await database.query<{ id: UserId }>(
    `insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, password_hash, verified_at)
     values ($1::uuid, $1::text || '@kobogate.test', $1::text || '@kobogate.test', '', '', '', '', '', now()) returning id`,
    [newId()],
  );
  const wrong = async (wish: Partial<Wish>, status: number) =>
    expect(give(id, { amount: '4', left: '10', ...wish })).rejects.toMatchObject({ status });
  expect(
    await moved(async () => {
      await wrong({ left: '9' }, 409);
      await wrong({ amount: '10.000001' }, 422);
      await wrong({ amount: '0' }, 422);
      await wrong({ transaction: ' ' }, 422);
      await wrong({ sender: '0x1' }, 422);
      await wrong({ to: admin }, 403);
      await wrong({ to: { ...owner, userId: nobody?.id ?? owner.userId } }, 409);
      await wrong({ to: { ...owner, userId: newId() } }, 404);
      await expect(take(id, null)).rejects.toMatchObject({ status: 422 });
      await expect(take(newId(), null)).rejects.toMatchObject({ status: 404 });
    }),
  ).toEqual({});
});

test('[D14] a part may be the operator’s own, and the rest stays for a reason until it is decided on', async () => {
  const { database, admin, book, surpluses, give, take, keep, moved } = sample;
  const id = await book(10_000_000n);
  expect(await moved(() => take(id, { amount: '3', left: '10' }))).toEqual({
    unclaimed: -3_000_000,
    operator: 3_000_000,
  });
  await keep(id);
  expect(await surpluses()).toMatchObject([{ amount: '7', kept: { reason: 'Too little to look for.' } }]);
  const acts = await database.query(`select action, reason from admin_action where admin_id = $1 order by at`, [
    admin.userId,
  ]);
  expect(acts.slice(-2)).toEqual([
    { action: 'deposit-taken', reason: '3 USDT on Ethereum: Our own test payment.' },
    { action: 'deposit-kept', reason: '7 USDT on Ethereum: Too little to look for.' },
  ]);
  expect(await moved(() => give(id, { amount: '7', left: '7' }))).toEqual({ unclaimed: -7_000_000, owner: 7_000_000 });
});

test('[C3] [D14] above the operator’s threshold two have to say the same of a surplus, in any order, and the first may withdraw it', async () => {
  const { database, admin, book, surpluses, give, take, keep, moved, setThreshold } = sample;
  const id = await book(10_000_000n);
  await setThreshold('100');
  const second = (await insertCustomer(database, { isAdmin: true })).userId;
  const wish = { amount: '4', left: '10' };
  const nothing = await moved(async () => {
    expect(await give(id, { ...wish, sender: SENDER })).toBe('waits');
    await expect(give(id, { ...wish, sender: SENDER })).rejects.toMatchObject({ status: 409 });
    // Another customer, amount, sender, or the operator: not the same.
    await expect(
      give(id, { ...wish, sender: SENDER, by: second, to: await insertCustomer(database) }),
    ).rejects.toMatchObject({ status: 409 });
    await expect(give(id, { ...wish, amount: '5', sender: SENDER, by: second })).rejects.toMatchObject({ status: 409 });
    await expect(give(id, { ...wish, by: second })).rejects.toMatchObject({ status: 409 });
    await expect(take(id, wish, second)).rejects.toMatchObject({ status: 409 });
    await expect(keep(id, second)).rejects.toMatchObject({ status: 409 });
    // The first corrects it, and withdraws it.
    expect(await take(id, wish)).toBe('waits');
    expect(await surpluses()).toMatchObject([
      { firstApproval: { adminId: admin.userId, owner: 'operator', amount: '4' } },
    ]);
    await keep(id);
    expect(await surpluses()).toMatchObject([{ firstApproval: null }]);
    expect(await give(id, { ...wish, sender: SENDER })).toBe('waits');
  });
  expect(nothing).toEqual({});
  const both = () =>
    Promise.allSettled([
      give(id, { ...wish, sender: SENDER, by: second }),
      give(id, { ...wish, sender: SENDER, by: second }),
    ]);
  expect(await moved(both)).toEqual({ unclaimed: -4_000_000, owner: 4_000_000 });
  await setThreshold(null);
});

test('[H-5] [D14] its sender is compared with the list of sanctioned addresses, like any deposit’s', async () => {
  const { database, owner, book, give, depositsOf, listSender } = sample;
  await listSender();
  const id = await book(10_000_000n);
  await give(id, { amount: '10', left: '10', sender: SENDER.toLowerCase() });
  const [deposit] = await depositsOf(owner.userId);
  if (deposit === undefined) throw new Error('there is a deposit');
  await sanctionsHandlers({ database })['deposit.confirmed']({ depositId: deposit.id });
  expect(
    await database.query(`select deposit_id as id from sanctions_hit where deposit_id = $1`, [deposit.id]),
  ).toEqual([{ id: deposit.id }]);
});

test('[I5] [D6] a deposit without an owner may be the operator’s own, once; where the chain takes it back it leaves the operator’s funds', async () => {
  const { database, currentRates, admin, owner, chain, confirm, take, keep, moved, fourBack } = sample;
  const key = newId();
  const derive = (index: number) => ({ address: `0x${key}${index}`, addressKey: `0x${key}${index}` });
  const source = { family: 'evm' as const, keyFingerprint: key, size: 1_000_000, derive };
  await reserveAddresses({ database, log: silentLog, gap: 5, addressSources: [source] }, newId());
  const pay = () =>
    chain.extend([
      { identity: newId(), transaction: `0x${newId()}`, asset: USDT, addressKey: `0x${key}1`, amount: 5_000_000n },
    ]);
  const mine = async () =>
    (await listUnclaimed({ database, currentRates })).filter(({ address }) => address === `0x${key}1`);
  pay();
  const before = await moved(confirm);
  expect(before).toEqual({ custody: 5_000_000, unclaimed: 5_000_000 });
  const [{ id } = { id: newId<UnclaimedId>() }] = await mine();
  await keep(id);
  expect(await mine()).toMatchObject([{ kept: { reason: 'Too little to look for.' } }]);
  const credit = () =>
    creditUnclaimed(
      { database, currentRates },
      { id, adminId: admin.userId, email: emailOf(owner), reason: 'Theirs.' },
    );
  let presses: PromiseSettledResult<unknown>[] = [];
  const taken = await moved(async () => {
    presses = await Promise.allSettled([take(id, null), credit(), take(id, null), credit()]);
  });
  expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect([
    { unclaimed: -5_000_000, operator: 5_000_000 },
    { unclaimed: -5_000_000, owner: 5_000_000 },
  ]).toContainEqual(taken);
  expect(await mine()).toEqual([]);
  pay();
  await confirm();
  const [{ id: next } = { id: newId<UnclaimedId>() }] = await mine();
  expect(await moved(() => take(next, null))).toEqual({ unclaimed: -5_000_000, operator: 5_000_000 });
  await expect(credit()).rejects.toMatchObject({ status: 409 });
  const lost = await fourBack();
  expect(await moved(() => removeBlocks({ database, log: silentLog }, lost))).toEqual({
    custody: -5_000_000,
    operator: -5_000_000,
  });
});

test('[C3] [D14] what one person has given of a surplus alone counts together: small parts do not pass below the threshold', async () => {
  const { database, book, give, take, moved, setThreshold } = sample;
  const id = await book(10_000_000n);
  // Of six at most.
  await setThreshold('900000');
  const second = (await insertCustomer(database, { isAdmin: true })).userId;
  expect(await give(id, { amount: '4', left: '10' })).toBe('settled');
  expect(await give(id, { amount: '2', left: '6' })).toBe('settled');
  expect(
    await moved(async () => {
      expect(await give(id, { amount: '1', left: '4' })).toBe('waits');
      expect(await take(id, { amount: '1', left: '4' })).toBe('waits');
    }),
  ).toEqual({});
  expect(await take(id, { amount: '1', left: '4' }, second)).toBe('settled');
  // What two have agreed on is no part of it.
  expect(await take(id, { amount: '1', left: '3' })).toBe('waits');
  await setThreshold('1050000');
  expect(await take(id, { amount: '1', left: '3' })).toBe('settled');
  await setThreshold(null);
});

test('[D14] [D1] coins of a payment that was read and is not final yet are not given away', async () => {
  const { database, owner, confirm, book, give, take, moved, readLate } = sample;
  const id = await book(10_000_000n);
  const other = await insertCustomer(database);
  await readLate([{ to: owner, amount: 4_000_000n }]);
  expect(
    await moved(async () => {
      await expect(give(id, { amount: '7', left: '10', to: other })).rejects.toMatchObject({ status: 409 });
      await expect(take(id, { amount: '10', left: '10' })).rejects.toMatchObject({ status: 409 });
      await give(id, { amount: '6', left: '10', to: other });
      await expect(take(id, { amount: '1', left: '4' })).rejects.toMatchObject({ status: 409 });
      await confirm();
    }),
  ).toEqual({ unclaimed: -10_000_000, owner: 4_000_000 });
  expect(await balance(database, receivable(other.userId, USDT))).toBe(0n);
});

test('[I5] [C3] who decides alone against what another person said first is recorded alone, with their own reason', async () => {
  const { database, owner, creditWhole, take, setThreshold, reservedDeposit } = sample;
  const id = await reservedDeposit();
  await setThreshold('100');
  expect(await creditWhole(id, owner)).toBe('waits');
  await setThreshold(null);
  const second = (await insertCustomer(database, { isAdmin: true })).userId;
  expect(await take(id, null, second)).toBe('settled');
  const claims = await database.query(
    `select kind, first_approved_by as first, decided_by as by, reason from deposit_claim where deposit_id = $1`,
    [id],
  );
  expect(claims).toEqual([{ kind: 'operator', first: null, by: second, reason: 'Our own test payment.' }]);
});

test('[I5] [D6] a deposit that the chain takes back while it becomes the operator’s own leaves the operator’s funds, not suspense', async () => {
  const { database, take, moved, reservedDeposit, fourBack } = sample;
  const id = await reservedDeposit();
  const lost = await fourBack();
  const both = await moved(async () => {
    let work: Promise<unknown> = Promise.resolve();
    await database.transaction(async (tx) => {
      // The decision stops before it is written, with its deposit locked.
      await tx.query(`lock table deposit_claim in exclusive mode`);
      const taking = take(id, null);
      await expect.poll(() => listWaiting(database)).toHaveLength(1);
      const removing = removeBlocks({ database, log: silentLog }, lost);
      await expect.poll(() => listWaiting(database)).toHaveLength(2);
      work = Promise.all([taking, removing]);
    });
    await work;
  });
  expect(both).toEqual({ custody: -5_000_000, unclaimed: -5_000_000 });
});
