// A plan is asked for, made once, fetched to the byte, handed in only as it was planned, and sent on after any crash.
import { randomBytes } from 'node:crypto';
import { createSecretBox } from '../../platform/secret-box.ts';
import type { PlanId } from '@kobogate/contract';
import { whileFenced } from '@kobogate/testkit/controls/fence.ts';
import {
  addressSources,
  createTestTreasuryWallet,
  newRaw,
  type TestTreasury,
  useTestTreasury,
} from '@kobogate/testkit/custody/treasury.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { formatFile, type Plan, readPlans, SIGNED_FORMAT, SIGNED_PLANS_FORMAT } from '@kobogate/plans';
import { beforeEach, expect, test, vi } from 'vitest';
import { listActs } from '../../controls/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { NodeFault } from '../deposits/chain.ts';
import { askTreasury } from './tasks/ask-treasury.ts';
import { listOutgoing } from './db.ts';
import { doTasks } from './tasks/do-tasks.ts';
import type { SpendingDraft } from './treasury-wallet.ts';
import { handIn } from './hand-in.ts';
import { sendAgain, sendWaiting } from './send-waiting.ts';
import { createTreasuryView } from './view-treasury.ts';

let sample: TestTreasury;
let broadcasts: string[];
let refusal: string | null;
const treasuryWallet = createTestTreasuryWallet({
  broadcast: (raw) => {
    if (refusal !== null) return Promise.reject(new Error(refusal));
    broadcasts.push(raw);
    return Promise.resolve();
  },
});
const watched = { treasuryWallet, confirmations: 3 };
useTestTreasury((its) => {
  sample = its;
});
beforeEach(async () => {
  broadcasts = [];
  refusal = null;
  await sample.database.query(`delete from treasury_task`);
});

const secretBox = createSecretBox(randomBytes(32));
const needs = () => ({ database: sample.database, addressSources, treasuryWallets: [watched] });
const view = () => createTreasuryView(needs());
const work = () => doTasks({ ...needs(), clock: systemClock, log: silentLog, secretBox }, watched);
const send = () => sendWaiting({ database: sample.database, log: silentLog }, treasuryWallet);
const ask = (network = 'ethereum') =>
  askTreasury(needs(), {
    kind: 'refunds',
    network,
    planId: null,
    everywhere: false,
    count: 1,
    adminId: sample.adminId,
  });
const give = (text: string) => handIn(needs(), { text, adminId: sample.adminId });
const signed = (plan: Plan, raws = plan.transactions.map(newRaw)) =>
  ({ format: SIGNED_FORMAT, plan, signed: raws }) as const;
const open = async () =>
  (await view().read()).plans.filter(({ stage }) => !['done', 'discarded', 'replaced'].includes(stage));

async function makePlan(): Promise<Plan> {
  await ask();
  await work();
  const [plan] = readPlans((await view().file(undefined)).text) ?? [];
  if (plan === undefined) throw new Error('no plan is to be signed');
  return plan;
}
const acts = async () =>
  (
    await listActs(
      sample.database,
      {
        by: sample.adminId,
        actions: ['treasury-planned', 'treasury-sent'],
        thing: null,
        pattern: null,
        from: null,
        to: null,
      },
      { before: null, limit: 9 },
    )
  ).map(({ action }) => action);

test('what was asked is done once, is recorded, and the file is the plan to the byte', async () => {
  await ask();
  await expect(ask()).rejects.toMatchObject({ status: 409 });
  await expect(ask('solana')).rejects.toMatchObject({ status: 404 });
  // Two workers at once.
  await Promise.all([work(), work()]);
  const { plans, tasks } = await view().read();
  expect(tasks).toMatchObject([{ isDone: true, words: ['A plan of 1 transaction.'], networkName: 'Ethereum' }]);
  const [plan, ...more] = plans.filter(({ stage }) => stage === 'to-sign');
  expect(more).toEqual([]);
  expect(plan).toMatchObject({
    refunds: 1,
    paid: [{ currency: 'USDT', amount: '3' }],
    mostFee: [{ currency: 'ETH', amount: expect.stringMatching(/^0\.\d+$/) }],
    noDiscard: expect.stringMatching(/refunds/),
  });
  const rows = await sample.database.query<{ body: string }>(`select body from spending_plan where id = $1`, [
    plan?.id,
  ]);
  expect(await view().file(plan?.id)).toMatchObject({ name: 'kobogate-plan-ethereum.json', text: rows[0]?.body });
  expect(await acts()).toEqual(['treasury-planned']);
});

test('a task whose worker died is taken up again, and makes no second plan of what is in one', async () => {
  await ask();
  await sample.database.query(`update treasury_task set started_at = clock_timestamp() - interval '5 minutes'`);
  await work();
  expect(await open()).toEqual([]);
  await sample.database.query(`update treasury_task set started_at = clock_timestamp() - interval '20 minutes'`);
  await work();
  expect(await open()).toHaveLength(1);
  await ask();
  await work();
  expect(await open()).toHaveLength(1);
});

test('a file is taken only where nothing but its signatures differs from the plan, and the refusal says what is wrong', async () => {
  const plan = await makePlan();
  const [planned] = plan.transactions;
  if (planned?.kind !== 'evm') throw new Error('nothing was planned');
  const changed = { ...plan, transactions: [{ ...planned, amount: planned.amount + 1n }] };
  const refusals: readonly (readonly [string, RegExp])[] = [
    ['{}', /ends in \.signed/],
    [formatFile(plan), /not signed yet/],
    [formatFile(signed(changed)), /the plan in it was changed/],
    [formatFile(signed(plan, ['0xcd'])), /transaction 1 of 1 differs, or another key signed it/],
    [formatFile(signed({ ...plan, id: sample.refundId as unknown as PlanId })), /made no such plan/],
  ];
  for (const [text, words] of refusals) await expect(give(text)).rejects.toThrow(words);
  expect(await listOutgoing(sample.database, plan.id)).toEqual([]);
  const file = formatFile(signed(plan));
  expect(await give(file)).toBe('Handed in: 1 transaction on Ethereum. It is sent now, stage by stage.');
  await give(file);
  expect(await listOutgoing(sample.database, plan.id)).toHaveLength(1);
  expect(await acts()).toEqual([
    'treasury-sent',
    'treasury-planned',
    'treasury-planned',
    'treasury-planned',
    'treasury-planned',
  ]);
});

test('of a file with several plans each that is wrong is named, and the others are handed in, also those behind it', async () => {
  const plan = await makePlan();
  const strange = { ...signed(plan), plan: { ...plan, madeAt: '' } };
  const file = (...plans: readonly ReturnType<typeof signed>[]) =>
    formatFile({ format: SIGNED_PLANS_FORMAT, plans: [...plans] });
  await expect(give(file(strange, strange))).rejects.toThrow(/^The signed file is not what this gateway planned/);
  expect(await listOutgoing(sample.database, plan.id)).toEqual([]);
  await expect(give(file(strange, signed(plan)))).rejects.toThrow(
    /^Plan 1 of 2, Ethereum: .* Handed in all the same, and sent now, stage by stage: 1 transaction on Ethereum\.$/,
  );
  expect(await listOutgoing(sample.database, plan.id)).toHaveLength(1);
});

test('what was handed in is sent by itself, once a node; after a crash or a reorganisation again, and never behind the fence', async () => {
  const plan = await makePlan();
  const [raw = ''] = plan.transactions.map(newRaw);
  await give(formatFile(signed(plan, [raw])));
  await whileFenced(sample.database, sample.adminId, send);
  expect(broadcasts).toEqual([]);
  await send();
  await send();
  expect(broadcasts).toEqual([raw]);
  // As if it had crashed between the node's answer and its record.
  await sample.database.query(`update outgoing_transaction set handed_at = null, tried_at = null`);
  await send();
  expect(broadcasts).toEqual([raw, raw]);
  await sample.see(raw, 900n);
  expect(await open()).toMatchObject([{ stage: 'in-blocks', seen: 1 }]);
  await sample.database.transaction((tx) => sample.outgoing().forgetAbove(tx, 'ethereum', 899n));
  await send();
  expect(broadcasts).toEqual([raw, raw, raw]);
});

test('what the network refuses is told, tried again a minute later, and at once where a person asks for it', async () => {
  const plan = await makePlan();
  await expect(sendAgain(sample, plan.id)).rejects.toMatchObject({ status: 409 });
  await give(formatFile(signed(plan)));
  refusal = 'max fee per gas less than block base fee';
  await send();
  expect(await open()).toMatchObject([{ stage: 'refused', refusals: [refusal], noReplacement: expect.any(String) }]);
  refusal = null;
  await send();
  expect(broadcasts).toEqual([]);
  expect(await sendAgain(sample, plan.id)).toContain('1 transaction is sent again');
  await send();
  expect(broadcasts).toHaveLength(1);
  expect(await open()).toMatchObject([{ stage: 'sending', waiting: 1, refusals: [] }]);
});

test('what can not be moved is not called done, and says why; nothing to move is', async () => {
  const asked = async (draft: () => Promise<SpendingDraft>) => {
    await sample.database.query(`delete from treasury_task`);
    await ask();
    const it = { ...watched, treasuryWallet: { ...treasuryWallet, draft } };
    await doTasks({ ...needs(), clock: systemClock, log: silentLog, secretBox }, it);
    return (await view().read()).tasks;
  };
  const note = 'Put at least 0.1 BNB into the treasury.';
  expect(await asked(() => Promise.resolve({ transactions: [], notes: [note] }))).toMatchObject([
    { isDone: false, words: ['Nothing could be moved.', note] },
  ]);
  expect(await asked(() => Promise.resolve({ transactions: [], notes: [] }))).toMatchObject([
    { isDone: true, words: ['There is nothing to move.'] },
  ]);
});

test('a task that a node takes long for is not taken up by a second worker, whose failure would end it', async () => {
  await ask();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    let [begin, goOn] = [() => {}, () => {}];
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const scanned = new Promise<void>((resolve) => (goOn = resolve));
    const slow = createTestTreasuryWallet({
      draft: async (wish) => {
        begin();
        await scanned;
        return treasuryWallet.draft(wish);
      },
    });
    const doWith = (wallet: typeof slow) =>
      doTasks(
        { ...needs(), clock: systemClock, log: silentLog, secretBox },
        { treasuryWallet: wallet, confirmations: 3 },
      );
    const first = doWith(slow);
    await begun;
    await sample.database.query(`update treasury_task set started_at = clock_timestamp() - interval '20 minutes'`);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    const isFresh = `select from treasury_task where started_at > clock_timestamp() - interval '1 minute'`;
    await expect.poll(async () => (await sample.database.query(isFresh)).length).toBe(1);
    await doWith(createTestTreasuryWallet({ draft: () => Promise.reject(new NodeFault('Another scan is running.')) }));
    goOn();
    await first;
  } finally {
    vi.useRealTimers();
  }
  expect((await view().read()).tasks).toMatchObject([{ isDone: true, words: ['A plan of 1 transaction.'] }]);
  expect(await open()).toHaveLength(1);
});
