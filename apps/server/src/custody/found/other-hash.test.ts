// What a plan pays is paid once also where a block has it under another hash than the one that was handed in, or before
// anything was handed in: sped up, or sent by hand, with a wallet that has the same words. What else such a wallet sends is
// the operator's own.
import {
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
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestRates } from '@kobogate/testkit/sales/orders.ts';
import { beforeEach, expect, test } from 'vitest';
import { balance, treasury, verify } from '../../ledger/index.ts';
import { planSpending } from '../treasury/plan-spending.ts';
import { replacePlan } from '../treasury/replace-plan.ts';
import type { Traced } from '../treasury/treasury-wallet.ts';
import { bookFound } from './book-found.ts';
import { isPlanned } from './describe-found.ts';
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
  await sample.database.query(`delete from found_transaction`);
});

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

test('what else is in a plan of which one was sent by hand is sent with its file', async () => {
  const sweep = { id: null, asset: USDT, amount: 1_000_000n, address: TREASURY } as const;
  const wallet: typeof treasuryWallet = {
    ...treasuryWallet,
    draft: ({ refunds }) =>
      Promise.resolve({
        notes: [],
        transactions: [...refunds.map((refund) => planTransfer(refund, nonce)), planTransfer(sweep, nonce)],
      }),
  };
  const made = requirePlan(await planSpending(sample.planning, { treasuryWallet: wallet, isSweep: false }));
  traced = payment();
  const [byHand, ofFile, second] = [newRaw(), newRaw(), newRaw()];
  await mine(byHand);
  await sample.record(wallet, made, [ofFile, second]);
  expect(await statuses()).toEqual([
    { status: 'final', txid: byHand },
    { status: 'sent', txid: second },
  ]);
  expect(await sample.refundRow()).toEqual({ status: 'final', txid: byHand });
});

test('one with the same number that pays another, or less, is not taken for it; its refund goes back to a decision', async () => {
  for (const other of [{ payee: '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0' }, { amount: 2_999_999n }]) {
    await sample.database.query(`update refund set status = 'approved', plan_id = null where id = $1`, [
      sample.refundId,
    ]);
    nonce += 1;
    const made = requirePlan(await plan());
    await sample.record(treasuryWallet, made, [newRaw()]);
    traced = payment(other);
    await mine(newRaw());
    expect(await sample.refundRow()).toMatchObject({ status: 'sent' });
    await replace();
    expect(await sample.refundRow()).toEqual({ status: 'requested', txid: null });
  }
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
