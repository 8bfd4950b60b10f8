// An approved refund is in one plan, no plan has a payment that may not be made, and several plans of any size move each
// coin once.
import type { PlanId } from '@kobogate/contract';
import {
  addressSources,
  createTestTreasuryWallet,
  newRaw,
  planTransfer,
  type TestTreasury,
  TREASURY,
  USDT,
  useTestTreasury,
} from '@kobogate/testkit/custody/treasury.ts';
import { insertCustomer, insertDeposit } from '@kobogate/testkit/sales/orders.ts';
import { expect, test } from 'vitest';
import type { EvmPlanned, Plan } from '@kobogate/plans';
import { custody, post, receivable } from '../../ledger/index.ts';
import { newId } from '../../platform/identifiers.ts';
import { noteTreasuries } from './coins/db.ts';
import { noteMoved } from './coins/db.ts';
import { discardPlan } from './discard-plan.ts';
import { movedBy } from './settle-outgoing.ts';
import { planSpending } from './plan-spending.ts';
import { findPlan } from './plans/db.ts';
import { sendStage } from './send-plan.ts';
import type { SpendingWish, TreasuryWallet } from './treasury-wallet.ts';

const ELSEWHERE = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const treasuryWallet = createTestTreasuryWallet();
let sample: TestTreasury;
useTestTreasury((its) => {
  sample = its;
});
const makePlan = () => sample.makePlan(treasuryWallet);

test('an approved refund is in one plan: a second waits, and one that pays refunds can’t be discarded', async () => {
  const tries = await Promise.allSettled([makePlan(), makePlan()]);
  const [made, ...more] = tries.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  expect(more).toEqual([]);
  await expect(makePlan()).rejects.toThrow(/nothing was planned/);
  await expect(discardPlan(sample, { planId: made?.id ?? newId() })).rejects.toThrow(/pay them twice/);
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
    const { plans, notes } = await planSpending(
      { ...sample.planning, addressSources: sources },
      { treasuryWallet, isSweep: false },
    );
    expect([plans, notes]).toEqual([[], [expect.stringMatching(`${sample.refundId} .*address of yours`)]]);
  };
  await expectLeftOut(now);
  // The treasury of a former key is still ours.
  await noteTreasuries(sample.database, now);
  await expectLeftOut(addressSources);
  expect(await sample.refundRow()).toMatchObject({ status: 'approved' });
});

/** A wallet that sweeps so many addresses, whose gas the treasury pays. */
const sweeping = (count: number, seen: (wish: SpendingWish) => void = () => undefined): TreasuryWallet => ({
  ...treasuryWallet,
  draft: (wish) => {
    seen(wish);
    const sweep = planTransfer({ id: null, asset: USDT, amount: 1n, address: TREASURY });
    const before = (wish.reserved ?? []).length;
    const transactions = Array.from({ length: count }, (_, at): EvmPlanned => {
      const from = { chain: 0 as const, index: at, address: `0xdeposit${before + at}` };
      return { ...sweep, from };
    });
    const gas: EvmPlanned = {
      ...sweep,
      purpose: 'gas',
      stage: 0,
      from: { chain: 1, index: 0, address: TREASURY },
      nonce: before,
    };
    return Promise.resolve({ transactions: [gas, ...transactions], notes: ['a note'] });
  },
});
const plan = async (wallet: TreasuryWallet): Promise<readonly Plan[]> =>
  (await planSpending(sample.planning, { treasuryWallet: wallet, isSweep: true })).plans.map((written) => written.plan);
const statusOf = async ({ id }: Plan) => (await findPlan(sample.database, id))?.status;

test('[D10] a draft of any size is written in parts, each sent only once the parts before it are in blocks', async () => {
  const wallet = sweeping(449);
  const parts = await plan(wallet);
  expect(parts.map(({ transactions }) => transactions.length)).toEqual([200, 200, 50]);
  const [first, second, third] = parts;
  if (first === undefined || second === undefined || third === undefined) throw new Error('there are fewer parts');
  await expect(discardPlan(sample, { planId: first.id })).rejects.toThrow(/later plan goes on/);
  const raws = second.transactions.map(newRaw);
  await sample.record(wallet, second, raws);
  const send = (planId: PlanId) => sendStage(sample, { treasuryWallet: wallet, planId });
  expect(await send(second.id)).toMatchObject({ sent: 0, waiting: 200, heldBackBy: { id: first.id } });
  await sample.record(wallet, first, first.transactions.map(newRaw));
  expect(await send(first.id)).toMatchObject({ sent: 1, waiting: 199 });
  expect(await send(second.id)).toMatchObject({ sent: 0, heldBackBy: { id: first.id } });
  await sample.database.query(
    `update outgoing_transaction set status = 'seen', block_height = 1, block_hash = 'a' where plan_id = $1`,
    [first.id],
  );
  expect(await send(second.id)).toMatchObject({ sent: 200, waiting: 0, heldBackBy: null });
  await discardPlan(sample, { planId: third.id });
  expect(await statusOf(third)).toBe('discarded');
});

test('[D10] several plans of a network are open at once: none moves what another moves already, and a later number waits for an earlier one', async () => {
  const wishes: SpendingWish[] = [];
  const wallet = sweeping(2, (wish) => wishes.push(wish));
  const [first] = await plan(wallet);
  const [second] = await plan(wallet);
  if (first === undefined || second === undefined) throw new Error('nothing was planned');
  expect(wishes[1]?.reserved).toEqual(first.transactions);
  await expect(discardPlan(sample, { planId: first.id })).rejects.toThrow(/later plan goes on/);
  await sample.record(wallet, second, second.transactions.map(newRaw));
  expect(await sendStage(sample, { treasuryWallet: wallet, planId: second.id })).toMatchObject({
    sent: 0,
    heldBackBy: { id: first.id },
  });
  await sample.record(wallet, first, first.transactions.map(newRaw));
  expect(await sendStage(sample, { treasuryWallet: wallet, planId: second.id })).toMatchObject({ sent: 1, waiting: 2 });
});

test('of two plans that are drafted at the same moment one is refused, so that no number and no coin is in both', async () => {
  const drafter = sweeping(1);
  // Each has read the books before either is written, however the two are scheduled.
  const drafts: (() => void)[] = [];
  const wallet: TreasuryWallet = {
    ...drafter,
    draft: async (wish) => {
      await new Promise<void>((resolve) => {
        drafts.push(resolve);
        if (drafts.length === 2) for (const goOn of drafts) goOn();
      });
      return drafter.draft(wish);
    },
  };
  const made = await Promise.allSettled([plan(wallet), plan(wallet)]);
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(made.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } });
});

test('[D10] only addresses that hold coins by the books are asked for, and none once its coins were swept', async () => {
  const source = { family: 'evm' as const, keyFingerprint: 'coins', size: 9 };
  const own = () => ({ address: TREASURY, addressKey: TREASURY });
  const sources = [{ ...source, derive: own, treasury: own }];
  const people = [await insertCustomer(sample.database), await insertCustomer(sample.database)] as const;
  for (const [at, { addressId }] of people.entries()) {
    await sample.database.query(
      `update deposit_address set key_fingerprint = 'coins', derivation_index = $2 where id = $1`,
      [addressId, at],
    );
  }
  const [, owner] = people;
  const full = `0x${owner.addressId.replaceAll('-', '')}`;
  await insertDeposit(sample.database, owner, { amount: 7n });
  const asked = async (isEverywhere: boolean): Promise<string[]> => {
    const wishes: SpendingWish[] = [];
    const wallet = sweeping(0, (wish) => wishes.push(wish));
    await planSpending(
      { ...sample.planning, addressSources: sources },
      { treasuryWallet: wallet, isSweep: true, isEverywhere },
    );
    return (wishes[0]?.deposits ?? []).map(({ address }) => address);
  };
  expect(await asked(false)).toEqual([full]);
  expect(await asked(true)).toHaveLength(2);
  const planned: EvmPlanned = {
    ...planTransfer({ id: null, asset: USDT, amount: 7n, address: TREASURY }),
    from: { chain: 0, index: 1, address: full },
  };
  const moved = movedBy('ethereum', planned, { isSuccess: true, fee: 1n });
  await sample.database.transaction((tx) => noteMoved(tx, 'ethereum', moved));
  expect(await asked(false)).toEqual([]);
});
