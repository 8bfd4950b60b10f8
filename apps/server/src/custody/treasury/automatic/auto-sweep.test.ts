// Deposit addresses are swept to the cold address without a person: one plan at a time, the same plan asked for until it is
// signed, whatever the signer or a crash does in between, with no refund in it and nothing for the offline key tool.
import { SIGNED_FORMAT, readPlan, formatFile } from '@kobogate/plans';
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
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { beforeEach, expect, test } from 'vitest';
import { NodeFault } from '../../deposits/chain.ts';
import { createTreasuryView } from '../view-treasury.ts';
import type { SpendingWish } from '../treasury-wallet.ts';
import { autoSweep, type PlanSigner } from './auto-sweep.ts';
import { planSpending } from '../plan-spending.ts';
import { findAutoSweep } from '../plans/db.ts';

const COLD = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0';
const wishes: SpendingWish[] = [];
const treasuryWallet = createTestTreasuryWallet({
  cold: { chain: 1, index: 0, address: COLD, addressKey: COLD.toLowerCase() },
  draft: (wish) => {
    wishes.push(wish);
    const address = wish.sweepTo?.address ?? 'none';
    return Promise.resolve({ transactions: [planTransfer({ id: null, asset: USDT, amount: 5n, address })], notes: [] });
  },
});
let sample: TestTreasury;
useTestTreasury((its) => {
  sample = its;
});
beforeEach(async () => {
  ahead = 0;
  await sample.database.query('delete from auto_sweep');
  await sample.database.query(`update spending_plan set status = 'discarded' where status = 'open'`);
});

/** A signer that is asked, answers as it is told, and signs each plan in one way only. */
function createTestSigner() {
  const asked: string[] = [];
  const signed = new Map<string, string>();
  let answer: 'sign' | 'refuse' | 'fail' = 'sign';
  const signer: PlanSigner = {
    sign: (text) => {
      const plan = readPlan(text);
      if (plan === null) throw new Error('no plan');
      asked.push(plan.id);
      if (answer === 'fail') return Promise.reject(new NodeFault('The signer can’t be reached. Nothing was swept.'));
      if (answer === 'refuse') return Promise.resolve({ refusal: 'The signer refuses: the day’s limit.' });
      const file =
        signed.get(plan.id) ?? formatFile({ format: SIGNED_FORMAT, plan, signed: plan.transactions.map(newRaw) });
      signed.set(plan.id, file);
      return Promise.resolve({ signed: file });
    },
  };
  return {
    signer,
    asked,
    behave: (next: typeof answer) => {
      answer = next;
    },
  };
}

let ahead = 0;
const clock = { now: () => new Date(Date.now() + ahead) };
const run = (signer: PlanSigner, everyMs = 3_600_000, wallet = treasuryWallet) =>
  autoSweep({ ...sample.planning, clock, log: silentLog }, wallet, { signer, everyMs });
const plans = () =>
  sample.database.query<{ id: string; status: string; sent: number; body: string }>(
    `select p.id, p.status, p.body, (select count(*)::int from outgoing_transaction o where o.plan_id = p.id) as sent
     from spending_plan p where p.status = 'open' order by p.made_at`,
  );
const view = () =>
  createTreasuryView({ database: sample.database, addressSources, treasuryWallets: [{ treasuryWallet }] });

test('a plan to the cold address is made, signed and recorded once, without the refund that waits; the next waits its time', async () => {
  const { signer, asked } = createTestSigner();
  await run(signer);
  expect(wishes.at(-1)).toMatchObject({ refunds: [], isSweep: true, sweepTo: { address: COLD } });
  expect(await sample.refundRow()).toMatchObject({ status: 'approved' });
  expect(await plans()).toMatchObject([{ status: 'open', sent: 0, body: expect.stringContaining(COLD) }]);
  await expect(view().file(undefined)).rejects.toThrow('No plan is to be signed.');
  for (let times = 0; times < 3; times += 1) await run(signer);
  expect(asked).toHaveLength(1);
  expect(await plans()).toMatchObject([{ status: 'open', sent: 1 }]);
  expect((await view().read()).networks).toMatchObject([{ autoSweep: { address: COLD, refusal: null } }]);
});

test('an answer that is lost is asked for again, and is the same; what was recorded is not asked for any more', async () => {
  const { signer, asked } = createTestSigner();
  await run(signer);
  // The process dies after the signer has signed and before anything is recorded.
  const lost: PlanSigner = {
    sign: async (text) => {
      await signer.sign(text);
      throw new Error('killed');
    },
  };
  await expect(run(lost)).rejects.toThrow('killed');
  expect(await plans()).toMatchObject([{ sent: 0 }]);
  await Promise.all([run(signer), run(signer)]);
  expect(await plans()).toMatchObject([{ sent: 1 }]);
  const before = asked.length;
  await run(signer);
  expect(asked).toHaveLength(before);
  expect(new Set(asked).size).toBe(1);
});

test('a refusal, or a signer that is away, is noted for the page, and the same plan is asked for again a minute later', async () => {
  const { signer, asked, behave } = createTestSigner();
  await run(signer);
  behave('refuse');
  await run(signer);
  await run(signer);
  expect(asked).toHaveLength(1);
  expect(await findAutoSweep(sample.database, 'ethereum')).toMatchObject({ refusal: expect.stringMatching('limit') });
  const later = () => sample.database.query(`update auto_sweep set asked_at = asked_at - interval '2 minutes'`);
  await later();
  behave('fail');
  await run(signer);
  expect((await view().read()).networks).toMatchObject([{ autoSweep: { refusal: expect.stringMatching('reached') } }]);
  await later();
  behave('sign');
  await run(signer);
  expect(await plans()).toMatchObject([{ sent: 1 }]);
  expect(await findAutoSweep(sample.database, 'ethereum')).toMatchObject({ refusal: null });
});

test('where sweeps are made more than once a minute, a refused plan is asked for again as often as they are', async () => {
  const { signer, asked, behave } = createTestSigner();
  const often = 6000;
  await run(signer, often);
  behave('refuse');
  await run(signer, often);
  await run(signer, often);
  expect(asked).toHaveLength(1);
  await sample.database.query(`update auto_sweep set asked_at = asked_at - interval '7 seconds'`);
  await run(signer, often);
  expect(asked).toHaveLength(2);
});

test('a plan that was refused for half a day is discarded for a new one: some networks take nothing that is older', async () => {
  const { signer, behave } = createTestSigner();
  await run(signer, 0);
  behave('refuse');
  await run(signer, 0);
  const [{ id } = { id: '' }] = await plans();
  ahead = 11 * 3_600_000;
  await run(signer, 0);
  expect(await plans()).toMatchObject([{ id }]);
  ahead = 13 * 3_600_000;
  await run(signer, 0);
  expect(await plans()).toEqual([]);
  behave('sign');
  await run(signer, 0);
  await run(signer, 0);
  const made = await plans();
  expect(made).toMatchObject([{ sent: 1 }]);
  expect(made[0]?.id).not.toBe(id);
});

test('a plan that a signer that was away did not see for half a day is written again, before it is asked to sign what has expired', async () => {
  const { signer, asked, behave } = createTestSigner();
  await run(signer, 0);
  behave('fail');
  await run(signer, 0);
  const [{ id } = { id: '' }] = await plans();
  ahead = 13 * 3_600_000;
  behave('sign');
  for (let times = 0; times < 3; times += 1) await run(signer, 0);
  const made = await plans();
  expect(made).toMatchObject([{ sent: 1 }]);
  expect(made[0]?.id).not.toBe(id);
  expect(asked.filter((plan) => plan === id)).toHaveLength(1);
});

test('an old plan of which one was sent by hand is not discarded, but asked for: else nothing would be swept any more', async () => {
  const { signer } = createTestSigner();
  const sweep = { id: null, asset: USDT, amount: 5n, address: COLD } as const;
  const wallet = {
    ...treasuryWallet,
    draft: () => Promise.resolve({ transactions: [planTransfer(sweep), planTransfer(sweep, 1)], notes: [] }),
  };
  await run(signer, 0, wallet);
  const [{ id } = { id: '' }] = await plans();
  await sample.database.query(
    `insert into outgoing_transaction (id, plan_id, position, network, txid, raw, status)
     values (gen_random_uuid(), $1, 0, 'ethereum', '0xby-hand', '', 'seen')`,
    [id],
  );
  ahead = 13 * 3_600_000;
  await run(signer, 0, wallet);
  expect(await plans()).toMatchObject([{ id, sent: 2 }]);
});

test('an old plan that a person’s plan goes on from is not discarded, but asked for: else both would wait for ever', async () => {
  const { signer } = createTestSigner();
  await run(signer, 0);
  const [{ id } = { id: '' }] = await plans();
  const later = createTestTreasuryWallet({
    draft: () =>
      Promise.resolve({
        transactions: [planTransfer({ id: null, asset: USDT, amount: 5n, address: TREASURY }, 1)],
        notes: [],
      }),
  });
  await planSpending(sample.planning, { treasuryWallet: later, isSweep: true });
  ahead = 13 * 3_600_000;
  await run(signer, 0);
  expect(await plans()).toMatchObject([{ id, sent: 1 }, { sent: 0 }]);
});

test('a file that is not the plan, or another plan’s, is not sent', async () => {
  const { signer } = createTestSigner();
  await run(signer);
  for (const change of [(text: string) => text.replace('"amount": "5"', '"amount": "6"'), () => 'nonsense']) {
    await sample.database.query(`update auto_sweep set refusal = null`);
    await run({
      sign: async (text) => {
        const answer = await signer.sign(text);
        return 'signed' in answer ? { signed: change(answer.signed) } : answer;
      },
    });
    expect(await findAutoSweep(sample.database, 'ethereum')).toMatchObject({ refusal: expect.any(String) });
  }
  expect(await plans()).toMatchObject([{ sent: 0 }]);
});
