// Coins that no known payment explains go to whom an administrator names, once, and no coin is counted twice where their payment
// is read after all; a deposit without an owner may be the operator's own, or stay where it is for a reason.
import type { AddressId, DepositId, UnclaimedId, UserId } from '@kobogate/contract';
import { createTestChain, type TestChain } from '@kobogate/testkit/custody/chain.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, listWaiting, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestRates, insertCustomer, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refreshList } from '../../controls/sanctions/load-list.ts';
import { sanctionsHandlers } from '../../controls/sanctions/screen.ts';
import {
  balance,
  custody,
  customer,
  exchange,
  held,
  operatorFunds,
  post,
  receivable,
  unclaimed,
  verify,
} from '../../ledger/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { newId } from '../../platform/identifiers.ts';
import { type LateInput, recordLate } from '../deposits/record-deposits.ts';
import { removeBlocks } from '../deposits/remove-blocks.ts';
import { watchNetwork } from '../deposits/watch-network.ts';
import { findTip, insertDeposits } from '../deposits/db.ts';
import { drawFromSurplus } from '../found/surpluses/draw-surplus.ts';
import { describeSurpluses } from '../found/surplus.ts';
import { insertSuspected, linkToSurplus, listOpen, stopSuspected } from '../found/surpluses/db.ts';
import { takeOutSurpluses } from '../found/surpluses/take-out-surpluses.ts';
import { sumDeposits } from '../found/db.ts';
import { listUnconfirmed } from '../treasury/db.ts';
import { resumeNetwork } from '../found/resume-network.ts';
import { createWatchList } from '../watch-list/watch-list.ts';
import { giveAddresses, insertUnowned, takeSequence } from '../wallets/db.ts';
import { reserveAddresses } from '../wallets/reserve-addresses.ts';
import { listTaken, listUnclaimed } from './list-suspense.ts';
import { returnTaken } from './return-taken.ts';
import { creditUnclaimed, keepUnclaimed, takeUnclaimed, worthOfUnclaimed } from './settle-unclaimed.ts';

const USDT = 'USDT@ethereum';
const TWIN = 'USDT0@optimism';
const SENDER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const { currentRates } = createTestRates({ USDT: '1500' });
let sample: TestDatabase;
let chain: TestChain;
let admin: TestCustomer;
let owner: TestCustomer;
/** What the watcher raised an alarm for. */
let alarms: object[] = [];
const log = { ...silentLog, error: (entry: object) => void alarms.push(entry) };
/** The newest block when coins were found. */
let foundAt = 0n;

beforeAll(async () => {
  sample = await createTestDatabase();
});
afterAll(() => sample.drop());
beforeEach(async () => {
  const { database } = sample;
  for (const table of ['surplus_share', 'balance_surplus', 'deposit_claim', 'block', 'watcher'])
    await database.query(`delete from ${table}`);
  await database.query(`update deposit set block_height = 0`);
  admin = await insertCustomer(database, { isAdmin: true });
  owner = await insertCustomer(database);
  alarms = [];
  chain = createTestChain();
  chain.extend([]);
  await watchAll();
});

const emailOf = ({ userId }: TestCustomer): string => `${userId}@kobogate.test`;
const keyOf = ({ addressId }: TestCustomer): string => `0x${addressId.replaceAll('-', '')}`;
async function watchAll(): Promise<void> {
  const { database } = sample;
  const watching = {
    database,
    chain,
    draw: drawFromSurplus,
    takeOut: takeOutSurpluses,
    confirmations: 3,
    clock: systemClock,
    log,
  };
  while ((await watchNetwork({ ...watching, watchList: createWatchList(database, 'evm') })).hasMore);
}
const tip = async () => {
  const found = await findTip(sample.database, 'ethereum');
  if (found === null) throw new Error('no block was read');
  return found;
};

/** Coins above all known payments, as they are found and their network stops; in the books once that is explained. */
async function find(amount: bigint, places: readonly TestCustomer[] = [owner], asset = USDT): Promise<void> {
  const { height } = await tip();
  foundAt = height;
  const found = {
    asset,
    amount,
    addressKeys: places.map(keyOf),
    places: places.map((place) => ({ address: keyOf(place), amount })),
    seenHeight: height,
  };
  await insertSuspected(sample.database, 'ethereum', [found]);
  await sample.database.transaction((tx) => stopSuspected(tx, 'ethereum'));
}
const explain = async (words: string) =>
  resumeNetwork(sample, { network: 'ethereum', surplus: words, reason: 'An upgrade.', adminId: admin.userId });
async function book(amount: bigint, places?: readonly TestCustomer[]): Promise<UnclaimedId> {
  await find(amount, places);
  await explain(`${amount / 1_000_000n} USDT`);
  const [newest] = await surpluses();
  if (newest === undefined) throw new Error('nothing is in suspense');
  return newest.id;
}
const surpluses = async () =>
  (await listUnclaimed({ ...sample, currentRates })).filter(({ surplus }) => surplus !== null);
const takenCoins = () => listTaken({ ...sample, currentRates });
const leftOf = async (id: UnclaimedId) => (await surpluses()).find((each) => each.id === id)?.amount ?? '0';

interface Wish {
  amount: string;
  left: string;
  by?: UserId;
  to?: TestCustomer;
  sender?: string;
  transaction?: string;
  address?: string;
}
const give = (
  id: UnclaimedId,
  { amount, left, by = admin.userId, to = owner, sender, transaction = '0xabc', address }: Wish,
) =>
  creditUnclaimed(
    { ...sample, currentRates },
    {
      id,
      adminId: by,
      email: emailOf(to),
      reason: 'Their mail of Monday.',
      part: { amount, left, transaction, sender, address },
    },
  );
const take = (id: UnclaimedId, part: { amount: string; left: string } | null, by = admin.userId) =>
  takeUnclaimed({ ...sample, currentRates }, { id, adminId: by, part, reason: 'Our own test payment.' });
const keep = (id: UnclaimedId, by = admin.userId) =>
  keepUnclaimed(sample, { id, adminId: by, reason: 'Too little to look for.' });
const giveBack = (id: UnclaimedId, by = admin.userId, reason = 'They showed it.') =>
  returnTaken({ ...sample, currentRates }, { id, adminId: by, reason });
/** How much each of these has more than before. */
async function moved(work: () => Promise<unknown>) {
  const read = async () => {
    const accounts = {
      custody: custody(USDT),
      unclaimed: unclaimed(USDT),
      operator: operatorFunds(USDT),
      owner: customer(owner.userId, USDT),
      owes: receivable(owner.userId, USDT),
    };
    const names = Object.entries(accounts);
    return Object.fromEntries(
      await Promise.all(names.map(async ([name, account]) => [name, await balance(sample.database, account)] as const)),
    );
  };
  const before = await read();
  await work();
  const after = await read();
  expect((await verify(sample.database)).differences).toEqual([]);
  return Object.fromEntries(
    Object.entries(after)
      .map(([name, amount]) => [name, Number(amount - (before[name] ?? 0n))])
      .filter(([, change]) => change !== 0),
  );
}
const setThreshold = async (kobo: string | null) => {
  const [{ version } = { version: 0 }] = await sample.database.query<{ version: number }>(
    `select coalesce(max(version), 0)::int as version from setting_change where subject = 'approvals'`,
  );
  await sample.database.query(
    `insert into setting_change (subject, version, before, after, changed_by) values ('approvals', $1, '{}', $2, $3)`,
    [version + 1, JSON.stringify({ secondAboveKobo: kobo }), admin.userId],
  );
};
const depositsOf = (userId: UserId) =>
  sample.database.query<{ id: DepositId; identity: string; transaction: string; status: string; amount: string }>(
    `select id, identity, transaction, status, amount::text from deposit where user_id = $1 order by id`,
    [userId],
  );

/** Reads payments that a block of before had, which the program did not know then. */
async function readLate(
  paid: readonly { to: TestCustomer; amount: bigint; asset?: string; identity?: string }[],
  more: Partial<LateInput> = {},
) {
  const { database } = sample;
  const { height, hash } = await tip();
  const transfers = paid.map(({ to, amount, asset = USDT, identity = newId() }) => ({
    identity,
    transaction: `0x${newId()}`,
    asset,
    addressKey: keyOf(to),
    amount,
    senders: [SENDER.toLowerCase()],
  }));
  return recordLate(
    { database, watchList: createWatchList(database, 'evm'), clock: systemClock },
    {
      network: 'ethereum',
      tip: { height, hash },
      blocks: [{ height: foundAt, hash, parentHash: '', madeAt: new Date(0), transfers: transfers as never }],
      confirmations: 3,
      forget: () => Promise.resolve(true),
      ...more,
    },
  );
}
/** Puts the sender of late payments on the list of sanctioned addresses. */
async function listSender(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kobogate-surplus-'));
  const file = join(folder, 'list.txt');
  await writeFile(file, ['# date: 2026-11-20', SENDER, ''].join('\n'));
  await refreshList({ database: sample.database, clock: createTestClock(), log: silentLog, sanctionsFiles: [file] });
  await rm(folder, { recursive: true });
}

/** A final deposit of five at an address that may have been given out before a restore. */
async function reservedDeposit(): Promise<UnclaimedId> {
  const { database } = sample;
  const key = newId();
  const derive = (index: number) => ({ address: `0x${key}${index}`, addressKey: `0x${key}${index}` });
  const source = { family: 'evm' as const, keyFingerprint: key, size: 1_000_000, derive };
  await reserveAddresses({ database, log: silentLog, gap: 5, addressSources: [source] }, newId());
  chain.extend([
    { identity: newId(), transaction: `0x${newId()}`, asset: USDT, addressKey: `0x${key}1`, amount: 5_000_000n },
  ]);
  await confirm();
  const found = (await listUnclaimed({ ...sample, currentRates })).find(({ address }) => address === `0x${key}1`);
  if (found === undefined) throw new Error('the deposit has no owner');
  return found.id;
}
/** The chain replaces its newest four blocks, with that deposit's. */
async function fourBack() {
  const { height, hash } = await tip();
  const [common] = await sample.database.query<{ height: bigint; hash: string }>(
    `select height, hash from block where network = 'ethereum' and height = $1`,
    [String(height - 4n)],
  );
  if (common === undefined) throw new Error('the block is kept');
  return { network: 'ethereum', tip: { height, hash }, common };
}
const creditWhole = (id: UnclaimedId, to: TestCustomer) =>
  creditUnclaimed({ ...sample, currentRates }, { id, adminId: admin.userId, email: emailOf(to), reason: 'Theirs.' });

const confirm = async () => {
  for (let count = 0; count < 3; count += 1) chain.extend([]);
  await watchAll();
};

test('[D14] a part becomes a deposit of the customer whom an administrator names, at their address that holds it, once however often it is pressed', async () => {
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
  expect(
    await sample.database.query(`select type from event where payload ->> 'depositId' = $1`, [deposit?.id]),
  ).toEqual([{ type: 'deposit.confirmed' }]);
  const acts = await sample.database.query(`select action, reason from admin_action where user_id = $1`, [
    owner.userId,
  ]);
  expect(acts).toEqual([{ action: 'deposit-credited', reason: '4 USDT on Ethereum: Their mail of Monday.' }]);
  // The rest is another's, who has no address that holds it: at their wallet's.
  const other = await insertCustomer(sample.database);
  await give(id, { amount: '6', left: '6', to: other });
  expect(await surpluses()).toEqual([]);
  await expect(give(id, { amount: '1', left: '0' })).rejects.toMatchObject({ status: 409 });
});

test('[D14] it is at the customer’s address that is given, else at the one that holds as much, else at their wallet’s', async () => {
  const { database } = sample;
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

test('[D14] [D15] a twin of a coin on offer is credited as that, leaves suspense as itself, and its payment too where it is read after all', async () => {
  const { database } = sample;
  const twin = [await balance(database, unclaimed(TWIN)), await balance(database, exchange(TWIN))] as const;
  const suspected = { asset: TWIN, amount: 9_000_000n, addressKeys: [], places: [], seenHeight: 5n };
  await insertSuspected(database, 'optimism', [suspected]);
  await database.transaction((tx) => stopSuspected(tx, 'optimism'));
  const [open] = await listOpen(database, 'optimism');
  await resumeNetwork(sample, {
    network: 'optimism',
    surplus: describeSurpluses(open === undefined ? [] : [open]),
    reason: 'An upgrade.',
    adminId: admin.userId,
  });
  const [item] = await surpluses();
  expect(item).toMatchObject({ amount: '9', nairaKobo: '1350000' });
  await give(item?.id ?? newId(), { amount: '4', left: '9' });
  const offered = customer(owner.userId, 'USDT@optimism');
  expect(await balance(database, offered)).toBe(4_000_000n);
  const [deposit] = await database.query(`select asset, came_as as "cameAs" from deposit where user_id = $1`, [
    owner.userId,
  ]);
  expect(deposit).toEqual({ asset: 'USDT@optimism', cameAs: TWIN });
  const drawn = await database.transaction(async (tx) => {
    const paid = { userId: owner.userId, asset: 'USDT@optimism', cameAs: TWIN, amount: 7_000_000n };
    const id = newId<DepositId>();
    const named = {
      id,
      network: 'optimism',
      identity: id,
      transaction: '0x1',
      blockHash: '',
      blockHeight: 5n,
      addressId: owner.addressId,
    };
    const when = {
      confirmationsNeeded: 1,
      seenAt: new Date(),
      knownAt: new Date(),
      senders: [],
      readBy: undefined,
      contradiction: undefined,
    };
    await insertDeposits(tx, [{ ...paid, ...named, ...when }]);
    await linkToSurplus(tx, [id]);
    const found = await drawFromSurplus(tx, { ...paid, id }, offered);
    await post(tx, [
      { source: 'deposit', sourceId: id, description: 'Deposit confirmed', transfers: found?.transfers ?? [] },
    ]);
    return found;
  });
  expect(drawn?.owing).toMatchObject([{ userId: owner.userId, asset: 'USDT@optimism', amount: 4_000_000n }]);
  expect(await balance(database, offered)).toBe(11_000_000n);
  expect((await balance(database, unclaimed(TWIN))) - twin[0]).toBe(2_000_000n);
  expect((await balance(database, exchange(TWIN))) - twin[1]).toBe(7_000_000n);
  expect((await verify(database)).differences).toEqual([]);
});

test('[D14] what is said has to fit: the amount that was seen, no more than is left, a transaction, an account with an address there, not one’s own', async () => {
  const id = await book(10_000_000n);
  const [nobody] = await sample.database.query<{ id: UserId }>(
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
  const id = await book(10_000_000n);
  expect(await moved(() => take(id, { amount: '3', left: '10' }))).toEqual({
    unclaimed: -3_000_000,
    operator: 3_000_000,
  });
  await keep(id);
  expect(await surpluses()).toMatchObject([{ amount: '7', kept: { reason: 'Too little to look for.' } }]);
  const acts = await sample.database.query(`select action, reason from admin_action where admin_id = $1 order by at`, [
    admin.userId,
  ]);
  expect(acts.slice(-2)).toEqual([
    { action: 'deposit-taken', reason: '3 USDT on Ethereum: Our own test payment.' },
    { action: 'deposit-kept', reason: '7 USDT on Ethereum: Too little to look for.' },
  ]);
  expect(await moved(() => give(id, { amount: '7', left: '7' }))).toEqual({ unclaimed: -7_000_000, owner: 7_000_000 });
});

test('[C3] [D14] above the operator’s threshold two have to say the same of a surplus, in any order, and the first may withdraw it', async () => {
  const id = await book(10_000_000n);
  await setThreshold('100');
  const second = (await insertCustomer(sample.database, { isAdmin: true })).userId;
  const wish = { amount: '4', left: '10' };
  const nothing = await moved(async () => {
    expect(await give(id, { ...wish, sender: SENDER })).toBe('waits');
    await expect(give(id, { ...wish, sender: SENDER })).rejects.toMatchObject({ status: 409 });
    // Another customer, amount, sender, or the operator: not the same.
    await expect(
      give(id, { ...wish, sender: SENDER, by: second, to: await insertCustomer(sample.database) }),
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
  await listSender();
  const id = await book(10_000_000n);
  await give(id, { amount: '10', left: '10', sender: SENDER.toLowerCase() });
  const [deposit] = await depositsOf(owner.userId);
  if (deposit === undefined) throw new Error('there is a deposit');
  await sanctionsHandlers(sample)['deposit.confirmed']({ depositId: deposit.id });
  expect(
    await sample.database.query(`select deposit_id as id from sanctions_hit where deposit_id = $1`, [deposit.id]),
  ).toEqual([{ id: deposit.id }]);
});

test('[D14] [D1] a payment that is read after its coins were booked takes them out of suspense, and custody stays as it was', async () => {
  const id = await book(10_000_000n);
  expect(
    await moved(async () => {
      expect(await readLate([{ to: owner, amount: 4_000_000n }])).toHaveLength(1);
      await confirm();
    }),
  ).toEqual({ unclaimed: -4_000_000, owner: 4_000_000 });
  expect(await leftOf(id)).toBe('6');
  // A payment of a later block brings its own coins.
  chain.extend([
    { identity: newId(), transaction: `0x${newId()}`, asset: USDT, addressKey: keyOf(owner), amount: 2_000_000n },
  ]);
  expect(await moved(confirm)).toEqual({ custody: 2_000_000, owner: 2_000_000 });
  expect(await leftOf(id)).toBe('6');
});

test('[D14] [I5] coins of a payment that is not final and that a surplus counts are missed nowhere, and looked for nowhere else than where they came', async () => {
  const { database } = sample;
  const other = await insertCustomer(database);
  const open = async () => (await listUnconfirmed(database, 'ethereum')).get(USDT) ?? 0n;
  const before = await open();
  const id = await book(10_000_000n);
  await give(id, { amount: '4', left: '10', to: other });
  const deposits = async () => {
    const known = await sumDeposits(database, 'ethereum', [owner.addressId, other.addressId]);
    return Object.fromEntries(known.map(({ addressId, amount }) => [addressId, amount]));
  };
  expect(await deposits()).toEqual({ [other.addressId]: 4_000_000n });
  await readLate([{ to: owner, amount: 9_000_000n }]);
  expect((await open()) - before).toBe(0n);
  // What is more than the surplus has comes besides.
  await readLate([{ to: owner, amount: 3_000_000n }]);
  expect((await open()) - before).toBe(2_000_000n);
  await confirm();
  expect((await open()) - before).toBe(0n);
  expect(await deposits()).toEqual({ [owner.addressId]: 12_000_000n, [other.addressId]: 0n });
});

test('[D14] [D1] one that is read after a person gave its coins to the same customer becomes the deposit that they made of it', async () => {
  const id = await book(10_000_000n);
  await give(id, { amount: '4', left: '10' });
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 4_000_000n }]);
      await confirm();
    }),
  ).toEqual({});
  const [deposit, ...others] = await depositsOf(owner.userId);
  expect([deposit?.status, deposit?.transaction, others]).toEqual([
    'confirmed',
    expect.stringMatching(/^0x\S{36}$/),
    [],
  ]);
  expect(
    await sample.database.query(`select address_key from deposit_sender where deposit_id = $1`, [deposit?.id]),
  ).toEqual([{ address_key: SENDER.toLowerCase() }]);
  // The same once more is another payment of theirs.
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 4_000_000n }]);
      await confirm();
    }),
  ).toEqual({ unclaimed: -4_000_000, owner: 4_000_000 });
  expect(await leftOf(id)).toBe('2');
});

test('[D14] [D1] one of which the customer was given only a part is credited with the rest', async () => {
  const id = await book(10_000_000n);
  await give(id, { amount: '4', left: '10' });
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 7_000_000n }]);
      await confirm();
    }),
  ).toEqual({ unclaimed: -3_000_000, owner: 3_000_000 });
  expect(alarms).toEqual([]);
  expect(await leftOf(id)).toBe('3');
});

test('[D14] [D1] one whose coins the operator took, or another customer got, is credited: the operator gives them back, the other owes them, which is an alarm', async () => {
  const id = await book(10_000_000n);
  const other = await insertCustomer(sample.database);
  await take(id, { amount: '6', left: '10' });
  await give(id, { amount: '4', left: '4', to: other });
  // They have spent one of the four.
  await sample.database.transaction((tx) =>
    post(tx, [
      {
        source: 'sample',
        sourceId: newId(),
        description: 'Held for an order',
        transfers: [{ debit: customer(other.userId, USDT), credit: held(other.userId, USDT), amount: 1_000_000n }],
      },
    ]),
  );
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 10_000_000n }]);
      await confirm();
    }),
  ).toEqual({ operator: -6_000_000, owner: 10_000_000 });
  expect(await balance(sample.database, customer(other.userId, USDT))).toBe(0n);
  expect(await balance(sample.database, receivable(other.userId, USDT))).toBe(1_000_000n);
  const [deposit] = await depositsOf(owner.userId);
  expect(alarms).toEqual([
    { network: 'ethereum', depositId: deposit?.id, userId: other.userId, asset: USDT, amount: '4000000' },
  ]);
});

test('[D14] [D1] one that is larger than its surplus brings the rest itself; one that replaced another reading is counted only as far as that was short', async () => {
  await book(4_000_000n);
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 10_000_000n }]);
      await confirm();
    }),
  ).toEqual({ unclaimed: -4_000_000, custody: 6_000_000, owner: 10_000_000 });
  await book(9_000_000n);
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 10_000_000n }], {
        replaced: { id: newId(), asset: USDT, amount: 7_000_000n },
      });
      await confirm();
    }),
  ).toEqual({ unclaimed: -3_000_000, custody: 7_000_000, owner: 10_000_000 });
});

test('[D14] [D1] one that is read while its surplus waits for a person brings its coins, and the rest alone is booked', async () => {
  expect(
    await moved(async () => {
      await find(10_000_000n);
      await readLate([{ to: owner, amount: 4_000_000n }]);
      await explain('10 USDT');
      await confirm();
    }),
  ).toEqual({ custody: 10_000_000, unclaimed: 6_000_000, owner: 4_000_000 });
});

test('[I5] [D6] a deposit without an owner may be the operator’s own, once; where the chain takes it back it leaves the operator’s funds', async () => {
  const { database } = sample;
  const key = newId();
  const derive = (index: number) => ({ address: `0x${key}${index}`, addressKey: `0x${key}${index}` });
  const source = { family: 'evm' as const, keyFingerprint: key, size: 1_000_000, derive };
  await reserveAddresses({ database, log: silentLog, gap: 5, addressSources: [source] }, newId());
  const pay = () =>
    chain.extend([
      { identity: newId(), transaction: `0x${newId()}`, asset: USDT, addressKey: `0x${key}1`, amount: 5_000_000n },
    ]);
  const mine = async () =>
    (await listUnclaimed({ ...sample, currentRates })).filter(({ address }) => address === `0x${key}1`);
  pay();
  const before = await moved(confirm);
  expect(before).toEqual({ custody: 5_000_000, unclaimed: 5_000_000 });
  const [{ id } = { id: newId<UnclaimedId>() }] = await mine();
  await keep(id);
  expect(await mine()).toMatchObject([{ kept: { reason: 'Too little to look for.' } }]);
  const credit = () =>
    creditUnclaimed(
      { ...sample, currentRates },
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

test('[D14] [D1] one that is read again otherwise, before it is final, is counted by its surplus as before', async () => {
  chain.extend([]);
  await watchAll();
  await book(10_000_000n);
  const [first] = await readLate([{ to: owner, amount: 4_000_000n }]);
  if (first === undefined) throw new Error('it was read');
  const { identity } = first;
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 6_000_000n, identity }], {
        replaced: { id: first.id, asset: USDT, amount: 4_000_000n },
        forget: async (tx) => {
          await tx.query(`update deposit set status = 'dropped' where id = $1`, [first.id]);
          return true;
        },
      });
      await confirm();
    }),
  ).toEqual({ unclaimed: -6_000_000, owner: 6_000_000 });
});

test('[D14] [D6] [D1] one whose block is replaced before it is final brings its coins wherever it is read then: what was booked of them left the books', async () => {
  chain.extend([]);
  await watchAll();
  const id = await book(10_000_000n);
  const [late] = await readLate([{ to: owner, amount: 4_000_000n }]);
  if (late === undefined) throw new Error('it was read');
  const payment = { ...late, asset: USDT, addressKey: keyOf(owner) } as const;
  expect(
    await moved(async () => {
      // Twice: the second time nothing is left to leave.
      for (let replaced = 0; replaced < 2; replaced += 1) {
        chain.cut(1);
        chain.extend([]);
        chain.extend([payment]);
        await watchAll();
      }
      await confirm();
    }),
  ).toEqual({ custody: -6_000_000, unclaimed: -10_000_000, owner: 4_000_000 });
  expect((await depositsOf(owner.userId)).map(({ status }) => status)).toEqual(['dropped', 'dropped', 'confirmed']);
  expect(await leftOf(id)).toBe('0');
});

test('[D14] [D6] [D1] one that the chain took back after it was final is out of the books: read late once more it brings its coins, but those of a later surplus', async () => {
  chain.extend([]);
  await watchAll();
  const id = await book(10_000_000n);
  const [late] = await readLate([{ to: owner, amount: 4_000_000n }]);
  if (late === undefined) throw new Error('it was read');
  const again = { to: owner, amount: 4_000_000n, identity: late.identity };
  await confirm();
  /** Its block and those above are replaced by as many without it. */
  const takeBack = async () => {
    const deep = Number((await tip()).height - foundAt) + 1;
    chain.cut(deep);
    for (let count = 0; count <= deep; count += 1) chain.extend([]);
    await watchAll();
  };
  expect(await moved(takeBack)).toEqual({ custody: -10_000_000, unclaimed: -6_000_000, owner: -4_000_000 });
  expect(
    await moved(async () => {
      await readLate([again]);
      await confirm();
    }),
  ).toEqual({ custody: 4_000_000, owner: 4_000_000 });
  await takeBack();
  const [first, height] = [foundAt, (await tip()).height];
  await book(4_000_000n);
  expect(foundAt).toBe(height);
  foundAt = first;
  expect(
    await moved(async () => {
      await readLate([again]);
      await confirm();
    }),
  ).toEqual({ unclaimed: -4_000_000, owner: 4_000_000 });
  expect(await leftOf(id)).toBe('0');
});

test('[D14] [D6] [D1] where the chain replaces the block at which they were found, coins that no payment explains are out of the books, and a payment of them brings its own', async () => {
  const { database } = sample;
  const other = await insertCustomer(database);
  chain.extend([]);
  await watchAll();
  const id = await book(10_000_000n);
  await take(id, { amount: '3', left: '10' });
  await give(id, { amount: '2', left: '7', to: other });
  await setThreshold('100');
  await give(id, { amount: '1', left: '5', to: other });
  await setThreshold(null);
  // Later blocks say nothing of them.
  chain.extend([]);
  await watchAll();
  expect(
    await moved(async () => {
      chain.cut(1);
      chain.extend([]);
      await confirm();
    }),
  ).toEqual({});
  expect(await leftOf(id)).toBe('5');
  await database.query(`delete from balance_check`);
  const deep = Number((await tip()).height - foundAt) + 1;
  expect(
    await moved(async () => {
      chain.cut(deep);
      for (let count = 0; count < deep; count += 1) chain.extend([]);
      chain.extend([
        { identity: newId(), transaction: `0x${newId()}`, asset: USDT, addressKey: keyOf(owner), amount: 4_000_000n },
      ]);
      await confirm();
    }),
  ).toEqual({ custody: -6_000_000, unclaimed: -5_000_000, operator: -3_000_000, owner: 4_000_000 });
  expect(await balance(database, customer(other.userId, USDT))).toBe(0n);
  expect(alarms).toContainEqual({ network: 'ethereum', asset: USDT, amount: '8000000' });
  expect([await surpluses(), await takenCoins()]).toEqual([[], []]);
  await expect(give(id, { amount: '1', left: '0' })).rejects.toMatchObject({ status: 409 });
  // What is there still is found by the comparison, and its payments that are read late are of that.
  const checks = await database.query(`select address_id as "addressId" from balance_check`);
  expect(checks).toEqual([{ addressId: owner.addressId }]);
  const first = foundAt;
  const again = await book(6_000_000n);
  foundAt = first;
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 1_000_000n }]);
      await confirm();
    }),
  ).toEqual({ unclaimed: -1_000_000, owner: 1_000_000 });
  expect(await leftOf(again)).toBe('5');
});

test('[D14] [D6] coins whose payment is still looked for are compared anew where the chain replaces the block at which they were found', async () => {
  const { database } = sample;
  chain.extend([]);
  await watchAll();
  const { height } = await tip();
  const found = { asset: USDT, amount: 4_000_000n, addressKeys: [keyOf(owner)], places: [], seenHeight: height };
  await insertSuspected(database, 'ethereum', [found]);
  chain.extend([]);
  await watchAll();
  chain.cut(1);
  chain.extend([]);
  await confirm();
  expect(await listOpen(database, 'ethereum')).toHaveLength(1);
  chain.cut(Number((await tip()).height - height) + 1);
  for (let count = 0; count < 6; count += 1) chain.extend([]);
  await watchAll();
  expect(await listOpen(database, 'ethereum')).toEqual([]);
});

test('[D14] [D6] [D1] what a later surplus counts of a payment that the chain took back is counted once, whatever is noted of that payment since', async () => {
  const { database } = sample;
  chain.extend([]);
  await watchAll();
  const { height } = await tip();
  chain.extend([
    { identity: newId(), transaction: `0x${newId()}`, asset: USDT, addressKey: keyOf(owner), amount: 4_000_000n },
  ]);
  await confirm();
  const [paid] = await depositsOf(owner.userId);
  const deep = Number((await tip()).height - height);
  chain.cut(deep);
  for (let count = 0; count <= deep; count += 1) chain.extend([]);
  await watchAll();
  await book(4_000_000n);
  foundAt = height + 1n;
  await database.query(`update deposit set updated_at = clock_timestamp() where id = $1 and status = 'reverted'`, [
    paid?.id,
  ]);
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 4_000_000n, identity: paid?.identity ?? '' }]);
      await confirm();
    }),
  ).toEqual({ unclaimed: -4_000_000, owner: 4_000_000 });
});

test('[H-5] [D14] the sender of a payment that is read after its coins were given is compared with the list, too', async () => {
  await listSender();
  const id = await book(10_000_000n);
  await give(id, { amount: '4', left: '10' });
  await readLate([{ to: owner, amount: 4_000_000n }]);
  const [deposit] = await depositsOf(owner.userId);
  const hits = `select deposit_id as id from sanctions_hit where deposit_id = $1`;
  expect(await sample.database.query(hits, [deposit?.id])).toEqual([{ id: deposit?.id }]);
});

test('[C3] [D14] what one person has given of a surplus alone counts together: small parts do not pass below the threshold', async () => {
  const id = await book(10_000_000n);
  // Of six at most.
  await setThreshold('900000');
  const second = (await insertCustomer(sample.database, { isAdmin: true })).userId;
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
  const id = await book(10_000_000n);
  const other = await insertCustomer(sample.database);
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
  expect(await balance(sample.database, receivable(other.userId, USDT))).toBe(0n);
});

test('[D14] [D6] a deposit of a surplus that the chain took back owes its coins once, also where a payment of them is read later', async () => {
  const { database } = sample;
  const id = await book(10_000_000n);
  await give(id, { amount: '4', left: '10' });
  const common = await tip();
  for (let count = 0; count < 3; count += 1) chain.extend([]);
  await watchAll();
  await database.query(`update deposit set block_height = $2 where user_id = $1`, [
    owner.userId,
    String(common.height + 1n),
  ]);
  const back = { network: 'ethereum', tip: await tip(), common };
  expect(await moved(() => removeBlocks({ database, log: silentLog }, back))).toEqual({
    custody: -4_000_000,
    owner: -4_000_000,
  });
  await watchAll();
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 4_000_000n }]);
      await confirm();
    }),
  ).toEqual({ unclaimed: -4_000_000, owner: 4_000_000 });
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 4_000_000n }]);
      await confirm();
    }),
  ).toEqual({ unclaimed: -2_000_000, custody: 2_000_000, owner: 4_000_000 });
});

test('[D14] [D6] where the chain takes back a payment and the gift of the same coins, they leave the books once', async () => {
  const { database } = sample;
  const other = await insertCustomer(database);
  const takeBack = async () => {
    const deep = Number((await tip()).height - foundAt) + 1;
    chain.cut(deep);
    for (let count = 0; count <= deep; count += 1) chain.extend([]);
    await watchAll();
  };
  for (const paid of [4_000_000n, 3_000_000n]) {
    chain.extend([]);
    await watchAll();
    const id = await book(4_000_000n);
    await give(id, { amount: '4', left: '4', to: other });
    await readLate([{ to: owner, amount: paid }]);
    expect(await moved(confirm)).toEqual({ owner: Number(paid) });
    // What the payment had of the gift was owed before; the rest of it is owed now.
    expect(await moved(takeBack)).toEqual({ custody: -4_000_000, owner: -Number(paid) });
    expect(await balance(database, receivable(other.userId, USDT))).toBe(0n);
    expect(await balance(database, customer(other.userId, USDT))).toBe(0n);
  }
});

test('[I5] [C3] who decides alone against what another person said first is recorded alone, with their own reason', async () => {
  const id = await reservedDeposit();
  await setThreshold('100');
  expect(await creditWhole(id, owner)).toBe('waits');
  await setThreshold(null);
  const second = (await insertCustomer(sample.database, { isAdmin: true })).userId;
  expect(await take(id, null, second)).toBe('settled');
  const claims = await sample.database.query(
    `select kind, first_approved_by as first, decided_by as by, reason from deposit_claim where deposit_id = $1`,
    [id],
  );
  expect(claims).toEqual([{ kind: 'operator', first: null, by: second, reason: 'Our own test payment.' }]);
});

test('[I5] [D6] a deposit that the chain takes back while it becomes the operator’s own leaves the operator’s funds, not suspense', async () => {
  const { database } = sample;
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

test('[I5] [D14] what was booked as the operator’s own and is not comes back to suspense by a posting of its own, once, and goes to its customer', async () => {
  const { database } = sample;
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
  expect(String(await worthOfUnclaimed({ ...sample, currentRates }, share.id))).toBe(share.nairaKobo);
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
  const id = await book(10_000_000n);
  await take(id, { amount: '4', left: '10' });
  const [share] = await takenCoins();
  if (share === undefined) throw new Error('it is in the list');
  await setThreshold('100');
  const second = (await insertCustomer(sample.database, { isAdmin: true })).userId;
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
  const records = await sample.database.query(
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

test('[I5] [D6] what the chain took back is the operator’s own no more; what was put back before leaves suspense then', async () => {
  const takeBack = async () => {
    const lost = await fourBack();
    chain.cut(4);
    await removeBlocks({ ...sample, log: silentLog }, lost);
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
