// A plan that the network does not accept is replaced, and its refund is paid once all the same: by the old transaction
// or the new one, whichever the chain includes.
import { PLAN_STUCK_HOURS, type RefundId } from '@kobogate/contract';
import {
  createTestTreasuryWallet,
  DEPOSIT,
  newRaw,
  PAYEE,
  planTransfer,
  requirePlan,
  type TestTreasury,
  TREASURY,
  USDT,
  useTestTreasury,
} from '@kobogate/testkit/custody/treasury.ts';
import { beforeEach, expect, test } from 'vitest';
import type { EvmPlanned, Plan, Planned } from '@kobogate/plans';
import { countWork } from '../../admin/work/db.ts';
import { balance, refunding, treasury, verify } from '../../ledger/index.ts';
import { newId } from '../../platform/identifiers.ts';
import { createLog } from '../../platform/log.ts';
import type { TreasuryWallet, Replacement, Waiting } from './treasury-wallet.ts';
import { replacePlan } from './replace-plan.ts';
import { sendStage } from './send-plan.ts';
import { createTreasuryView } from './view-treasury.ts';

let sample: TestTreasury;
let nonce = 0;
let isSwept = false;
let replacement: (waiting: readonly Waiting[]) => Replacement;

const dearer = (waiting: readonly Waiting[]): Replacement => ({
  notes: [],
  impossible: new Set(),
  transactions: waiting
    .slice(-1)
    .map(({ planned }) => Object.assign({}, evm(planned), { maxFeePerGas: evm(planned).maxFeePerGas + 1n })),
});
function evm(planned: Planned | undefined): EvmPlanned {
  if (planned?.kind !== 'evm') throw new Error('not an EVM transaction');
  return planned;
}

/** What lies at a deposit address, in a plan where `isSwept`. */
const SWEPT = { id: null, asset: USDT, amount: 10_000_000n, address: TREASURY };

const treasuryWallet = createTestTreasuryWallet({
  draft: ({ refunds }) => {
    const moves = [...refunds, ...(isSwept ? [SWEPT] : [])];
    return Promise.resolve({ notes: [], transactions: moves.map((move) => planTransfer(move, nonce)) });
  },
  replacing: {
    uses: (planned) => [`${evm(planned).from.address} ${evm(planned).nonce}`],
    draft: (waiting) => Promise.resolve(replacement(waiting)),
  },
});

useTestTreasury((its) => {
  sample = its;
});
beforeEach(() => {
  nonce += 1;
  replacement = dearer;
  isSwept = false;
});

const makePlan = () => sample.makePlan(treasuryWallet);
const replace = () => replacePlan(sample.planning, { treasuryWallet, confirmations: 3 });
async function send(plan: Plan): Promise<string> {
  const [raw = ''] = await sendAll(plan);
  return raw;
}
async function sendAll(plan: Plan, before?: string[]): Promise<string[]> {
  const signed = before ?? plan.transactions.map(newRaw);
  await sample.record(treasuryWallet, plan, signed);
  return signed;
}
const planStatus = async ({ id }: Plan) =>
  (await sample.database.query<{ status: string }>(`select status from spending_plan where id = $1`, [id]))[0]?.status;
const statusOf = async (txid: string) =>
  (
    await sample.database.query<{ status: string }>(`select status from outgoing_transaction where txid = $1`, [txid])
  )[0]?.status;

async function expectPaidOnce(before: bigint): Promise<void> {
  expect(await balance(sample.database, refunding(sample.userId, USDT))).toBe(0n);
  expect((await balance(sample.database, treasury(USDT))) - before).toBe(-3_000_000n);
  expect((await verify(sample.database)).differences).toEqual([]);
}

test('whichever the chain includes pays the refund, once: the new one', async () => {
  const first = await makePlan();
  const old = await send(first);
  const next = requirePlan(await replace());
  await expect(send(first)).rejects.toThrow(/replaced/);
  const raw = await send(next);
  expect(await sample.refundRow()).toEqual({ status: 'sent', txid: raw });
  const before = await balance(sample.database, treasury(USDT));
  await sample.see(raw, 100n);
  await sample.settle(treasuryWallet, 102n);
  await expectPaidOnce(before);
  expect([await statusOf(old), await statusOf(raw)]).toEqual(['replaced', 'final']);
  expect([await planStatus(first), await planStatus(next)]).toEqual(['replaced', 'done']);
  expect(await sample.refundRow()).toEqual({ status: 'final', txid: raw });
});

test('[S4] that no block has for hours waits for a person, with its age, until another is to take its place', async () => {
  const work = async () =>
    new Map((await countWork(sample.database, [])).map(({ kind, count, oldest }) => [kind, { count, oldest }]));
  const inQueue = async () => [(await work()).get('plans')?.count, (await work()).get('plans-stuck')?.count];
  const first = await makePlan();
  expect(await inQueue()).toEqual([1, 0]);
  const old = await send(first);
  expect(await inQueue()).toEqual([0, 0]);
  const minutes = PLAN_STUCK_HOURS * 60;
  const handed = (ago: number) =>
    sample.database.query(
      `update outgoing_transaction set sent_at = now() - $2::int * interval '1 minute', handed_at = now() - $2::int * interval '1 minute' where txid = $1`,
      [old, ago],
    );
  await handed(minutes - 1);
  expect(await inQueue()).toEqual([0, 0]);
  await handed(minutes + 1);
  expect(await inQueue()).toEqual([0, 1]);
  const since = (await work()).get('plans-stuck')?.oldest ?? new Date();
  expect(Math.round((Date.now() - since.getTime()) / 60_000)).toBe(minutes + 1);
  const view = createTreasuryView({
    database: sample.database,
    addressSources: [],
    treasuryWallets: [{ treasuryWallet }],
  });
  expect((await view.plan(first.id)).plan).toMatchObject({ stage: 'sending', waitingSince: since.toISOString() });
  const next = requirePlan(await replace());
  expect(await inQueue()).toEqual([1, 0]);
  const raw = await send(next);
  expect(await inQueue()).toEqual([0, 0]);
  // What its network refuses needs somebody at once.
  const refuse = (said: string | null) =>
    sample.database.query(`update outgoing_transaction set refusal = $2 where txid = $1`, [raw, said]);
  await refuse('a sample of a refusal');
  expect(await inQueue()).toEqual([0, 1]);
  await refuse(null);
  await sample.see(raw, 150n);
  expect(await inQueue()).toEqual([0, 0]);
  await sample.settle(treasuryWallet, 152n);
});

async function expectOldPays(old: string, next: Plan): Promise<void> {
  const before = await balance(sample.database, treasury(USDT));
  await sample.see(old, 200n);
  expect(await sample.refundRow()).toEqual({ status: 'seen', txid: old });
  await sample.settle(treasuryWallet, 202n);
  await expectPaidOnce(before);
  expect(await sample.refundRow()).toEqual({ status: 'final', txid: old });
  // None of it can come any more, so another plan can be made.
  await expect(send(next)).rejects.toThrow(/done/);
}

test('whichever the chain includes pays the refund, once: the old one, although the new one was sent', async () => {
  const old = await send(await makePlan());
  const next = requirePlan(await replace());
  const raw = await send(next);
  await expectOldPays(old, next);
  expect(await planStatus(next)).toBe('done');
  expect(await statusOf(raw)).toBe('replaced');
});

test('whichever the chain includes pays the refund, once: the old one, before the new one is signed', async () => {
  const old = await send(await makePlan());
  const next = requirePlan(await replace());
  await expectOldPays(old, next);
  expect(await planStatus(next)).toBe('done');
});

test('the new one signed while a block has the old one changes nothing, and counts if that block goes', async () => {
  const old = await send(await makePlan());
  const next = requirePlan(await replace());
  await sample.see(old, 300n);
  const raw = await send(next);
  expect(await sample.refundRow()).toEqual({ status: 'seen', txid: old });
  await sample.database.transaction((tx) => sample.outgoing().forgetAbove(tx, 'ethereum', 299n));
  const before = await balance(sample.database, treasury(USDT));
  await sample.see(raw, 300n);
  await sample.settle(treasuryWallet, 302n);
  await expectPaidOnce(before);
  expect([await statusOf(old), await statusOf(raw)]).toEqual(['replaced', 'final']);
});

test('nothing is replaced whose transactions are not known, or are in a block', async () => {
  await expect(replace()).rejects.toThrow(/No plan/);
  const plan = await makePlan();
  await expect(replace()).rejects.toThrow(/not sent yet/);
  await sample.see(await send(plan), 400n);
  await expect(replace()).rejects.toThrow(/in a block/);
});

test('a refund that the chain has made impossible goes back to an administrator, and only that can be paid again', async () => {
  const plan = await makePlan();
  const old = await send(plan);
  replacement = () => ({ transactions: [], notes: [], impossible: new Set([old]) });
  expect(await replace()).toMatchObject({ plans: [] });
  expect(await sample.refundRow()).toEqual({ status: 'requested', txid: null });
  expect([await statusOf(old), await planStatus(plan)]).toEqual(['replaced', 'replaced']);
  await sample.approve();
  nonce += 1;
  expect((await makePlan()).transactions).toHaveLength(1);
});

test('a replacement that the chain could include besides the old one is never written', async () => {
  await send(await makePlan());
  const otherwise = (change: Partial<EvmPlanned>) => (waiting: readonly Waiting[]) => ({
    notes: [],
    impossible: new Set<string>(),
    transactions: waiting.map(({ planned }) => ({ ...evm(planned), ...change })),
  });
  const changes = [
    { nonce: nonce + 1 },
    { amount: 1n },
    { payee: '0xother' },
    { refundId: null },
    { refundId: newId<RefundId>() },
  ];
  for (const change of changes) {
    replacement = otherwise(change);
    await expect(replace()).rejects.toThrow(/twice/);
  }
  replacement = () => ({ refusal: 'The network says no.' });
  await expect(replace()).rejects.toThrow(/says no/);
});

test('no replacement is written for the refund of a disabled account', async () => {
  await send(await makePlan());
  await sample.database.query(`update app_user set disabled_at = now() where id = $1`, [sample.userId]);
  await expect(replace()).rejects.toThrow(/disabled/);
  expect(await sample.refundRow()).toMatchObject({ status: 'sent' });
});

test('no replacement is written for a refund that is newly listed, until it is accepted', async () => {
  await send(await makePlan());
  await sample.database.query(
    `insert into sanctioned_address (family, address_key, address) values ('evm', lower($1), $1)`,
    [PAYEE],
  );
  await expect(replace()).rejects.toThrow(/sanctions list/);
  expect(await sample.refundRow()).toMatchObject({ status: 'sent' });
  await sample.approve('The authority allows it.');
  expect(requirePlan(await replace()).transactions).toHaveLength(1);
  await sample.database.query(`delete from sanctioned_address`);
});

test('transactions that a replacement left as they were can be sent again and replaced, although the rest of it has ended', async () => {
  isSwept = true;
  const first = await makePlan();
  const [old = '', sweep = ''] = await sendAll(first);
  // The refund is written again; the sweep can't pay the price.
  replacement = (waiting) => dearer(waiting.filter(({ txid }) => txid === old));
  const next = requirePlan(await replace());
  await sample.see(await send(next), 500n);
  await sample.settle(treasuryWallet, 502n);
  expect([await planStatus(next), await statusOf(sweep)]).toEqual(['done', 'sent']);

  const handedOver: string[] = [];
  const listening = { ...treasuryWallet, broadcast: (raw: string) => Promise.resolve(void handedOver.push(raw)) };
  await sendAll(first, [old, sweep]);
  expect(await sendStage(sample, { treasuryWallet: listening, planId: first.id })).toMatchObject({
    sent: 1,
    waiting: 0,
  });
  expect(handedOver).toEqual([sweep]);

  replacement = dearer;
  const last = requirePlan(await replace());
  expect(last.transactions).toMatchObject([{ purpose: 'sweep', from: { address: DEPOSIT } }]);
  await expect(sendAll(first, [old, sweep])).rejects.toThrow(/replaced/);
  await sample.see(await send(last), 503n);
  await sample.settle(treasuryWallet, 505n);
  expect([await planStatus(last), await statusOf(sweep)]).toEqual(['done', 'replaced']);
  await expect(replace()).rejects.toThrow(/nothing of an ended one waits/);
});

test('a transaction that was given up and is in a block after all raises an alarm, and pays its refund, which is not paid again', async () => {
  const old = await send(await makePlan());
  replacement = () => ({ transactions: [], notes: [], impossible: new Set([old]) });
  await replace();
  const before = await balance(sample.database, treasury(USDT));
  let heard = '';
  const log = createLog('error', { write: (line: string) => void (heard += line) });
  await sample.see(old, 600n, log);
  expect(heard).toContain(old);
  expect(await sample.refundRow()).toEqual({ status: 'seen', txid: old });
  await sample.settle(treasuryWallet, 602n);
  await expectPaidOnce(before);
});

/** As in families whose accounts have nonces. */
const cancelling: TreasuryWallet = {
  ...treasuryWallet,
  replacing: {
    uses: (planned) => [`${evm(planned).from.address} ${evm(planned).nonce}`],
    draft: (waiting) => Promise.resolve(replacement(waiting)),
    cancel: (planned, own) =>
      Object.assign({}, evm(planned), {
        purpose: 'sweep' as const,
        asset: 'ETH@ethereum',
        amount: 1n,
        payee: own.address,
        payeePlace: evm(planned).from,
        refundId: null,
      }),
  },
};
const callOff = () => replacePlan(sample.planning, { treasuryWallet: cancelling, confirmations: 3 });
const disable = (at: 'now()' | 'null') =>
  sample.database.query(`update app_user set disabled_at = ${at} where id = $1`, [sample.userId]);

test('a refund that may no longer be paid is cancelled, and waits for a decision once that is final', async () => {
  const first = await makePlan();
  const old = await send(first);
  await disable('now()');
  const written = await callOff();
  expect(written.notes).toEqual([expect.stringMatching(/called off/)]);
  await send(requirePlan(written));
  // At an even higher price, and it stays cancelled.
  await disable('null');
  const last = requirePlan(await callOff());
  expect(last.transactions).toMatchObject([{ purpose: 'sweep', nonce, refundId: null }]);
  expect(await sample.refundRow()).toEqual({ status: 'sent', txid: old });
  const before = await balance(sample.database, treasury(USDT));
  await sample.see(await send(last), 700n);
  await sample.settle(treasuryWallet, 702n);
  expect([await statusOf(old), await planStatus(last)]).toEqual(['replaced', 'done']);
  expect(await sample.refundRow()).toEqual({ status: 'requested', txid: null });
  expect(await balance(sample.database, treasury(USDT))).toBe(before);
  expect((await verify(sample.database)).differences).toEqual([]);
});

test('a refund that the sanctions list names by now, and that is not accepted, holds back no later number of its address: it is cancelled', async () => {
  const list = () =>
    sample.database.query(
      `insert into sanctioned_address (family, address_key, address) values ('evm', lower($1), $1)`,
      [PAYEE],
    );
  const first = await makePlan();
  const old = await send(first);
  await list();
  // Its own transaction is not sent any more, and neither is any later one of the treasury.
  const { refusals } = await sendStage(sample, { treasuryWallet: cancelling, planId: first.id });
  expect(refusals).toEqual([expect.stringMatching(/sanctions list/)]);
  const written = await callOff();
  expect(written.notes).toEqual([expect.stringMatching(/called off: .*sanctions list/)]);
  const next = requirePlan(written);
  expect(next.transactions).toMatchObject([{ purpose: 'sweep', nonce, refundId: null }]);
  const raw = await send(next);
  expect(await sendStage(sample, { treasuryWallet: cancelling, planId: next.id })).toMatchObject({ sent: 1 });
  const before = await balance(sample.database, treasury(USDT));
  await sample.see(raw, 800n);
  await sample.settle(treasuryWallet, 802n);
  expect([await statusOf(old), await planStatus(next)]).toEqual(['replaced', 'done']);
  expect(await sample.refundRow()).toEqual({ status: 'requested', txid: null });
  expect(await balance(sample.database, treasury(USDT))).toBe(before);
  await sample.database.query(`delete from sanctioned_address`);
});

test('the old one, included after all, pays the refund that was to be cancelled', async () => {
  const old = await send(await makePlan());
  await disable('now()');
  const next = requirePlan(await callOff());
  await expectOldPays(old, next);
  expect(await planStatus(next)).toBe('done');
});

test('nothing is cancelled by a transaction that does not exclude the old one', async () => {
  await send(await makePlan());
  await disable('now()');
  replacement = (waiting) => ({
    notes: [],
    impossible: new Set(),
    transactions: waiting.map(({ planned }) => Object.assign({}, evm(planned), { nonce: nonce + 1 })),
  });
  await expect(callOff()).rejects.toThrow(/twice/);
  expect(await sample.refundRow()).toMatchObject({ status: 'sent' });
});
