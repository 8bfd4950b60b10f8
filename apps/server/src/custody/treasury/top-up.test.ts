// A surplus in the treasury is the operator's only where no customer's coins are missed elsewhere.
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer, insertDeposit } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balance, operatorFunds } from '../../ledger/index.ts';
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

test('it books the surplus once, and nothing while deposit addresses hold less than the ledger says', async () => {
  await insertDeposit(sample.database, await insertCustomer(sample.database), { amount: 10_000_000n });
  await expect(topUp(9_999_999n, 5_000_000n)).rejects.toMatchObject({ status: 409 });
  expect(await balance(sample.database, operatorFunds(USDT))).toBe(0n);
  expect(await topUp(10_000_000n, 5_000_000n)).toEqual(['5 USDT']);
  expect(await topUp(10_000_000n, 5_000_000n)).toEqual([]);
  expect(await balance(sample.database, operatorFunds(USDT))).toBe(5_000_000n);
});
