// A transfer that a bank made and the books lack is booked once, on the order or customer that it was for, as
// administrators decide.
import type { FenceId, TransferId, UserId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { countWork } from '../../admin/work/db.ts';
import { raiseFence } from '@kobogate/testkit/controls/fence.ts';
import { statusOf, type TestRecovery, useTestRecovery } from '@kobogate/testkit/books/recovery.ts';
import { NAIRA_KOBO } from '@kobogate/testkit/payouts/payouts.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertDeposit } from '@kobogate/testkit/sales/orders.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { describe, expect, test } from 'vitest';
import {
  balance,
  customer,
  payable,
  payoutInTransit,
  railFloat,
  receivable,
  stampDutyDue,
  verify,
  writtenOff,
} from '../../ledger/index.ts';
import { loadNewestPayout, type StatementLine } from '../../payouts/index.ts';
import { referenceOf } from '../../payouts/payout.ts';
import { saveApprovals } from '../../controls/settings/save-approvals.ts';
import { newId } from '../../platform/identifiers.ts';
import { noteTransfer } from './db.ts';
import { followTransfers } from './follow-transfers.ts';
import { settleTransfer } from './settle-transfer.ts';

/** A USDT, of six decimals, is worth ₦1,600. */
const valueOf = async ({ amount }: { amount: bigint }) => toKobo((amount * 160_000n) / 1_000_000n);

let recovery: TestRecovery;
useTestRecovery((made) => {
  recovery = made;
});

describe('[I5] a transfer that the bank made', () => {
  test('is booked as the order’s payout with one press, to the kobo, and by many at once only once', async () => {
    const { kept, restored, file } = await recovery.payTwoAndRestore();
    const server = await recovery.startServer(restored, file);
    await server.read();
    const transfer = (await server.view()).transfers.find(({ orders }) => orders[0]?.id === kept);
    const id = transfer?.id ?? idFor<TransferId>('');
    const presses = await Promise.allSettled(
      recovery.admins.map((adminId) => server.decide(id, { as: 'payout', orderId: kept }, adminId)),
    );
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await loadNewestPayout(restored, kept)).toMatchObject({ status: 'paid', reference: transfer?.reference });
    expect(await balance(restored, payable(recovery.owner.userId))).toBe(0n);
    expect(await balance(restored, payoutInTransit('budpay'))).toBe(0n);
    expect((await verify(restored)).ok).toBe(true);
    await server.pay();
    expect(recovery.bank.made.size).toBe(2);
  });

  test('without an order is owed by its receiver, whose orders wait until an administrator has settled it', async () => {
    const { kept, restored, file } = await recovery.payTwoAndRestore();
    const server = await recovery.startServer(restored, file);
    await server.read();
    const { transfers } = await server.view();
    for (const { id, orders } of transfers) {
      const isKept = orders[0]?.isByReference === true;
      await server.decide(id, isKept ? { as: 'payout', orderId: kept } : { as: 'owed', userId: recovery.owner.userId });
    }
    expect(await balance(restored, receivable(recovery.owner.userId, 'NGN'))).toBe(NAIRA_KOBO);
    // Coins that the chain returns to the balance are ordered once more.
    await expect(recovery.makeOrder(restored)).rejects.toMatchObject({ status: 409 });
    expect((await server.view()).transfers.find(({ status }) => status === 'owed')?.free).toEqual([]);
    await insertDeposit(restored, recovery.owner, { amount: 10_000_000n });
    const owed = (await server.view()).transfers.find(({ status }) => status === 'owed');
    expect(owed?.free).toMatchObject([{ asset: 'USDT@ethereum', amount: '10' }]);
    const settle = () =>
      settleTransfer(
        { database: restored, valueOf },
        {
          id: owed?.id ?? idFor<TransferId>(''),
          adminId: recovery.admins[1],
          coins: { asset: 'USDT@ethereum', amount: '10' },
          reason: 'Paid.',
        },
      );
    await Promise.allSettled([settle(), settle()]);
    expect(await balance(restored, receivable(recovery.owner.userId, 'NGN'))).toBe(0n);
    expect(await balance(restored, customer(recovery.owner.userId, 'USDT@ethereum'))).toBe(0n);
    expect((await verify(restored)).ok).toBe(true);
  });

  test('as a second attempt keeps its number, so that a later attempt has another reference', async () => {
    const orderId = await recovery.makeOrder(recovery.original);
    await raiseFence(recovery.original, { cause: 'restored', reason: 'A backup was restored.' });
    const reference = referenceOf({ orderId, attempt: 2 });
    recovery.bank.make({ reference, amountKobo: NAIRA_KOBO, accountNumber: '0123456785' });
    const server = await recovery.startServer(recovery.original, recovery.fileOf('epoch'));
    await server.read();
    const [transfer] = (await server.view()).transfers;
    await server.decide(transfer?.id ?? idFor<TransferId>(''), { as: 'payout', orderId });
    expect(await loadNewestPayout(recovery.original, orderId)).toMatchObject({ attempt: 2, reference, status: 'paid' });
  });

  test.each([
    ['owed', () => ({ as: 'owed', userId: recovery.owner.userId }) as const],
    ['gone', () => ({ as: 'noted', reason: 'Nobody knows it.' }) as const],
  ])('is not booked as %s while the bank has not ended it, and is void where it fails', async (_as, verdict) => {
    const { kept, restored, file } = await recovery.payTwoAndRestore();
    const server = await recovery.startServer(restored, file);
    const tell = (state: 'pending' | 'failed'): void => {
      for (const [reference, each] of recovery.bank.made) {
        recovery.bank.made.set(reference, { ...each, line: { ...each.line, state } });
      }
    };
    tell('pending');
    await server.read();
    const { transfers } = await server.view();
    const lost = transfers.find(({ orders }) => orders[0]?.id !== kept);
    const id = lost?.id ?? idFor<TransferId>('');
    const undecided = { status: 409, message: /has not ended this transfer/ };
    await expect(server.decide(id, verdict())).rejects.toMatchObject(undecided);
    expect(await balance(restored, receivable(recovery.owner.userId, 'NGN'))).toBe(0n);
    tell('failed');
    await restored.query(`update recovery_check set read_to = read_to - interval '1 hour'`);
    await server.read();
    expect((await server.view()).transfers.find((each) => each.id === id)?.status).toBe('void');
    await expect(server.decide(id, verdict())).rejects.toMatchObject({ status: 409, message: /decided on already/ });
  });

  test('of a payout that the books have as queued is booked as paid by its reference, without an administrator', async () => {
    const orderId = await recovery.makeOrder(recovery.original);
    const file = recovery.fileOf('epoch');
    recovery.bank.script.state = 'pending';
    const down = { ...recovery.bank.rail, isUp: async () => false };
    const real = recovery.bank.rail;
    recovery.bank.rail = down;
    const server = await recovery.startServer(recovery.original, file);
    await server.pay();
    recovery.bank.rail = real;
    const payout = await loadNewestPayout(recovery.original, orderId);
    expect(payout?.status).toBe('queued');
    if (payout === null) return;
    recovery.bank.script.state = 'paid';
    recovery.bank.make(payout);
    await raiseFence(recovery.original, { cause: 'restored', reason: 'A backup was restored.' });
    const fenced = await recovery.startServer(recovery.original, file);
    await fenced.read();
    await fenced.pay();
    expect(await statusOf(recovery.original, orderId)).toBe('paid');
    expect(recovery.bank.repeats).toEqual([]);
    expect((await verify(recovery.original)).ok).toBe(true);
  });

  test('above the second threshold takes two administrators who say the same', async () => {
    const { kept, restored, file } = await recovery.payTwoAndRestore();
    const [one, two, three] = recovery.admins;
    await saveApprovals({ database: restored }, { version: 0, value: { secondAboveKobo: '100' }, adminId: one });
    const server = await recovery.startServer(restored, file);
    await server.read();
    const id =
      (await server.view()).transfers.find(({ orders }) => orders[0]?.id === kept)?.id ?? idFor<TransferId>('');
    await server.decide(id, { as: 'noted', reason: 'A test of ours.' }, one);
    const first = async () => (await server.view()).transfers.find((transfer) => transfer.id === id)?.first;
    expect(await first()).toMatchObject({
      adminId: one,
      says: expect.stringMatching(/^Neither/),
      reason: 'A test of ours.',
    });
    await server.decide(id, { as: 'payout', orderId: kept }, two);
    expect(await first()).toMatchObject({
      adminId: two,
      says: expect.stringMatching(/^The payout of the order of ₦/),
      reason: null,
    });
    expect(await statusOf(restored, kept)).toBe('none');
    await expect(server.decide(id, { as: 'payout', orderId: kept }, two)).rejects.toMatchObject({ status: 409 });
    await server.decide(id, { as: 'payout', orderId: kept }, three);
    expect(await statusOf(restored, kept)).toBe('paid');
    expect(await first()).toBeNull();
  });

  test('that is owed is settled as two say, and what they said before of the transfer is no word on that', async () => {
    const { kept, restored, file } = await recovery.payTwoAndRestore();
    const [one, two] = recovery.admins;
    await saveApprovals({ database: restored }, { version: 0, value: { secondAboveKobo: '100' }, adminId: one });
    const server = await recovery.startServer(restored, file);
    await server.read();
    const { transfers } = await server.view();
    const id = transfers.find(({ orders }) => orders[0]?.id !== kept)?.id ?? idFor<TransferId>('');
    const found = async () => (await server.view()).transfers.find((transfer) => transfer.id === id);
    const owed = { as: 'owed', userId: recovery.owner.userId } as const;
    await server.decide(id, owed, one);
    expect((await found())?.first).toMatchObject({ says: 'Owed by Sample Person.' });
    await server.decide(id, owed, two);
    expect(await found()).toMatchObject({ status: 'owed', first: null });
    const work = async () =>
      (await countWork(restored, []))
        .filter(({ count }) => count > 0)
        .map(({ kind, oldest }) => [kind, oldest !== null]);
    expect(await work()).toContainEqual(['owed', true]);
    const settle = (adminId: UserId) =>
      settleTransfer(
        { database: restored, valueOf },
        { id, adminId, coins: null, reason: 'They have closed their shop.' },
      );
    await settle(one);
    const said = { adminId: one, says: 'It is written off.', reason: 'They have closed their shop.' };
    expect(await found()).toMatchObject({ status: 'owed', first: said });
    await settle(two);
    expect(await found()).toMatchObject({ status: 'settled', first: null });
    expect((await work()).map(([kind]) => kind)).not.toContain('owed');
    expect((await verify(restored)).ok).toBe(true);
  });

  test('that is owed is settled with coins above the threshold, or of no known worth, by two, however little was owed', async () => {
    const { kept, restored, file } = await recovery.payTwoAndRestore();
    const [one, two] = recovery.admins;
    const server = await recovery.startServer(restored, file);
    await server.read();
    const { transfers } = await server.view();
    const id = transfers.find(({ orders }) => orders[0]?.id !== kept)?.id ?? idFor<TransferId>('');
    await server.decide(id, { as: 'owed', userId: recovery.owner.userId });
    await insertDeposit(restored, recovery.owner, { amount: 9_000_000_000n });
    const most = String(NAIRA_KOBO + 1n);
    await saveApprovals({ database: restored }, { version: 0, value: { secondAboveKobo: most }, adminId: one });
    const settle = (adminId: UserId, amount: string, worth: typeof valueOf | (() => Promise<null>) = valueOf) =>
      settleTransfer(
        { database: restored, valueOf: worth },
        { id, adminId, coins: { asset: 'USDT@ethereum', amount }, reason: 'Agreed by telephone.' },
      );
    const status = async () => (await server.view()).transfers.find((transfer) => transfer.id === id)?.status;
    await settle(one, '9000');
    expect(await status()).toBe('owed');
    await settle(one, '10', async () => null);
    expect(await status()).toBe('owed');
    await settle(two, '9000');
    expect(await status()).toBe('owed');
    await settle(one, '9000');
    expect(await status()).toBe('settled');
    expect((await verify(restored)).ok).toBe(true);
  });

  describe('that the bank has not ended', () => {
    let server: Awaited<ReturnType<TestRecovery['startServer']>>;
    let id: TransferId;
    const reference = `kg-${'c'.repeat(32)}`;
    const on = () => recovery.original;
    const bankSays = (state: StatementLine['state']) => {
      recovery.bank.script.state = state;
      recovery.bank.make({ reference, amountKobo: NAIRA_KOBO, accountNumber: '1111111111' });
    };
    const follow = () => followTransfers({ database: on(), log: silentLog, rails: [recovery.bank.rail] });
    const seen = async () => (await server.view()).transfers.find((each) => each.id === id);
    const owed = () => balance(on(), receivable(recovery.owner.userId, 'NGN'));
    const found = async (state: StatementLine['state']) => {
      await raiseFence(on(), { cause: 'restored', reason: 'A backup was restored.' });
      bankSays(state);
      server = await recovery.startServer(on(), recovery.fileOf('epoch'));
      await server.read();
      id = (await server.view()).transfers[0]?.id ?? idFor<TransferId>('');
    };

    test('and whose state stays unclear is booked as owed or gone after a day, by two, whatever the amount', async () => {
      await found('unclear');
      const owes = (adminId: UserId) => server.decide(id, { as: 'owed', userId: recovery.owner.userId }, adminId);
      await expect(owes(recovery.admins[0])).rejects.toThrow(/not ended this transfer/);
      await expect(server.decide(id, { as: 'noted', reason: 'Not ours.' })).rejects.toMatchObject({ status: 409 });
      await on().query(`update recovery_transfer set made_at = made_at - interval '25 hours'`);
      expect(await owes(recovery.admins[0])).toMatch(/needs a second person/);
      expect(await owed()).toBe(0n);
      await owes(recovery.admins[1]);
      expect(await owed()).toBe(NAIRA_KOBO);
    });

    test.each(['owed', 'noted'] as const)(
      'and was booked as %s before that was refused is booked back where it fails',
      async (as) => {
        await found('paid');
        const verdict = as === 'owed' ? { as, userId: recovery.owner.userId } : { as, reason: 'A supplier.' };
        await server.decide(id, verdict);
        // As the version before booked it.
        await on().query(`update recovery_transfer set bank_state = 'pending'`);
        bankSays('pending');
        await follow();
        expect(await seen()).toMatchObject({ status: as });
        bankSays('failed');
        await follow();
        // Within the hour it is not asked about again.
        expect(await seen()).toMatchObject({ status: as });
        await on().query(`update recovery_transfer set asked_at = asked_at - interval '61 minutes'`);
        await Promise.all([follow(), follow()]);
        expect(await seen()).toMatchObject({ status: 'void' });
        expect(await owed()).toBe(0n);
        for (const account of [writtenOff(), railFloat('budpay'), stampDutyDue()])
          expect(await balance(on(), account)).toBe(0n);
        expect((await verify(on())).ok).toBe(true);
        const mails = await on().query(
          `select 1 from event where type = 'mail.send' and payload ->> 'subject' like 'A transfer that was booked%'`,
        );
        expect(mails).toHaveLength(recovery.admins.length);
      },
    );

    test('and is decided on while its list is read goes on being asked about, and stays void once it was booked back', async () => {
      await found('unclear');
      await on().query(`update recovery_transfer set made_at = made_at - interval '25 hours'`);
      const [fence] = await on().query<{ id: FenceId }>(`select id from fence where lifted_at is null`);
      const { line } = recovery.bank.made.get(reference) ?? {};
      if (fence === undefined || line === undefined) throw new Error('nothing was found');
      // Read from the list before the decision, and written down after it.
      const writeDown = (state: StatementLine['state']) =>
        noteTransfer(on(), {
          id: newId(),
          fenceId: fence.id,
          rail: 'budpay',
          accountNumber: null,
          line: { ...line, state },
        });
      for (const adminId of recovery.admins.slice(0, 2))
        await server.decide(id, { as: 'owed', userId: recovery.owner.userId }, adminId);
      await writeDown('failed');
      bankSays('failed');
      await follow();
      expect(await seen()).toMatchObject({ status: 'void' });
      expect(await owed()).toBe(0n);
      await writeDown('unclear');
      expect(await seen()).toMatchObject({ status: 'void' });
    });

    test('and was settled is left to people where it fails, and asked about no more once it is paid', async () => {
      await found('paid');
      await server.decide(id, { as: 'owed', userId: recovery.owner.userId });
      await settleTransfer(
        { database: on(), valueOf },
        { id, adminId: recovery.admins[1], coins: null, reason: 'Lost.' },
      );
      await on().query(`update recovery_transfer set bank_state = 'pending'`);
      await follow();
      expect(await on().query(`select bank_state from recovery_transfer`)).toEqual([{ bank_state: 'paid' }]);
      await on().query(`update recovery_transfer set bank_state = 'unclear', asked_at = null`);
      bankSays('failed');
      await follow();
      expect(await seen()).toMatchObject({ status: 'settled' });
      expect(await on().query(`select bank_state from recovery_transfer`)).toEqual([{ bank_state: 'failed' }]);
      expect((await verify(on())).ok).toBe(true);
    });
  });

  test('to an unknown receiver takes a reason; no administrator decides on a transfer to their own account', async () => {
    await raiseFence(recovery.original, { cause: 'restored', reason: 'A backup was restored.' });
    recovery.bank.make({ reference: `kg-${'a'.repeat(32)}`, amountKobo: toKobo(500n), accountNumber: '9999999999' });
    recovery.bank.make({ reference: `kg-${'b'.repeat(32)}-1`, amountKobo: toKobo(700n), accountNumber: '1111111111' });
    recovery.bank.make({ reference: 'by hand', amountKobo: toKobo(900n), accountNumber: '1111111111' });
    const server = await recovery.startServer(recovery.original, recovery.fileOf('epoch'));
    await server.read();
    const { transfers } = await server.view();
    expect(transfers).toHaveLength(2);
    const own = transfers.find(({ amountKobo }) => amountKobo === '500')?.id ?? idFor<TransferId>('');
    const other = transfers.find(({ amountKobo }) => amountKobo === '700')?.id ?? idFor<TransferId>('');
    await expect(server.decide(own, { as: 'noted', reason: 'Mine.' })).rejects.toMatchObject({ status: 403 });
    await expect(server.decide(other, { as: 'noted', reason: ' ' })).rejects.toMatchObject({ status: 422 });
    await server.decide(other, { as: 'noted', reason: 'A supplier, by the bank’s own word.' });
    expect((await verify(recovery.original)).ok).toBe(true);
  });
});
