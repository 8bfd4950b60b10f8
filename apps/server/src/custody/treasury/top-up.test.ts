// A surplus in the treasury is the operator's only where no customer's coins are missed elsewhere.
import type { PlanId } from '@kobogate/contract';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer, insertDeposit } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balance, operatorFunds, post, treasury as treasuryAccount } from '../../ledger/index.ts';
import { newId } from '../../platform/identifiers.ts';
import { noteTreasuries } from './coins/db.ts';
import { insertPlan } from './plans/db.ts';
import type { Holding, TreasuryWallet } from './treasury-wallet.ts';
import { bookTopUp } from './top-up.ts';

const USDT = 'USDT@ethereum';
const own = { address: '0xtreasury', addressKey: '0xtreasury' };
const addressSources = [
  { family: 'evm' as const, keyFingerprint: 'sample', size: 1, derive: () => own, treasury: () => own },
];
let sample: TestDatabase;

beforeAll(async () => {
  sample = await createTestDatabase();
  await noteTreasuries(sample.database, addressSources);
});
afterAll(() => sample.drop());

const unused = () => Promise.reject(new Error('not used'));
const treasuryWalletWith = (custody: bigint, treasury: bigint): TreasuryWallet => ({
  network: 'ethereum',
  family: 'evm',
  holdings: () => {
    const at = (chain: 0 | 1, amount: bigint): Holding => ({
      address: { chain, index: 0, ...own },
      asset: USDT,
      amount,
    });
    return Promise.resolve([at(0, custody), at(1, treasury)]);
  },
  draft: unused,
  identify: unused,
  broadcast: unused,
  used: unused,
  trace: unused,
  outcome: unused,
});
const topUp = (custody: bigint, treasury: bigint) =>
  bookTopUp({ database: sample.database, addressSources }, treasuryWalletWith(custody, treasury));

test('[L2] several that are asked for at once, on the page and by command, book the surplus once', async () => {
  await Promise.all(
    [topUp(0n, 7_000_000n), topUp(0n, 7_000_000n), topUp(0n, 7_000_000n)].map((each) => each.catch(() => [])),
  );
  expect(await balance(sample.database, operatorFunds(USDT))).toBe(7_000_000n);
  // As a payment of the operator's own takes it out again.
  await sample.database.transaction((tx) =>
    post(tx, [
      {
        source: 'treasury-top-up',
        sourceId: newId(),
        description: 'Out again',
        transfers: [{ debit: operatorFunds(USDT), credit: treasuryAccount(USDT), amount: 7_000_000n }],
      },
    ]),
  );
});

test('[L2] coins that a transaction of ours took out while the node was slow to answer are not booked as put in', async () => {
  const wallet = treasuryWalletWith(0n, 3_000_000n);
  const id = newId<PlanId>();
  const slow: TreasuryWallet = {
    ...wallet,
    holdings: async (addresses) => {
      const before = await wallet.holdings(addresses);
      await sample.database.transaction((tx) =>
        insertPlan(tx, { id, network: 'ethereum', body: '', hasRefunds: false, rootId: null }),
      );
      await sample.database.query(
        `insert into outgoing_transaction (id, plan_id, position, network, txid, raw, status, ended_at)
         values ($1, $2, 0, 'ethereum', '0x1', '', 'final', clock_timestamp())`,
        [newId(), id],
      );
      return before;
    },
  };
  await expect(bookTopUp({ database: sample.database, addressSources }, slow)).rejects.toMatchObject({ status: 409 });
  expect(await balance(sample.database, operatorFunds(USDT))).toBe(0n);
});

test('it books the surplus once, and nothing while deposit addresses hold less than the ledger says', async () => {
  await insertDeposit(sample.database, await insertCustomer(sample.database), { amount: 10_000_000n });
  await expect(topUp(9_999_999n, 5_000_000n)).rejects.toMatchObject({ status: 409 });
  expect(await balance(sample.database, operatorFunds(USDT))).toBe(0n);
  expect(await topUp(10_000_000n, 5_000_000n)).toEqual(['5 USDT']);
  expect(await topUp(10_000_000n, 5_000_000n)).toEqual([]);
  expect(await balance(sample.database, operatorFunds(USDT))).toBe(5_000_000n);
});
