// A refund is planned once, sent once and booked once, whatever is repeated, fails, or is taken back by the chain.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EvmPlanned, Plan } from '@kobogate/plans';
import { formatFile, SIGNED_FORMAT } from '@kobogate/plans';
import { balance } from '../../ledger/balances.ts';
import { custody, receivable, refunding, treasury } from '../../ledger/chart.ts';
import { post } from '../../ledger/post.ts';
import { verify } from '../../ledger/verify.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { silentLog } from '../../platform/log.ts';
import { createTestDatabase, listWaiting, type TestDatabase } from '../../platform/test-database.ts';
import { createTestProof, signIn } from '../accounts/session-fixtures.ts';
import { createTestRates, insertCustomer, insertDeposit } from '../orders/order-fixtures.ts';
import { decideRefund } from '../refunds/decide-refund.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { viewAllRefunds } from '../refunds/view-refunds.ts';
import { noteTreasuries } from '../wallets/own-addresses.ts';
import { lockFamily } from './db.ts';
import { listOutgoing, saveOutgoing } from './db-outgoing.ts';
import { discardPlan } from './discard-plan.ts';
import { planSpending } from './plan-spending.ts';
import type { Outcome, Purse } from './purse.ts';
import { recordSigned, sendStage } from './send-plan.ts';
import { settleOutgoing } from './settle-outgoing.ts';
import { createOutgoing } from './track-outgoing.ts';

const USDT = 'USDT@ethereum';
const ELSEWHERE = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const address = { address: '0xtreasury', addressKey: '0xtreasury' };
const addressSources = [
  { family: 'evm' as const, keyFingerprint: 'sample', size: 1, derive: () => address, treasury: () => address },
];
const { currentRates } = createTestRates({ USDT: '1500' });
let sample: TestDatabase;
let adminId: string;
let userId: string;
let refundId: string;
let broadcasts: string[];
let outcome: Outcome | null;

beforeAll(async () => {
  sample = await createTestDatabase();
  adminId = (await insertCustomer(sample.database, { isAdmin: true })).userId;
});
afterAll(() => sample.drop());
beforeEach(async () => {
  await sample.database.query(`update spending_plan set status = 'done'`);
  await sample.database.query(`update refund set status = 'declined' where status = 'approved'`);
  const owner = await insertCustomer(sample.database);
  userId = owner.userId;
  await insertDeposit(sample.database, owner, { amount: 10_000_000n });
  const refund = await requestRefund(
    { database: sample.database, clock: systemClock, proveOwner: createTestProof('') },
    {
      caller: await signIn(sample.database, userId),
      asset: USDT,
      amount: '5',
      address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      password: '',
      code: '',
      idempotencyKey: undefined,
    },
  );
  refundId = refund.id;
  await decideRefund({ ...sample, currentRates }, { id: refundId, adminId, status: 'approved', reason: null });
  broadcasts = [];
  outcome = { isSuccess: true, fee: 21n };
});

/** A network whose signed transactions are their own ids, and that takes whatever it is given. */
const purse: Purse = {
  network: 'ethereum',
  family: 'evm',
  holdings: () => Promise.resolve([]),
  draft: ({ refunds }) =>
    Promise.resolve({
      notes: [],
      transactions: refunds.map(({ id, asset, amount, address: payee }): EvmPlanned => ({
        kind: 'evm',
        stage: 2,
        purpose: 'refund',
        asset,
        amount,
        from: { chain: 1, index: 0, address: '0xtreasury' },
        payee,
        payeePlace: null,
        refundId: id,
        nonce: 0,
        to: payee,
        value: 0n,
        data: '0x',
        gas: 1n,
        maxFeePerGas: 1n,
        maxPriorityFeePerGas: 1n,
      })),
    }),
  identify: (_planned, raw) => Promise.resolve(raw.startsWith('0xab') ? raw : null),
  broadcast: (raw) => {
    broadcasts.push(raw);
    return Promise.resolve();
  },
  outcome: () => Promise.resolve(outcome),
};

const planning = () => ({ database: sample.database, clock: systemClock, addressSources });
async function makePlan(): Promise<Plan> {
  const made = await planSpending(planning(), { purse, isSweep: false });
  if (made.plan === null) throw new Error('nothing was planned');
  return made.plan;
}
const newRaw = (): string => `0xab${newId().replaceAll('-', '')}`;
const signedWith = (plan: Plan, raw: string) => ({
  purse,
  signed: { format: SIGNED_FORMAT, plan, signed: [raw] } as const,
});
const record = (plan: Plan, raw: string) => {
  const { signed } = signedWith(plan, raw);
  return recordSigned(sample, { purse, signed: { ...signed, signed: [...signed.signed] } });
};
const refundRow = async () => {
  const [row] = await sample.database.query<{ status: string; txid: string | null }>(
    `select status, txid from refund where id = $1`,
    [refundId],
  );
  return row;
};
const outgoing = () => createOutgoing({ database: sample.database, log: silentLog, addressSources });
const seeIn = (raw: string, height: bigint) =>
  sample.database.transaction((tx) =>
    outgoing().noteSeen(tx, 'ethereum', [{ height, hash: `block ${height}`, transactions: ['0xother', raw] }]),
  );
const settle = (tip: bigint) =>
  settleOutgoing({ database: sample.database, log: silentLog }, { purse, confirmations: 3, tip });

test('an approved refund is in one plan: a second waits, and one that pays refunds can not be discarded', async () => {
  const tries = await Promise.allSettled([makePlan(), makePlan()]);
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(makePlan()).rejects.toThrow(/is open/);
  await expect(discardPlan(sample, 'ethereum')).rejects.toThrow(/pay them twice/);
  expect(await refundRow()).toMatchObject({ status: 'planned' });
});

test('a signed file is written down once, before it is sent, and only as it was planned', async () => {
  const plan = await makePlan();
  await expect(record(plan, '0xcd')).rejects.toThrow(/not what this gateway planned/);
  expect(await refundRow()).toMatchObject({ status: 'planned', txid: null });
  const raw = newRaw();
  await record(plan, raw);
  await record(plan, raw);
  await expect(record(plan, newRaw())).rejects.toThrow(/signed otherwise/);
  await expect(record({ ...plan, id: newId() }, raw)).rejects.toThrow(/no such plan/);
  expect(broadcasts).toEqual([]);
  expect(await sendStage(sample, { purse, planId: plan.id })).toEqual({ sent: 1, waiting: 0, refusals: [] });
  expect(await refundRow()).toMatchObject({ status: 'sent', txid: raw });
  expect(await outgoing().ours('ethereum', [raw, '0xother'])).toEqual(new Set([raw]));
});

test('it is booked once when it is final, and the chain may take it back before that', async () => {
  const plan = await makePlan();
  const raw = newRaw();
  await record(plan, raw);
  await seeIn(raw, 100n);
  await settle(101n);
  expect(await refundRow()).toMatchObject({ status: 'seen' });
  await sample.database.transaction((tx) => outgoing().forgetAbove(tx, 'ethereum', 99n));
  expect(await refundRow()).toMatchObject({ status: 'sent' });
  await settle(200n);
  expect(await balance(sample.database, refunding(userId, USDT))).toBe(5_000_000n);
  await seeIn(raw, 102n);
  const paid = await balance(sample.database, treasury(USDT));
  await Promise.all([settle(104n), settle(104n)]);
  await settle(105n);
  expect(await refundRow()).toMatchObject({ status: 'final', txid: raw });
  expect(await balance(sample.database, refunding(userId, USDT))).toBe(0n);
  expect((await balance(sample.database, treasury(USDT))) - paid).toBe(-3_000_000n);
  const told = await sample.database.query(`select type from event where payload->>'refundId' = $1 order by id`, [
    refundId,
  ]);
  expect(told.at(-1)).toEqual({ type: 'refund.final' });
  expect((await verify(sample.database)).differences).toEqual([]);
  await expect(record(plan, raw)).rejects.toThrow(/is done/);
});

test('one that failed in its block moved nothing, and its refund waits for a person', async () => {
  const plan = await makePlan();
  const raw = newRaw();
  await record(plan, raw);
  await seeIn(raw, 100n);
  outcome = null;
  await settle(110n);
  expect(await refundRow()).toMatchObject({ status: 'seen' });
  outcome = { isSuccess: false, fee: 21n };
  await settle(110n);
  expect(await refundRow()).toMatchObject({ status: 'requested', txid: null });
  expect(await balance(sample.database, refunding(userId, USDT))).toBe(5_000_000n);
  await expect(makePlan()).rejects.toThrow(/nothing was planned/);
  await decideRefund({ ...sample, currentRates }, { id: refundId, adminId, status: 'approved', reason: null });
  expect((await makePlan()).transactions).toHaveLength(1);
});

test('no plan pays a disabled account, or somebody who owes us such coins', async () => {
  await sample.database.query(`update app_user set disabled_at = now() where id = $1`, [userId]);
  await expect(makePlan()).rejects.toThrow(/nothing was planned/);
  await sample.database.query(`update app_user set disabled_at = null where id = $1`, [userId]);
  await sample.database.transaction((tx) =>
    post(tx, [
      {
        source: 'deposit-reverted',
        sourceId: newId(),
        description: 'Deposit taken back by the chain',
        transfers: [{ debit: receivable(userId, USDT), credit: custody(USDT), amount: 1n }],
      },
    ]),
  );
  await expect(makePlan()).rejects.toThrow(/nothing was planned/);
  expect(await refundRow()).toMatchObject({ status: 'approved' });
});

test('a refund to an address of ours is in no plan, and that is said', async () => {
  await sample.database.query(`update refund set address = $2 where id = $1`, [refundId, ELSEWHERE]);
  const ours = () => ({ address: ELSEWHERE, addressKey: ELSEWHERE.toLowerCase() });
  const now = [
    { ...addressSources[0], family: 'evm' as const, keyFingerprint: '', size: 1, derive: ours, treasury: ours },
  ];
  const expectLeftOut = async (sources: typeof now) => {
    const { plan, notes } = await planSpending({ ...planning(), addressSources: sources }, { purse, isSweep: false });
    expect([plan, notes]).toEqual([null, [expect.stringMatching(`${refundId} .*address of yours`)]]);
  };
  await expectLeftOut(now);
  // The treasury of a key that was changed since is ours still.
  await noteTreasuries(sample.database, now);
  await expectLeftOut(addressSources);
  expect(await refundRow()).toMatchObject({ status: 'approved' });
});

test('[H-5] what the list names between plan and sending is sent on the word of an administrator who was told', async () => {
  const plan = await makePlan();
  const raw = newRaw();
  const accept = (reason: string | null) =>
    decideRefund({ ...sample, currentRates }, { id: refundId, adminId, status: 'approved', reason });
  const shown = async () => (await viewAllRefunds(sample)).find(({ id }) => id === refundId);
  await expect(accept('why')).rejects.toMatchObject({ status: 409 });
  await sample.database.query(
    `insert into sanctioned_address (family, address_key, address) select 'evm', lower(address), address from refund where id = $1`,
    [refundId],
  );
  await expect(record(plan, raw)).rejects.toMatchObject({ status: 422, message: expect.stringMatching(refundId) });
  expect(await listOutgoing(sample.database, plan.id)).toEqual([]);
  expect(await shown()).toMatchObject({ status: 'planned', listed: { isNew: true } });
  const mails = await sample.database.query(
    `select 1 from event where type = 'mail.send' and payload ->> 'to' = $1 and payload ->> 'text' like '%' || $2 || '%'`,
    [`${adminId}@kobogate.test`, refundId],
  );
  expect(mails).toHaveLength(1);
  await expect(accept(null)).rejects.toMatchObject({ status: 422 });
  await accept('The authority allows it.');
  expect(await shown()).toMatchObject({ status: 'planned', listed: { isAddress: true, isNew: false } });
  await record(plan, raw);
  expect(await refundRow()).toEqual({ status: 'sent', txid: raw });
  await sample.database.query(`delete from sanctioned_address`);
});

test('the watcher waits for whoever has the plan, and leaves what has ended meanwhile as it is', async () => {
  const plan = await makePlan();
  const raw = newRaw();
  await record(plan, raw);
  const block = { height: 100n, hash: 'block 100' };
  /** Ends the transaction while the watcher is at work on it; nobody has to begin anew for that, as after a deadlock. */
  const endDuring = async (work: (tx: Transaction) => Promise<void>): Promise<void> => {
    let begun = 0;
    const { working } = await sample.database.transaction(async (tx) => {
      begun += 1;
      await lockFamily(tx, plan.id);
      const watching = sample.database.transaction((own) => {
        begun += 1;
        return work(own);
      });
      await expect.poll(() => listWaiting(sample.database), { timeout: 10_000 }).toHaveLength(1);
      const [row] = await listOutgoing(tx, plan.id);
      await saveOutgoing(tx, row?.id ?? '', 'final', block);
      return { working: watching };
    });
    await working;
    expect(await listOutgoing(sample.database, plan.id)).toMatchObject([{ status: 'final' }]);
    expect(begun).toBe(2);
  };
  await endDuring((tx) => outgoing().noteSeen(tx, 'ethereum', [{ ...block, transactions: [raw] }]));
  await sample.database.query(`update outgoing_transaction set status = 'seen' where txid = $1`, [raw]);
  await endDuring((tx) => outgoing().forgetAbove(tx, 'ethereum', 99n));
});

test('one that can not be booked keeps no other of its network from being booked', async () => {
  const made = await makePlan();
  const [planned] = made.transactions;
  if (planned?.kind !== 'evm') throw new Error('nothing was planned');
  await sample.database.query(`update spending_plan set status = 'done'`);
  const plan: Plan = { ...made, id: newId(), transactions: [{ ...planned, refundId: null }, planned] };
  await sample.database.query(
    `insert into spending_plan (id, network, body, has_refunds) values ($1, 'ethereum', $2, true)`,
    [plan.id, formatFile(plan)],
  );
  const [bad, good] = [newRaw(), newRaw()];
  await recordSigned(sample, { purse, signed: { format: SIGNED_FORMAT, plan, signed: [bad, good] } });
  await seeIn(bad, 100n);
  await seeIn(good, 100n);
  const lying: Purse = {
    ...purse,
    outcome: (_planned, txid) =>
      txid === bad ? Promise.reject(new Error('less than nothing')) : Promise.resolve(outcome),
  };
  await settleOutgoing({ database: sample.database, log: silentLog }, { purse: lying, confirmations: 3, tip: 102n });
  expect(await refundRow()).toEqual({ status: 'final', txid: good });
  await sample.database.query(`update outgoing_transaction set status = 'failed' where txid = $1`, [bad]);
});

test('one that the network refuses keeps those of its address waiting, and no other', async () => {
  const made = await makePlan();
  const [planned] = made.transactions;
  if (planned?.kind !== 'evm') throw new Error('nothing was planned');
  const other = { chain: 0 as const, index: 0, address: '0xother' };
  const id = newId();
  const plan: Plan = {
    ...made,
    id,
    transactions: [planned, { ...planned, refundId: null }, { ...planned, refundId: null, from: other }],
  };
  await sample.database.query(`update spending_plan set status = 'done'`);
  await sample.database.query(
    `insert into spending_plan (id, network, body, has_refunds) values ($1, 'ethereum', $2, false)`,
    [id, formatFile(plan)],
  );
  const raws = [newRaw(), newRaw(), newRaw()];
  await recordSigned(sample, { purse, signed: { format: SIGNED_FORMAT, plan, signed: raws } });
  const refusing: Purse = {
    ...purse,
    broadcast: (raw) => (raw === raws[0] ? Promise.reject(new Error('The node refused it.')) : purse.broadcast(raw)),
  };
  const answer = await sendStage(sample, { purse: refusing, planId: id });
  expect(answer).toEqual({ sent: 1, waiting: 0, refusals: ['The node refused it.'] });
  expect(broadcasts).toEqual([raws[2]]);
});

test('a plan is no longer than a person can look through; the rest waits for the next one, and that is said', async () => {
  const many: Purse = {
    ...purse,
    draft: async (wish) => {
      const { transactions } = await purse.draft(wish);
      const sweeps = Array.from({ length: 230 }, (_, nonce) => ({ ...transactions[0], refundId: null, nonce }));
      return { transactions: sweeps as EvmPlanned[], notes: ['a note'] };
    },
  };
  const { plan, notes } = await planSpending(planning(), { purse: many, isSweep: true });
  expect(plan?.transactions).toHaveLength(200);
  expect(notes).toEqual(['a note', '30 transactions are left for the next plan.']);
});
