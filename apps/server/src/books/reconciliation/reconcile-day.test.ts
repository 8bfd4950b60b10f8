// One report a day says whether chain, ledger and bank statement agree, to the kobo. It is kept for ever, made once
// automatically, mailed only where something is wrong, and a missing answer of a bank or node never counts as an
// answer.
import type { ReconciliationId, UserId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { testMonthSealer } from '@kobogate/testkit/ledger/postings.ts';
import { idleRail, makePayableOrder, NAIRA_KOBO, testPayoutDependencies } from '@kobogate/testkit/payouts/payouts.ts';
import { createTestClock, type TestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertCustomer, type TestCustomer, testQuoteSigner } from '@kobogate/testkit/sales/orders.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inOrder } from '../../events.ts';
import { balance, customer, exchange, post, railFees, railFloat } from '../../ledger/index.ts';
import { newId } from '../../platform/identifiers.ts';
import { NodeFault, type TreasuryWallet } from '../../custody/index.ts';
import { type BankRail, type StatementAnswer, type StatementLine } from '../../payouts/index.ts';
import { listDaysToCompare, listReconciliations, loadReconciliation } from './db.ts';
import { type ReconciliationDependencies, reconcileDay } from './reconcile-day.ts';
import {
  compareUnclearDays,
  createDailyReconciliation,
  dayToCompare,
  reconcileYesterday,
} from './reconcile-yesterday.ts';
import { createWorker } from '../../platform/worker.ts';
import { payoutHandlers } from '../../payouts/handlers.ts';

const FEE_KOBO = toKobo(2_500n);
const DAY_MS = 24 * 60 * 60 * 1000;
const OPENING_KOBO = 100_000_000n;

let sample: TestDatabase;
let admin: TestCustomer;
let clock: TestClock;
let bank: ReturnType<typeof createBank>;
let chainHas: { amount: bigint } | 'silent';
let dependencies: ReconciliationDependencies & { rails: readonly BankRail[] };

/** A bank that pays everything at once, charges its fee, and lists what the test allows. */
function createBank() {
  const lines: StatementLine[] = [];
  const state = { answer: null as StatementAnswer | null, float: OPENING_KOBO };
  const rail: BankRail = {
    ...idleRail,
    send: async ({ reference, amountKobo }) => {
      lines.push({ reference, amountKobo, feeKobo: FEE_KOBO, state: 'paid', madeAt: clock.now() });
      state.float -= amountKobo + FEE_KOBO;
      return { kind: 'accepted' };
    },
    find: async () => ({ kind: 'paid', sessionId: null }),
    floatKobo: async () => toKobo(state.float),
    statement: async ({ from, to }) =>
      state.answer ?? { kind: 'statement', lines: lines.filter(({ madeAt }) => madeAt >= from && madeAt < to) },
  };
  return { rail, lines, state };
}

const own = { address: '0xtreasury', addressKey: '0xtreasury' };
const treasuryWallet: TreasuryWallet = {
  network: 'ethereum',
  family: 'evm',
  holdings: async () => {
    if (chainHas === 'silent') throw new NodeFault('the node does not answer');
    const { amount } = chainHas;
    return amount === 0n ? [] : [{ address: { ...own, chain: 0, index: 0 }, asset: 'USDT@ethereum', amount }];
  },
  draft: () => Promise.reject(new Error('not here')),
  identify: () => Promise.resolve(null),
  broadcast: () => Promise.resolve(),
  used: () => Promise.resolve(new Set<string>()),
  trace: () => Promise.resolve(null),
  outcome: () => Promise.resolve(null),
};

beforeAll(async () => {
  sample = await createTestDatabase();
  admin = await insertCustomer(sample.database, { isAdmin: true });
  clock = createTestClock();
  bank = createBank();
  chainHas = { amount: 0n };
  dependencies = {
    database: sample.database,
    clock,
    log: silentLog,
    rails: [bank.rail],
    treasuryWallets: [{ treasuryWallet }],
    networks: ['ethereum', 'solana'],
    addressSources: [{ family: 'evm', keyFingerprint: 'sample', size: 1, derive: () => own, treasury: () => own }],
    quoteSigner: testQuoteSigner,
    monthSealer: testMonthSealer,
    publicOrigin: 'https://kobogate.test',
    pauseMs: 0,
  };
});
afterAll(() => sample.drop());

/** Pays so many orders on the present day, and moves the clock to an hour and more into the next one. */
async function payAndPassTheDay(orders: number): Promise<{ day: string; references: string[] }> {
  const { database } = sample;
  const before = bank.lines.length;
  const owner = await insertCustomer(database);
  for (let index = 0; index < orders; index += 1) await makePayableOrder({ database, clock }, { owner, admin });
  const handlers = payoutHandlers(testPayoutDependencies({ database, clock, rails: dependencies.rails }));
  for (let round = 0; round < 3; round += 1) {
    await createWorker({ database, clock, log: silentLog, handlers: inOrder([handlers]) }).drain();
    clock.advance(10_000);
  }
  if (chainHas !== 'silent') chainHas = { amount: chainHas.amount + BigInt(orders) * 10_000_000n };
  const references = bank.lines.slice(before).map(({ reference }) => reference);
  expect(references).toHaveLength(orders);
  const day = new Date(clock.now().getTime() + 3_600_000).toISOString().slice(0, 10);
  clock.set(new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS + 3_600_000));
  expect(dayToCompare(clock.now())).toBe(day);
  return { day, references };
}

const byAdmin = (day: string) => ({ day, isScheduled: false, adminId: admin.userId });
const mails = () =>
  sample.database.query<{ subject: string }>(
    `select payload ->> 'subject' as subject from event where type = 'mail.send' and payload ->> 'subject' ~ 'books' order by created_at`,
  );
const kindsOf = async (day: string) =>
  (await reconcileDay(dependencies, byAdmin(day)))?.report.differences.map(({ kind }) => kind);

test('a day on which all agrees says so, books the fees once, and sends no mail', async () => {
  const { day } = await payAndPassTheDay(2);
  const made = await reconcileDay(dependencies, { day, isScheduled: true, adminId: null });
  expect(made).toMatchObject({ day, outcome: 'agrees', differenceCount: 0, isScheduled: true, runBy: null });
  expect(made?.report.parts.map(({ area, outcome, compared }) => [area, outcome, compared])).toEqual([
    ['bank', 'agrees', 2],
    ['chain', 'agrees', 2],
    ['chain', 'not-compared', 0],
    ['ledger', 'agrees', expect.any(Number)],
  ]);
  expect(made?.report.parts[0]?.detail).toMatch(/^₦32,000\.00 paid, ₦50\.00 in fees\./);
  await kindsOf(day);
  expect(await balance(sample.database, railFees('budpay'))).toBe(2n * FEE_KOBO);
  expect(-(await balance(sample.database, railFloat('budpay')))).toBe(2n * (NAIRA_KOBO + FEE_KOBO));
  expect(await mails()).toEqual([]);
});

test('each fault of a statement is one difference; the day after it is reported once, by one mail to each administrator', async () => {
  const { day, references } = await payAndPassTheDay(3);
  const [missing = '', doubled = '', more = ''] = references;
  const place = (reference: string) => bank.lines.findIndex((line) => line.reference === reference);
  const [gone] = bank.lines.splice(place(missing), 1);
  const second = bank.lines[place(doubled)];
  if (gone === undefined || second === undefined) throw new Error('no such line');
  bank.lines.push({ ...second });
  bank.lines.push({ ...second, reference: 'kg-unknown' });
  bank.lines[place(more)] = { ...second, reference: more, amountKobo: toKobo(second.amountKobo + 1n) };
  await Promise.all([reconcileYesterday(dependencies), reconcileYesterday(dependencies)]);
  await reconcileYesterday(dependencies);
  const [newest, ...older] = (await listReconciliations(sample.database)).filter((one) => one.day === day);
  expect(newest).toMatchObject({ outcome: 'differs', differenceCount: 5, isScheduled: true });
  expect(older).toEqual([]);
  const { report } = (await loadReconciliation(sample.database, newest?.id ?? idFor<ReconciliationId>(''))) ?? {
    report: { differences: [] },
  };
  expect(report.differences.map(({ kind, subject }) => `${kind} ${subject}`).toSorted()).toEqual([
    `doubled ${doubled}`,
    // The missing line's fee was charged all the same, and is not booked.
    'float Float',
    `missing-at-bank ${missing}`,
    `other-amount ${more}`,
    'unknown-to-us kg-unknown',
  ]);
  for (const { advice } of report.differences) expect(advice.length).toBeGreaterThan(40);
  expect(await mails()).toEqual([{ subject: `5 differences in the books of ${day}` }]);
  bank.lines.splice(0, bank.lines.length, ...bank.lines.filter(({ reference }) => !references.includes(reference)));
});

const byTimer = (day: string) => ({ day, isScheduled: true, adminId: null });

test('naira that left the float without a payout is a difference of one day, to the kobo, however often people and the timer compare it', async () => {
  bank.lines.length = 0;
  const { day } = await payAndPassTheDay(1);
  expect(await kindsOf(day)).toEqual([]);
  bank.state.float -= 1n;
  const made = await reconcileDay(dependencies, byAdmin(day));
  expect(made?.report.differences).toMatchObject([{ kind: 'float' }]);
  // Neither is it gone for who compares once more, nor hidden from all others by who compared before the timer, or another day.
  expect(await kindsOf(day)).toEqual(['float']);
  await kindsOf(new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10));
  expect(await reconcileDay(dependencies, byTimer(day))).toMatchObject({ outcome: 'differs', differenceCount: 1 });
  expect(await mailsOf(day)).toEqual([`1 difference in the books of ${day}`]);
  const { day: next } = await payAndPassTheDay(1);
  expect(await reconcileDay(dependencies, byTimer(next))).toMatchObject({ outcome: 'agrees' });
});

test('naira that left while the float could not be compared is a difference of the first day on which it can', async () => {
  const { day: unread } = await payAndPassTheDay(1);
  const { floatKobo } = bank.rail;
  const silent = { ...dependencies, rails: [{ ...bank.rail, floatKobo: async () => null }] };
  bank.state.float -= 11n;
  expect(await reconcileDay(silent, byTimer(unread))).toMatchObject({ outcome: 'agrees' });
  const { day } = await payAndPassTheDay(1);
  expect(await floatKobo?.()).not.toBeNull();
  expect((await reconcileDay(dependencies, byTimer(day)))?.report.differences).toMatchObject([{ kind: 'float' }]);
});

test('days on which no server ran are compared too, once there is one again, the oldest first', async () => {
  const { day: gone } = await payAndPassTheDay(1);
  const { day: also } = await payAndPassTheDay(1);
  const { day } = await payAndPassTheDay(1);
  await Promise.all([reconcileYesterday(dependencies), reconcileYesterday(dependencies)]);
  for (const each of [gone, also, day]) {
    const found = await foundOf(each);
    expect(found.map(({ outcome, isScheduled }) => [each, outcome, isScheduled])).toEqual([[each, 'agrees', true]]);
  }
});

test('no day is compared that had ended in Lagos before the gateway was set up', async () => {
  const undone = new Error('undone');
  const asked = sample.database.transaction(async (tx) => {
    await tx.query(`update schema_migration set applied_at = '2001-05-10T23:00:00Z'`);
    expect(await listDaysToCompare(tx, '2001-05-10')).toEqual([]);
    expect(await listDaysToCompare(tx, '2001-05-11')).toEqual(['2001-05-11']);
    throw undone;
  });
  await expect(asked).rejects.toBe(undone);
});

test('a bank or a node that does not answer makes the day unclear, and neither equal nor different', async () => {
  const { day } = await payAndPassTheDay(1);
  bank.state.answer = { kind: 'unanswered', reason: 'the bank did not answer in time' };
  const had = chainHas;
  chainHas = 'silent';
  expect(await reconcileDay(dependencies, byAdmin(day))).toMatchObject({ outcome: 'unclear', differenceCount: 0 });
  bank.state.answer = null;
  chainHas = had;
  expect(await reconcileDay(dependencies, byAdmin(day))).toMatchObject({ outcome: 'agrees' });
});

const MINUTE_MS = 60_000;
/** The findings of a day, the first one first. */
const foundOf = async (day: string) =>
  (await listReconciliations(sample.database)).filter((one) => one.day === day).toReversed();
const mailsOf = async (day: string) =>
  (await mails()).flatMap(({ subject }) => (subject.includes(day) ? [subject] : []));
/**
 * Moves the clock by so many minutes, then runs what two processes do at once. Answers how often the day was compared
 * so far.
 */
async function passMinutes(minutes: number, day: string): Promise<number> {
  clock.advance(minutes * MINUTE_MS);
  await Promise.all([compareUnclearDays(dependencies), compareUnclearDays(dependencies)]);
  return (await foundOf(day)).length;
}

test('[P9] a day that stayed unclear is compared again automatically, with growing pauses, until every bank and node has answered', async () => {
  const { day } = await payAndPassTheDay(1);
  await kindsOf(day);
  bank.state.answer = { kind: 'unanswered', reason: 'the bank did not answer in time' };
  bank.state.float -= 7n;
  await reconcileYesterday(dependencies);
  const [, first] = await foundOf(day);
  expect(first).toMatchObject({ outcome: 'unclear', attempt: 0, isNewest: true });
  expect(first?.nextAt).toBe(new Date(clock.now().getTime() + 15 * MINUTE_MS).toISOString());

  expect(await passMinutes(14, day)).toBe(2);
  expect(await passMinutes(1, day)).toBe(3);
  expect(await passMinutes(29, day)).toBe(3);
  expect(await passMinutes(1, day)).toBe(4);
  bank.state.answer = null;
  expect(await passMinutes(59, day)).toBe(4);
  expect(await passMinutes(1, day)).toBe(5);
  // The float is compared with its value before the outage.
  const found = await foundOf(day);
  expect(found.map(({ outcome, attempt, nextAt }) => [outcome, attempt, nextAt === null])).toEqual([
    ['agrees', 0, true],
    ['unclear', 0, true],
    ['unclear', 1, true],
    ['unclear', 2, true],
    ['differs', 3, true],
  ]);
  expect(await passMinutes(10_000, day)).toBe(5);
  expect(await mailsOf(day)).toEqual([
    `The books of ${day} could not all be compared`,
    `1 difference in the books of ${day}`,
  ]);
});

test('an administrator’s clear comparison ends it, and after ten tries without an answer it is left to an administrator', async () => {
  const { day } = await payAndPassTheDay(1);
  bank.state.answer = { kind: 'unanswered', reason: 'the bank did not answer in time' };
  await reconcileYesterday(dependencies);
  bank.state.answer = null;
  expect(await kindsOf(day)).toEqual([]);
  expect(await passMinutes(10_000, day)).toBe(2);

  const { day: other } = await payAndPassTheDay(1);
  bank.state.answer = { kind: 'unanswered', reason: 'the bank did not answer in time' };
  await reconcileYesterday(dependencies);
  for (let attempt = 1; attempt <= 12; attempt += 1) await passMinutes(24 * 60, other);
  const tries = await foundOf(other);
  expect(tries.map(({ attempt }) => attempt)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(tries.at(-1)).toMatchObject({ isNewest: true, nextAt: null });
  expect(await mailsOf(other)).toEqual([
    `The books of ${other} could not all be compared`,
    `The books of ${other} could still not all be compared`,
  ]);
  bank.state.answer = null;
  expect(await reconcileDay(dependencies, byAdmin(other))).toMatchObject({ outcome: 'agrees', isNewest: true });
  expect(await foundOf(other)).toHaveLength(12);
});

test('a unit too few on the chain, and a ledger that was changed outside the program, are reported', async () => {
  const { day } = await payAndPassTheDay(1);
  if (chainHas === 'silent') throw new Error('the chain answers here');
  chainHas = { amount: chainHas.amount - 1n };
  expect(await kindsOf(day)).toEqual(['chain']);
  chainHas = { amount: chainHas.amount + 1n };
  const userId = newId<UserId>();
  await sample.database.transaction((tx) =>
    post(tx, [
      {
        source: 'sample',
        sourceId: userId,
        description: 'Sample',
        transfers: [{ debit: exchange('NGN'), credit: customer(userId, 'NGN'), amount: 5n }],
      },
    ]),
  );
  await sample.database.query(`update ledger_account set balance = balance + 1 where code = $1`, [
    customer(userId, 'NGN').code,
  ]);
  expect(await kindsOf(day)).toContain('ledger');
});

test('a day that has not begun is refused, and a report that was made is never changed', async () => {
  await expect(reconcileDay(dependencies, byAdmin('2099-01-01'))).rejects.toMatchObject({ status: 422 });
  await expect(reconcileDay(dependencies, byAdmin('yesterday'))).rejects.toMatchObject({ status: 422 });
  await expect(sample.database.query(`update reconciliation set outcome = 'agrees'`)).rejects.toThrow(/written once/);
});

test('the start of the program does not wait for banks', async () => {
  clock.advance(DAY_MS);
  const day = dayToCompare(clock.now());
  const run = createDailyReconciliation(dependencies);
  await run();
  expect(await foundOf(day)).toEqual([]);
  await run();
  expect(await foundOf(day)).toHaveLength(1);
});

test('[P5] a payout that the bank takes back days later, its callback lost, is a difference of a later day: two more lists are read, and no more', async () => {
  const { day, references } = await payAndPassTheDay(1);
  const place = bank.lines.findIndex(({ reference }) => reference === references[0]);
  const asked: number[] = [];
  const rail: BankRail = {
    ...bank.rail,
    statement: async (stretch) => {
      asked.push(Math.round((stretch.to.getTime() - stretch.from.getTime()) / DAY_MS));
      return (await bank.rail.statement?.(stretch)) ?? { kind: 'unanswered', reason: 'no list' };
    },
  };
  const later = new Date(Date.parse(`${day}T00:00:00Z`) + 3 * DAY_MS).toISOString().slice(0, 10);
  clock.set(new Date(Date.parse(`${later}T00:00:00Z`) + DAY_MS + 3_600_000));
  const compare = async () => {
    const made = await reconcileDay({ ...dependencies, rails: [rail] }, byAdmin(later));
    return made?.report.differences.filter(({ kind }) => kind === 'other-state');
  };
  expect(await compare()).toEqual([]);
  const [line] = bank.lines.slice(place);
  if (line === undefined) throw new Error('no line');
  bank.lines[place] = { ...line, state: 'reversed' };
  expect(await compare()).toMatchObject([
    {
      subject: references[0],
      theirs: expect.stringContaining('reversed'),
      advice: expect.stringContaining('Ask the bank'),
    },
  ]);
  expect(asked).toHaveLength(6);
  expect(asked.filter((days) => days === 1)).toHaveLength(4);
});

test('[I5] a transfer that recovery has recorded is not reported as one that was not sent from here, unless it is void', async () => {
  const { day, references } = await payAndPassTheDay(1);
  const line = bank.lines.find(({ reference }) => reference === references[0]);
  if (line === undefined) throw new Error('no line');
  const reference = `kg-${'e'.repeat(32)}`;
  bank.lines.push({ ...line, reference });
  expect(await kindsOf(day)).toContain('unknown-to-us');
  await sample.database.query(
    `with raised as (insert into fence (id, cause, reason, read_from, lifted_at, lifted_by, lifted_on_machine)
       values (gen_random_uuid(), 'restored', 'A sample', now(), now(), $2, 'A sample') returning id)
     insert into recovery_transfer (id, fence_id, rail, reference, amount_kobo, bank_state, made_at, status, reason)
     select gen_random_uuid(), id, 'budpay', $1, 1, 'paid', now(), 'noted', 'A sample' from raised`,
    [reference, admin.userId],
  );
  expect(await kindsOf(day)).not.toContain('unknown-to-us');
  await sample.database.query(`update recovery_transfer set status = 'void' where reference = $1`, [reference]);
  expect(await kindsOf(day)).toContain('unknown-to-us');
});
