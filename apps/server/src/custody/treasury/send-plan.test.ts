// A signed plan is recorded once before it is sent, only as it was planned, and nothing of it goes to a newly listed
// address; a transaction that the network refuses holds back no more than necessary.
import type { PlanId } from '@kobogate/contract';
import { whileFenced } from '@kobogate/testkit/controls/fence.ts';
import {
  createTestTreasuryWallet,
  newRaw,
  type TestTreasury,
  useTestTreasury,
} from '@kobogate/testkit/custody/treasury.ts';
import { createTestRates } from '@kobogate/testkit/sales/orders.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Plan } from '@kobogate/plans';
import { formatFile } from '@kobogate/plans';
import { newId } from '../../platform/identifiers.ts';
import { loadDepartures } from '../../controls/fence/db.ts';
import { viewAllRefunds } from '../refunds/view-refunds.ts';
import { listOutgoing } from './db.ts';
import type { TreasuryWallet } from './treasury-wallet.ts';
import { sendStage } from './send-plan.ts';

let broadcasts: string[];
const treasuryWallet = createTestTreasuryWallet({
  broadcast: (raw) => {
    broadcasts.push(raw);
    return Promise.resolve();
  },
});
let sample: TestTreasury;
useTestTreasury((its) => {
  sample = its;
});
beforeEach(() => {
  broadcasts = [];
});
const makePlan = () => sample.makePlan(treasuryWallet);

test('a signed file is recorded once, before it is sent, and only as it was planned', async () => {
  const plan = await makePlan();
  await expect(sample.record(treasuryWallet, plan, ['0xcd'])).rejects.toThrow(/not what this gateway planned/);
  expect(await sample.refundRow()).toMatchObject({ status: 'planned', txid: null });
  const raw = newRaw();
  await sample.record(treasuryWallet, plan, [raw]);
  await sample.record(treasuryWallet, plan, [raw]);
  await expect(sample.record(treasuryWallet, plan, [newRaw()])).rejects.toThrow(/different signed file/);
  await expect(sample.record(treasuryWallet, { ...plan, id: newId() }, [raw])).rejects.toThrow(/no such plan/);
  expect(broadcasts).toEqual([]);
  expect(await sendStage(sample, { treasuryWallet, planId: plan.id })).toEqual({
    sent: 1,
    waiting: 0,
    refusals: [],
    heldBackBy: null,
  });
  expect(await sample.refundRow()).toMatchObject({ status: 'sent', txid: raw });
  expect(await sample.outgoing().ours('ethereum', [raw, '0xother'])).toEqual(new Set([raw]));
});

test('where the signatures of a file were spoilt, those of another take their place until a node has taken the transaction', async () => {
  const plan = await makePlan();
  // As on Bitcoin: the id is the same whatever the signatures are.
  const witnessed = (broadcast: TreasuryWallet['broadcast']): TreasuryWallet =>
    createTestTreasuryWallet({ identify: () => Promise.resolve(`${plan.id} txid`), broadcast });
  const refusing = witnessed(() => Promise.reject(new Error('bad signature')));
  const [spoilt, right, later] = [newRaw(), newRaw(), newRaw()];
  await sample.record(refusing, plan, [spoilt]);
  expect((await sendStage(sample, { treasuryWallet: refusing, planId: plan.id })).refusals).toEqual(['bad signature']);
  await sample.record(refusing, plan, [right]);
  const taking = witnessed(treasuryWallet.broadcast);
  expect((await sendStage(sample, { treasuryWallet: taking, planId: plan.id })).sent).toBe(1);
  expect(broadcasts).toEqual([right]);
  await sample.record(taking, plan, [later]);
  expect(await listOutgoing(sample.database, plan.id)).toMatchObject([{ raw: right, refusal: null }]);
});

test('[I5] while a fence is up nothing of a signed plan is recorded or sent', async () => {
  const plan = await makePlan();
  const raw = newRaw();
  const { database, adminId } = sample;
  const stopped = { status: 503, dependency: 'recovery' };
  await whileFenced(database, adminId, async () => {
    await expect(sample.record(treasuryWallet, plan, [raw])).rejects.toMatchObject(stopped);
    expect(await listOutgoing(database, plan.id)).toEqual([]);
  });
  await sample.record(treasuryWallet, plan, [raw]);
  await whileFenced(database, adminId, async () => {
    await expect(sendStage(sample, { treasuryWallet, planId: plan.id })).rejects.toMatchObject(stopped);
  });
  expect(broadcasts).toEqual([]);
  expect(await loadDepartures(database)).toMatchObject({ isFenced: false });
});

test('[H-5] a refund that is listed between plan and sending is sent once an administrator who was told accepts it', async () => {
  const plan = await makePlan();
  const raw = newRaw();
  const shown = async () =>
    (await viewAllRefunds({ ...sample, ...createTestRates({}) })).find(({ id }) => id === sample.refundId);
  await expect(sample.approve('why')).rejects.toMatchObject({ status: 409 });
  await sample.database.query(
    `insert into sanctioned_address (family, address_key, address) select 'evm', lower(address), address from refund where id = $1`,
    [sample.refundId],
  );
  await expect(sample.record(treasuryWallet, plan, [raw])).rejects.toMatchObject({
    status: 422,
    message: expect.stringMatching(sample.refundId),
  });
  expect(await listOutgoing(sample.database, plan.id)).toEqual([]);
  expect(await shown()).toMatchObject({ status: 'planned', listed: { isNew: true } });
  const mails = await sample.database.query(
    `select 1 from event where type = 'mail.send' and payload ->> 'to' = $1 and payload ->> 'text' like '%' || $2 || '%'`,
    [`${sample.adminId}@kobogate.test`, sample.refundId],
  );
  expect(mails).toHaveLength(1);
  await expect(sample.approve(null)).rejects.toMatchObject({ status: 422 });
  await sample.approve('The authority allows it.');
  expect(await shown()).toMatchObject({ status: 'planned', listed: { isAddress: true, isNew: false } });
  await sample.record(treasuryWallet, plan, [raw]);
  expect(await sample.refundRow()).toEqual({ status: 'sent', txid: raw });
  await sample.database.query(`delete from sanctioned_address`);
});

test('[H-5] a refund that is listed once its signed transaction is recorded is not sent until an administrator accepts it, and they are told once', async () => {
  const plan = await makePlan();
  const raw = newRaw();
  await sample.record(treasuryWallet, plan, [raw]);
  const { database } = sample;
  await database.query(
    `insert into sanctioned_address (family, address_key, address) select 'evm', lower(address), address from refund where id = $1`,
    [sample.refundId],
  );
  const sendNow = () => sendStage(sample, { treasuryWallet, planId: plan.id });
  for (const refusals of [await sendNow(), await sendNow()].map((answer) => answer.refusals)) {
    expect(refusals).toEqual([expect.stringContaining(sample.refundId)]);
  }
  expect(broadcasts).toEqual([]);
  // It is shown on the plan's page and in the work queue, as what a network refuses is.
  expect(await listOutgoing(database, plan.id)).toMatchObject([
    { handedAt: null, refusal: expect.stringContaining('The sanctions list now names') },
  ]);
  const mails = await database.query(
    `select 1 from event where type = 'mail.send' and payload ->> 'to' = $1 and payload ->> 'text' like '%' || $2 || '%'`,
    [`${sample.adminId}@kobogate.test`, sample.refundId],
  );
  expect(mails).toHaveLength(1);
  await sample.approve('The authority allows it.');
  expect(await sendNow()).toMatchObject({ sent: 1, refusals: [] });
  expect(broadcasts).toEqual([raw]);
  await database.query(`delete from sanctioned_address`);
});

test('one that the network refuses holds back those of its address, and no other', async () => {
  const made = await makePlan();
  const [planned] = made.transactions;
  if (planned?.kind !== 'evm') throw new Error('nothing was planned');
  const other = { chain: 0 as const, index: 0, address: '0xother' };
  const id = newId<PlanId>();
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
  await sample.record(treasuryWallet, plan, raws);
  const refusing: TreasuryWallet = {
    ...treasuryWallet,
    broadcast: (raw) =>
      raw === raws[0] ? Promise.reject(new Error('The node refused it.')) : treasuryWallet.broadcast(raw),
  };
  const answer = await sendStage(sample, { treasuryWallet: refusing, planId: id });
  expect(answer).toEqual({ sent: 1, waiting: 0, refusals: ['The node refused it.'], heldBackBy: null });
  expect(broadcasts).toEqual([raws[2]]);
});
