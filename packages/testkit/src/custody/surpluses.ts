import type { DepositId, UnclaimedId, UserId } from '@kobogate/contract';
import { refreshList } from '@kobogate/server/src/controls/sanctions/load-list.ts';
import { findTip } from '@kobogate/server/src/custody/deposits/db.ts';
import { type LateInput, recordLate } from '@kobogate/server/src/custody/deposits/record-deposits.ts';
import { watchNetwork } from '@kobogate/server/src/custody/deposits/watch-network.ts';
import { resumeNetwork } from '@kobogate/server/src/custody/found/resume-network.ts';
import { insertSuspected, stopSuspected } from '@kobogate/server/src/custody/found/surpluses/db.ts';
import { drawFromSurplus } from '@kobogate/server/src/custody/found/surpluses/draw-surplus.ts';
import { takeOutSurpluses } from '@kobogate/server/src/custody/found/surpluses/take-out-surpluses.ts';
import { listTaken, listUnclaimed } from '@kobogate/server/src/custody/suspense/list-suspense.ts';
import { keepTaken, returnTaken } from '@kobogate/server/src/custody/suspense/return-taken.ts';
import {
  creditUnclaimed,
  keepUnclaimed,
  takeUnclaimed,
} from '@kobogate/server/src/custody/suspense/settle-unclaimed.ts';
import { reserveAddresses } from '@kobogate/server/src/custody/wallets/reserve-addresses.ts';
import { createWatchList } from '@kobogate/server/src/custody/watch-list/watch-list.ts';
import {
  balance,
  custody,
  customer,
  operatorFunds,
  receivable,
  unclaimed,
  verify,
} from '@kobogate/server/src/ledger/index.ts';
import { systemClock } from '@kobogate/server/src/platform/clock.ts';
import type { Database } from '@kobogate/server/src/platform/database.ts';
import { newId } from '@kobogate/server/src/platform/identifiers.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createTestClock } from '../platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '../platform/database.ts';
import { silentLog } from '../platform/log.ts';
import { createTestRates, insertCustomer, type TestCustomer } from '../sales/orders.ts';
import { createTestChain } from './chain.ts';

export const USDT = 'USDT@ethereum';
/** Who sends the payments that are read late. */
export const SENDER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const { currentRates } = createTestRates({ USDT: '1500' });

/** For tests: by which mail address an administrator names a customer. */
export const emailOf = ({ userId }: TestCustomer): string => `${userId}@kobogate.test`;

/** For tests: the key of a customer's address, under which the chain and the watch list know it. */
export const keyOf = ({ addressId }: TestCustomer): string => `0x${addressId.replaceAll('-', '')}`;

/** What an administrator gives of a surplus, and how much of it they saw: decimal texts. */
export interface Wish {
  amount: string;
  left: string;
  by?: UserId;
  to?: TestCustomer;
  sender?: string;
  transaction?: string;
  address?: string;
}

/**
 * For tests: an administrator, a customer, and a watched chain of Ethereum, on which coins of the customer's are found that no known
 * payment explains, with the steps of what becomes of them.
 */
async function createTestSurpluses(database: Database) {
  const admin = await insertCustomer(database, { isAdmin: true });
  const owner = await insertCustomer(database);
  const alarms: object[] = [];
  const log = { ...silentLog, error: (entry: object) => void alarms.push(entry) };
  const chain = createTestChain();
  const lastFound = { height: 0n };
  const pricing = { database, currentRates };

  async function watchAll(): Promise<void> {
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
  const confirm = async () => {
    for (let count = 0; count < 3; count += 1) chain.extend([]);
    await watchAll();
  };
  const tip = async () => {
    const newest = await findTip(database, 'ethereum');
    if (newest === null) throw new Error('no block was read');
    return newest;
  };
  chain.extend([]);
  await watchAll();

  const surpluses = async () => (await listUnclaimed(pricing)).filter(({ surplus }) => surplus !== null);
  async function find(amount: bigint, places: readonly TestCustomer[] = [owner], asset = USDT): Promise<void> {
    const { height } = await tip();
    lastFound.height = height;
    const found = {
      asset,
      amount,
      addressKeys: places.map(keyOf),
      places: places.map((place) => ({ address: keyOf(place), amount })),
      seenHeight: height,
    };
    await insertSuspected(database, 'ethereum', [found]);
    await database.transaction((tx) => stopSuspected(tx, 'ethereum'));
  }
  const explain = async (words: string) =>
    resumeNetwork({ database }, { network: 'ethereum', surplus: words, reason: 'An upgrade.', adminId: admin.userId });

  return {
    database,
    currentRates,
    admin,
    owner,
    chain,
    /** What the watcher raised an alarm for. */
    alarms,
    /** The newest block when coins were found, of which `readLate` reads payments; a test may name an earlier one. */
    lastFound,
    watchAll,
    /** Watches until what the chain has now is final. */
    confirm,
    tip,
    /** Coins above all known payments, as they are found and their network stops; in the books once that is explained. */
    find,
    explain,
    /** The same, explained: in suspense. */
    book: async (amount: bigint, places?: readonly TestCustomer[]): Promise<UnclaimedId> => {
      await find(amount, places);
      await explain(`${amount / 1_000_000n} USDT`);
      const [newest] = await surpluses();
      if (newest === undefined) throw new Error('nothing is in suspense');
      return newest.id;
    },
    surpluses,
    takenCoins: () => listTaken(pricing),
    leftOf: async (id: UnclaimedId) => (await surpluses()).find((each) => each.id === id)?.amount ?? '0',
    give: (
      id: UnclaimedId,
      { amount, left, by = admin.userId, to = owner, sender, transaction = '0xabc', address }: Wish,
    ) =>
      creditUnclaimed(pricing, {
        id,
        adminId: by,
        email: emailOf(to),
        reason: 'Their mail of Monday.',
        part: { amount, left, transaction, sender, address },
      }),
    creditWhole: (id: UnclaimedId, to: TestCustomer) =>
      creditUnclaimed(pricing, { id, adminId: admin.userId, email: emailOf(to), reason: 'Theirs.' }),
    take: (id: UnclaimedId, part: { amount: string; left: string } | null, by = admin.userId) =>
      takeUnclaimed(pricing, { id, adminId: by, part, reason: 'Our own test payment.' }),
    keep: (id: UnclaimedId, by = admin.userId) =>
      keepUnclaimed({ database }, { id, adminId: by, reason: 'Too little to look for.' }),
    giveBack: (id: UnclaimedId, by = admin.userId, reason = 'They showed it.') =>
      returnTaken(pricing, { id, adminId: by, reason }),
    notGiveBack: (id: UnclaimedId, by = admin.userId, reason = 'It was ours.') =>
      keepTaken({ database }, { id, adminId: by, reason }),
    /** How much each of these has more than before; the books are consistent then. */
    moved: async (work: () => Promise<unknown>) => {
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
          await Promise.all(names.map(async ([name, account]) => [name, await balance(database, account)] as const)),
        );
      };
      const before = await read();
      await work();
      const after = await read();
      expect((await verify(database)).differences).toEqual([]);
      return Object.fromEntries(
        Object.entries(after)
          .map(([name, amount]) => [name, Number(amount - (before[name] ?? 0n))])
          .filter(([, change]) => change !== 0),
      );
    },
    /** Above so many kobo a second administrator has to agree; null: never. */
    setThreshold: async (kobo: string | null) => {
      const [{ version } = { version: 0 }] = await database.query<{ version: number }>(
        `select coalesce(max(version), 0)::int as version from setting_change where subject = 'approvals'`,
      );
      await database.query(
        `insert into setting_change (subject, version, before, after, changed_by) values ('approvals', $1, '{}', $2, $3)`,
        [version + 1, JSON.stringify({ secondAboveKobo: kobo }), admin.userId],
      );
    },
    depositsOf: (userId: UserId) =>
      database.query<{ id: DepositId; identity: string; transaction: string; status: string; amount: string }>(
        `select id, identity, transaction, status, amount::text from deposit where user_id = $1 order by id`,
        [userId],
      ),
    /** Reads payments that a block of before had, which the program did not know then. */
    readLate: async (
      paid: readonly { to: TestCustomer; amount: bigint; asset?: string; identity?: string }[],
      more: Partial<LateInput> = {},
    ) => {
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
          blocks: [
            { height: lastFound.height, hash, parentHash: '', madeAt: new Date(0), transfers: transfers as never },
          ],
          confirmations: 3,
          forget: () => Promise.resolve(true),
          ...more,
        },
      );
    },
    /** Puts the sender of late payments on the list of sanctioned addresses. */
    listSender: async (): Promise<void> => {
      const folder = await mkdtemp(join(tmpdir(), 'kobogate-surplus-'));
      const file = join(folder, 'list.txt');
      await writeFile(file, ['# date: 2026-11-20', SENDER, ''].join('\n'));
      await refreshList({ database, clock: createTestClock(), log: silentLog, sanctionsFiles: [file] });
      await rm(folder, { recursive: true });
    },
    /** A final deposit of five at an address that may have been given out before a restore. */
    reservedDeposit: async (): Promise<UnclaimedId> => {
      const key = newId();
      const derive = (index: number) => ({ address: `0x${key}${index}`, addressKey: `0x${key}${index}` });
      const source = { family: 'evm' as const, keyFingerprint: key, size: 1_000_000, derive };
      await reserveAddresses({ database, log: silentLog, gap: 5, addressSources: [source] }, newId());
      chain.extend([
        { identity: newId(), transaction: `0x${newId()}`, asset: USDT, addressKey: `0x${key}1`, amount: 5_000_000n },
      ]);
      await confirm();
      const found = (await listUnclaimed(pricing)).find(({ address }) => address === `0x${key}1`);
      if (found === undefined) throw new Error('the deposit has no owner');
      return found.id;
    },
    /** The chain replaces its newest four blocks, with that deposit's. */
    fourBack: async () => {
      const { height, hash } = await tip();
      const [common] = await database.query<{ height: bigint; hash: string }>(
        `select height, hash from block where network = 'ethereum' and height = $1`,
        [String(height - 4n)],
      );
      if (common === undefined) throw new Error('the block is kept');
      return { network: 'ethereum', tip: { height, hash }, common };
    },
  };
}

export type TestSurpluses = Awaited<ReturnType<typeof createTestSurpluses>>;

/** For a test file: gives each of its tests such a chain and its coins, without the surpluses, decisions and blocks of earlier tests. */
export function useTestSurpluses(handOver: (surpluses: TestSurpluses) => void): void {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.drop());
  beforeEach(async () => {
    for (const table of ['surplus_share', 'balance_surplus', 'deposit_claim', 'block', 'watcher'])
      await db.database.query(`delete from ${table}`);
    await db.database.query(`update deposit set block_height = 0`);
    handOver(await createTestSurpluses(db.database));
  });
}
