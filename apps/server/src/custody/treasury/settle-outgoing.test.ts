// A sent refund is booked once, when it is final, whatever is repeated, fails, or is taken back by the chain.
import type { OutgoingId } from '@kobogate/contract';
import {
  createTestTreasuryWallet,
  newRaw,
  type TestTreasury,
  USDT,
  useTestTreasury,
} from '@kobogate/testkit/custody/treasury.ts';
import { listWaiting } from '@kobogate/testkit/platform/database.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Plan } from '@kobogate/plans';
import { formatFile } from '@kobogate/plans';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { balance, refunding, treasury, verify } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { listOutgoing, saveOutgoing } from './db.ts';
import { lockFamily } from './plans/db.ts';
import type { Outcome, TreasuryWallet } from './treasury-wallet.ts';

let outcome: Outcome | null;
const treasuryWallet = createTestTreasuryWallet({ outcome: () => Promise.resolve(outcome) });
let sample: TestTreasury;
useTestTreasury((its) => {
  sample = its;
});
beforeEach(() => {
  outcome = { isSuccess: true, fee: 21n };
});
const makePlan = () => sample.makePlan(treasuryWallet);

test('it is booked once when it is final, and the chain may take it back before that', async () => {
  const plan = await makePlan();
  const raw = newRaw();
  await sample.record(treasuryWallet, plan, [raw]);
  await sample.see(raw, 100n);
  await sample.settle(treasuryWallet, 101n);
  expect(await sample.refundRow()).toMatchObject({ status: 'seen' });
  await sample.database.transaction((tx) => sample.outgoing().forgetAbove(tx, 'ethereum', 99n));
  expect(await sample.refundRow()).toMatchObject({ status: 'sent' });
  await sample.settle(treasuryWallet, 200n);
  expect(await balance(sample.database, refunding(sample.userId, USDT))).toBe(5_000_000n);
  await sample.see(raw, 102n);
  const paid = await balance(sample.database, treasury(USDT));
  await Promise.all([sample.settle(treasuryWallet, 104n), sample.settle(treasuryWallet, 104n)]);
  await sample.settle(treasuryWallet, 105n);
  expect(await sample.refundRow()).toMatchObject({ status: 'final', txid: raw });
  expect(await balance(sample.database, refunding(sample.userId, USDT))).toBe(0n);
  expect((await balance(sample.database, treasury(USDT))) - paid).toBe(-3_000_000n);
  const told = await sample.database.query(`select type from event where payload->>'refundId' = $1 order by id`, [
    sample.refundId,
  ]);
  expect(told.at(-1)).toEqual({ type: 'refund.final' });
  expect((await verify(sample.database)).differences).toEqual([]);
  await expect(sample.record(treasuryWallet, plan, [raw])).rejects.toThrow(/is done/);
});

test('one that failed in its block moved nothing, and its refund waits for an administrator', async () => {
  const plan = await makePlan();
  const raw = newRaw();
  await sample.record(treasuryWallet, plan, [raw]);
  await sample.see(raw, 100n);
  outcome = null;
  await sample.settle(treasuryWallet, 110n);
  expect(await sample.refundRow()).toMatchObject({ status: 'seen' });
  outcome = { isSuccess: false, fee: 21n };
  await sample.settle(treasuryWallet, 110n);
  expect(await sample.refundRow()).toMatchObject({ status: 'requested', txid: null });
  expect(await balance(sample.database, refunding(sample.userId, USDT))).toBe(5_000_000n);
  await expect(makePlan()).rejects.toThrow(/nothing was planned/);
  await sample.approve();
  expect((await makePlan()).transactions).toHaveLength(1);
});

test('one that can’t be booked does not delay others of its network', async () => {
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
  await sample.record(treasuryWallet, plan, [bad, good]);
  await sample.see(bad, 100n);
  await sample.see(good, 100n);
  const lying: TreasuryWallet = {
    ...treasuryWallet,
    outcome: (_planned, txid) =>
      txid === bad ? Promise.reject(new Error('less than nothing')) : Promise.resolve(outcome),
  };
  await sample.settle(lying, 102n);
  expect(await sample.refundRow()).toEqual({ status: 'final', txid: good });
});

test('the watcher waits for the transaction that holds the plan, and leaves transactions that ended in between as they are', async () => {
  const plan = await makePlan();
  const raw = newRaw();
  await sample.record(treasuryWallet, plan, [raw]);
  const block = { height: 100n, hash: 'block 100' };
  /** Ends the transaction while the watcher handles it; neither has to start again for that, as after a deadlock. */
  const endDuring = async (work: (tx: Transaction) => Promise<void>): Promise<void> => {
    let begun = 0;
    const { working } = await sample.database.transaction(async (tx) => {
      begun += 1;
      await lockFamily(tx, plan.id);
      const watching = sample.database.transaction((own) => {
        begun += 1;
        return work(own);
      });
      await expect.poll(() => listWaiting(sample.database)).toHaveLength(1);
      const [row] = await listOutgoing(tx, plan.id);
      await saveOutgoing(tx, row?.id ?? idFor<OutgoingId>(''), 'final', block);
      return { working: watching };
    });
    await working;
    expect(await listOutgoing(sample.database, plan.id)).toMatchObject([{ status: 'final' }]);
    expect(begun).toBe(2);
  };
  await endDuring((tx) => sample.outgoing().noteSeen(tx, 'ethereum', [{ ...block, transactions: [raw] }]));
  await sample.database.query(`update outgoing_transaction set status = 'seen' where txid = $1`, [raw]);
  await endDuring((tx) => sample.outgoing().forgetAbove(tx, 'ethereum', 99n));
});
