// What a plan pays is paid once also where a block has it under another hash than the one that was handed in, or before
// anything was handed in: sped up, or sent by hand, with a wallet that has the same words. What else such a wallet sends is
// the operator's own; a refund whose number or coins it used up is decided on again, never paid twice.
import {
  addressSources,
  createTestTreasuryWallet,
  newRaw,
  PAYEE,
  planTransfer,
  requirePlan,
  type TestTreasury,
  TREASURY,
  USDT,
  useTestTreasury,
} from '@kobogate/testkit/custody/treasury.ts';
import { type BitcoinPlanned, type Plan, PLAN_FORMAT } from '@kobogate/plans';
import type { PlanId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestRates } from '@kobogate/testkit/sales/orders.ts';
import { beforeEach, expect, test } from 'vitest';
import { balance, treasury, verify } from '../../ledger/index.ts';
import { noteTreasuries } from '../treasury/coins/db.ts';
import { endImpossible } from '../treasury/end-impossible.ts';
import { planSpending } from '../treasury/plan-spending.ts';
import { replacePlan } from '../treasury/replace-plan.ts';
import type { Traced } from '../treasury/treasury-wallet.ts';
import { bookFound } from './book-found.ts';
import { isPlanned, paysRefundOf, usedUpBy } from './describe-found.ts';
import { listFound } from './list-found.ts';

let traced: Traced | Error;
let nonce = 0;
const treasuryWallet = createTestTreasuryWallet({
  draft: ({ refunds }) =>
    Promise.resolve({ notes: [], transactions: refunds.map((refund) => planTransfer(refund, nonce)) }),
  trace: () => (traced instanceof Error ? Promise.reject(traced) : Promise.resolve(traced)),
  replacing: {
    uses: (planned) => (planned.kind === 'evm' ? [`${planned.from.address} ${planned.nonce}`] : []),
    // As where a final block has used the number for another one.
    draft: (waiting) =>
      Promise.resolve({ transactions: [], notes: [], impossible: new Set(waiting.map(({ txid }) => txid)) }),
  },
});
let sample: TestTreasury;
useTestTreasury((its) => {
  sample = its;
});
beforeEach(async () => {
  nonce += 1;
  await sample.database.query(`delete from found_payment`);
  await sample.database.query(`delete from found_transaction`);
});

const STRANGER = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0';
const change = (asset: Traced['changes'][number]['asset'], address: string, amount: bigint) => ({
  asset,
  address,
  addressKey: address.toLowerCase(),
  amount,
});
/** A payment out of the treasury. */
const payment = ({ amount = 3_000_000n, number = nonce, payee = PAYEE } = {}): Traced => ({
  isSuccess: true,
  fee: 21n,
  changes: [change('ETH@ethereum', TREASURY, -21n), change(USDT, TREASURY, -amount), change(USDT, payee, amount)],
  uses: [`${TREASURY} ${number}`],
});
/** A block in which the treasury sent this. */
const find = (txid: string) =>
  sample.database.transaction((tx) =>
    sample
      .outgoing()
      .noteSeen(tx, 'ethereum', [{ height: 100n, hash: 'block 100', transactions: [txid], sent: [txid] }]),
  );
/** What was found is final. */
async function book(): Promise<void> {
  await bookFound({ database: sample.database, log: silentLog }, { treasuryWallet, confirmations: 3, tip: 102n });
  await sample.settle(treasuryWallet, 102n);
}
async function mine(txid: string): Promise<void> {
  await find(txid);
  await book();
}
const replace = () => replacePlan(sample.planning, { treasuryWallet, confirmations: 3 });
const plan = () => planSpending(sample.planning, { treasuryWallet, isSweep: false });
const statuses = () =>
  sample.database.query<{ status: string; txid: string }>(
    `select o.status, o.txid from outgoing_transaction o join refund r on r.plan_id = o.plan_id where r.id = $1 order by o.position`,
    [sample.refundId],
  );
const explained = async () => listFound({ ...sample, ...createTestRates({ USDT: '1500' }) });

test('a refund that a block has under another hash than was handed in is paid once, and nothing of its plan waits', async () => {
  const made = requirePlan(await plan());
  await sample.record(treasuryWallet, made, [newRaw()]);
  const before = await balance(sample.database, treasury(USDT));
  const other = newRaw();
  traced = payment();
  await mine(other);
  expect(await statuses()).toEqual([{ status: 'final', txid: other }]);
  expect(await sample.refundRow()).toEqual({ status: 'final', txid: other });
  expect((await balance(sample.database, treasury(USDT))) - before).toBe(-3_000_000n);
  // Else its refund would wait for a decision, and be paid once more.
  await expect(replacePlan(sample.planning, { treasuryWallet, confirmations: 3 })).rejects.toThrow(
    /nothing of an ended/,
  );
  expect((await verify(sample.database)).differences).toEqual([]);
});

test('a refund that was sent by hand before its file was handed in is recognised, and the file sends nothing more', async () => {
  const made = requirePlan(await plan());
  const raw = newRaw();
  traced = payment();
  await mine(raw);
  expect(await sample.refundRow()).toEqual({ status: 'final', txid: raw });
  await expect(sample.record(treasuryWallet, made, [raw])).rejects.toThrow(/Nothing was sent/);
});

/** Plans a sweep besides the refunds. */
const sweepingToo: typeof treasuryWallet = {
  ...treasuryWallet,
  draft: ({ refunds }) => {
    const sweep = { id: null, asset: USDT, amount: 1_000_000n, address: TREASURY } as const;
    return Promise.resolve({
      notes: [],
      transactions: [...refunds.map((refund) => planTransfer(refund, nonce)), planTransfer(sweep, nonce)],
    });
  },
};
const planWithSweep = async () =>
  requirePlan(await planSpending(sample.planning, { treasuryWallet: sweepingToo, isSweep: false }));

/** A block in which one uses the number is read between the node's word for a draft and the plan. */
const usedMeanwhile = (wallet: typeof treasuryWallet): typeof treasuryWallet => ({
  ...wallet,
  draft: async (wish) => {
    const drafted = await wallet.draft(wish);
    traced = payment({ payee: STRANGER });
    await find(newRaw());
    return drafted;
  },
});

test('a refund whose number is used in a block that is read while its plan is drafted is planned once it is known what that was', async () => {
  const planning = planSpending(sample.planning, { treasuryWallet: usedMeanwhile(treasuryWallet), isSweep: false });
  await expect(planning).rejects.toThrow(/may have paid it already/);
  await book();
  nonce += 1;
  requirePlan(await plan());
});

test('a sweep whose number is used in a block that is read while its plan is drafted ends once that is final, and nothing of it is sent', async () => {
  const sweeping: typeof treasuryWallet = {
    ...treasuryWallet,
    draft: () => {
      const sweep = { id: null, asset: USDT, amount: 1_000_000n, address: TREASURY } as const;
      const from = { chain: 1, index: 0, address: TREASURY } as const;
      return Promise.resolve({ notes: [], transactions: [{ ...planTransfer(sweep, nonce), from }] });
    },
  };
  await sample.database.query(`update refund set status = 'requested' where id = $1`, [sample.refundId]);
  const wish = { treasuryWallet: usedMeanwhile(sweeping), isSweep: true };
  const made = requirePlan(await planSpending(sample.planning, wish));
  await book();
  await expect(sample.record(sweeping, made, [newRaw()])).rejects.toThrow(/This plan is done. Nothing was sent/);
  // What none of our plans needs is forgotten.
  expect(await sample.database.query(`select from found_transaction where status = 'seen'`)).toEqual([]);
});

test('what else is in a plan of which one was sent by hand is sent with its file', async () => {
  const made = await planWithSweep();
  traced = payment();
  const [byHand, ofFile, second] = [newRaw(), newRaw(), newRaw()];
  await mine(byHand);
  await sample.record(sweepingToo, made, [ofFile, second]);
  expect(await statuses()).toEqual([
    { status: 'final', txid: byHand },
    { status: 'sent', txid: second },
  ]);
  expect(await sample.refundRow()).toEqual({ status: 'final', txid: byHand });
});

const reasonOf = async () => {
  const [row] = await sample.database.query<{ status: string; reason: string | null }>(
    `select status, reason from refund where id = $1`,
    [sample.refundId],
  );
  return row;
};
test('once a final one has used its number for something else no block can have a refund’s transaction: it is decided on again, and paid once', async () => {
  const made = requirePlan(await plan());
  const raw = newRaw();
  await sample.record(treasuryWallet, made, [raw]);
  traced = payment({ payee: STRANGER });
  const other = newRaw();
  await find(other);
  await bookFound({ database: sample.database, log: silentLog }, { treasuryWallet, confirmations: 3, tip: 101n });
  expect(await sample.refundRow()).toMatchObject({ status: 'sent' });
  await book();
  expect(await reasonOf()).toEqual({ status: 'requested', reason: expect.stringMatching(/Nothing has left/) });
  const [row] = await sample.database.query(`select status from outgoing_transaction where txid = $1`, [raw]);
  expect(row).toEqual({ status: 'replaced' });
  await sample.approve();
  nonce += 1;
  const again = requirePlan(await plan());
  await sample.record(treasuryWallet, again, [newRaw()]);
  // The old file changes nothing of that.
  await expect(sample.record(treasuryWallet, made, [raw])).rejects.toThrow(/Nothing was sent/);
  expect(await statuses()).toMatchObject([{ status: 'sent' }]);
});

test('where its number was used before its file was handed in, the refund is decided on again at once, and its plan has ended', async () => {
  const made = requirePlan(await plan());
  traced = payment({ payee: STRANGER });
  await mine(newRaw());
  expect(await reasonOf()).toMatchObject({ status: 'requested' });
  await expect(sample.record(treasuryWallet, made, [newRaw()])).rejects.toThrow(/Nothing was sent/);
});

test('where a stranger has used up what it needs, as Solana’s nonces can be, it ends by itself once what our keys sent is looked at, and its refund is decided on again', async () => {
  let gone: ReadonlySet<string> = new Set();
  const numbered: typeof treasuryWallet = {
    ...treasuryWallet,
    replacing: {
      uses: () => [],
      draft: () => Promise.reject(new Error('not here')),
      ...treasuryWallet.replacing,
      impossible: async () => gone,
    },
  };
  const made = requirePlan(await plan());
  const raw = newRaw();
  await sample.record(numbered, made, [raw]);
  const end = () => endImpossible({ database: sample.database, log: silentLog }, numbered);
  await end();
  expect(await sample.refundRow()).toMatchObject({ status: 'sent' });
  gone = new Set([raw]);
  traced = payment({ number: nonce + 7, payee: STRANGER });
  await find(newRaw());
  await end();
  expect(await sample.refundRow()).toMatchObject({ status: 'sent' });
  await book();
  await Promise.all([end(), end()]);
  expect(await reasonOf()).toEqual({ status: 'requested', reason: expect.stringMatching(/Nothing has left/) });
  expect(await sample.database.query(`select status from outgoing_transaction where txid = $1`, [raw])).toEqual([
    { status: 'replaced' },
  ]);
  await expect(sample.record(numbered, made, [raw])).rejects.toThrow(/Nothing was sent/);
  await sample.approve();
  nonce += 1;
  requirePlan(await plan());
});

test('what is left of a plan whose refund can’t come any more is sent, and does not touch the refund in another plan', async () => {
  const made = await planWithSweep();
  traced = payment({ payee: STRANGER });
  await mine(newRaw());
  await sample.approve();
  nonce += 1;
  const again = requirePlan(await plan());
  const rows = await sample.record(sweepingToo, made, [newRaw(), newRaw()]);
  expect(rows.map(({ status }) => status)).toEqual(['replaced', 'sent']);
  const [row] = await sample.database.query(`select status, plan_id as plan from refund where id = $1`, [
    sample.refundId,
  ]);
  expect(row).toEqual({ status: 'planned', plan: again.id });
});

test('one that used its number and pays the same customer may be the refund: that is held until a person says what it was', async () => {
  await noteTreasuries(sample.database, addressSources);
  const made = requirePlan(await plan());
  await sample.record(treasuryWallet, made, [newRaw()]);
  traced = payment({ amount: 2_999_999n });
  await mine(newRaw());
  expect(await reasonOf()).toEqual({ status: 'requested', reason: expect.stringMatching(/may have paid it/) });
  expect(await explained()).toMatchObject([{ amount: '2.999999', explained: null }]);
  await sample.approve();
  expect(await plan()).toMatchObject({ plans: [], notes: [expect.stringContaining('may have paid it already')] });
});

test('what else the operator sends while a plan is open is their own: nothing of it is booked, or keeps a refund back', async () => {
  const made = requirePlan(await plan());
  const before = await balance(sample.database, treasury(USDT));
  traced = payment({ number: nonce + 7 });
  await mine(newRaw());
  expect(await explained()).toEqual([]);
  expect(await balance(sample.database, treasury(USDT))).toBe(before);
  await sample.record(treasuryWallet, made, [newRaw()]);
  expect(await sample.refundRow()).toMatchObject({ status: 'sent' });
});

test('nothing is given up as impossible while what was found is not looked at: it may be the payment itself', async () => {
  const made = requirePlan(await plan());
  await sample.record(treasuryWallet, made, [newRaw()]);
  traced = payment();
  const other = newRaw();
  await find(other);
  await expect(replace()).rejects.toThrow(/not known yet what it did/);
  await book();
  expect(await sample.refundRow()).toEqual({ status: 'final', txid: other });
});

test('one that its node can not explain is left out after a day, so that it keeps no refund back for ever', async () => {
  traced = new Error('no such transaction');
  const made = requirePlan(await plan());
  await mine(newRaw());
  await expect(sample.record(treasuryWallet, made, [newRaw()])).rejects.toThrow(/may have paid it already/);
  await sample.database.query(`update found_transaction set found_at = found_at - interval '25 hours'`);
  await book();
  await sample.record(treasuryWallet, made, [newRaw()]);
  expect(await sample.refundRow()).toMatchObject({ status: 'sent' });
});

test('what calls a refund off is not taken for the refund’s payment, or for another of the operator’s, by its number alone', () => {
  const self = { id: null, asset: 'ETH@ethereum', amount: 1n, address: TREASURY } as const;
  const cancelling = { ...planTransfer(self, nonce), from: { chain: 1, index: 0, address: TREASURY } } as const;
  const nothing = { ...payment(), changes: [change('ETH@ethereum', TREASURY, -21n)] };
  expect(isPlanned(treasuryWallet, cancelling, nothing)).toBe(true);
  expect(isPlanned(treasuryWallet, cancelling, payment())).toBe(false);
  // Refused in its block it has used up the number, and paid nothing.
  expect(isPlanned(treasuryWallet, cancelling, { ...payment(), isSuccess: false })).toBe(true);
});

test('one that spends one coin of a planned transaction excludes all of it, and is known to pay its customer at any amount', () => {
  const place = { chain: 0, index: 0, address: 'ours' } as const;
  const outputs = [
    { address: 'theirs', amount: 5n, refundId: sample.refundId },
    { address: 'home', amount: 2n, refundId: null },
  ];
  const planned: BitcoinPlanned = {
    kind: 'bitcoin',
    stage: 0,
    psbt: '',
    inputs: [{ place, amount: 8n }],
    outputs,
    fee: 1n,
  };
  const wallet = { replacing: { uses: () => ['a:0', 'b:1'], draft: () => Promise.reject(new Error('not here')) } };
  const made: Plan = {
    format: PLAN_FORMAT,
    id: idFor<PlanId>('p'),
    network: 'mainnet',
    madeAt: '',
    transactions: [planned],
  };
  const spending = (...uses: string[]) => usedUpBy(wallet, made, { uses });
  expect(spending('b:1', 'c:0')).toEqual({ transactions: [planned], usedUp: ['b:1'] });
  expect(spending('c:0')).toEqual({ transactions: [], usedUp: [] });
  const paid = (address: string, amount: bigint) =>
    paysRefundOf(planned, { changes: [change('BTC@mainnet', address, amount)] });
  expect([paid('theirs', 1n), paid('theirs', -1n), paid('home', 2n)]).toEqual([true, false, false]);
});
