// An approved refund is in one plan, and no plan has a payment that may not be made or is longer than an operator can
// review.
import {
  addressSources,
  createTestTreasuryWallet,
  type TestTreasury,
  USDT,
  useTestTreasury,
} from '@kobogate/testkit/custody/treasury.ts';
import { expect, test } from 'vitest';
import type { EvmPlanned } from '@kobogate/plans';
import { custody, post, receivable } from '../../ledger/index.ts';
import { newId } from '../../platform/identifiers.ts';
import { noteTreasuries } from '../wallets/db.ts';
import { discardPlan } from './discard-plan.ts';
import { planSpending } from './plan-spending.ts';
import type { TreasuryWallet } from './treasury-wallet.ts';

const ELSEWHERE = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const treasuryWallet = createTestTreasuryWallet();
let sample: TestTreasury;
useTestTreasury((its) => {
  sample = its;
});
const makePlan = () => sample.makePlan(treasuryWallet);

test('an approved refund is in one plan: a second waits, and one that pays refunds can’t be discarded', async () => {
  const tries = await Promise.allSettled([makePlan(), makePlan()]);
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(makePlan()).rejects.toThrow(/is open/);
  await expect(discardPlan(sample, 'ethereum')).rejects.toThrow(/pay them twice/);
  expect(await sample.refundRow()).toMatchObject({ status: 'planned' });
});

test('no plan pays a disabled account, or a customer who owes us the same coin', async () => {
  await sample.database.query(`update app_user set disabled_at = now() where id = $1`, [sample.userId]);
  await expect(makePlan()).rejects.toThrow(/nothing was planned/);
  await sample.database.query(`update app_user set disabled_at = null where id = $1`, [sample.userId]);
  await sample.database.transaction((tx) =>
    post(tx, [
      {
        source: 'deposit-reverted',
        sourceId: newId(),
        description: 'Deposit taken back by the chain',
        transfers: [{ debit: receivable(sample.userId, USDT), credit: custody(USDT), amount: 1n }],
      },
    ]),
  );
  await expect(makePlan()).rejects.toThrow(/nothing was planned/);
  expect(await sample.refundRow()).toMatchObject({ status: 'approved' });
});

test('a refund to an address of ours is in no plan, and that is reported', async () => {
  await sample.database.query(`update refund set address = $2 where id = $1`, [sample.refundId, ELSEWHERE]);
  const ours = () => ({ address: ELSEWHERE, addressKey: ELSEWHERE.toLowerCase() });
  const now = [
    { ...addressSources[0], family: 'evm' as const, keyFingerprint: '', size: 1, derive: ours, treasury: ours },
  ];
  const expectLeftOut = async (sources: typeof now) => {
    const { plan, notes } = await planSpending(
      { ...sample.planning, addressSources: sources },
      { treasuryWallet, isSweep: false },
    );
    expect([plan, notes]).toEqual([null, [expect.stringMatching(`${sample.refundId} .*address of yours`)]]);
  };
  await expectLeftOut(now);
  // The treasury of a former key is still ours.
  await noteTreasuries(sample.database, now);
  await expectLeftOut(addressSources);
  expect(await sample.refundRow()).toMatchObject({ status: 'approved' });
});

test('a plan is no longer than an operator can review; the rest waits for the next one, and that is reported', async () => {
  const many: TreasuryWallet = {
    ...treasuryWallet,
    draft: async (wish) => {
      const { transactions } = await treasuryWallet.draft(wish);
      const sweeps = Array.from({ length: 230 }, (_, nonce) => ({ ...transactions[0], refundId: null, nonce }));
      return { transactions: sweeps as EvmPlanned[], notes: ['a note'] };
    },
  };
  const { plan, notes } = await planSpending(sample.planning, { treasuryWallet: many, isSweep: true });
  expect(plan?.transactions).toHaveLength(200);
  expect(notes).toEqual(['a note', '30 transactions are left for the next plan.']);
});
