// Where the bank makes no second transfer of a reference, a process that dies between its intent and the bank's answer
// leaves no payout waiting: the same instruction is sent again automatically, to that bank alone, and is paid once.
// Where the bank documents no such thing it is not sent again, and an administrator is called.
import type { OrderId, PayoutId } from '@kobogate/contract';
import { type TestPayouts, useTestPayouts } from '@kobogate/testkit/payouts/payout-room.ts';
import { idleRail } from '@kobogate/testkit/payouts/payouts.ts';
import { createDyingDatabase, type Death } from '@kobogate/testkit/platform/database.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { verify } from '../ledger/index.ts';
import type { BankRail, PayoutInstruction } from './bank-rail.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { payoutHandlers } from './handlers.ts';
import { mayGoAgain } from './decide-payout.ts';
import { sendPayout } from './send-payout.ts';

const HOUR_MS = 60 * 60_000;

let sample: TestPayouts;
/** What each bank paid, and everything that it received, in order. */
let books: Map<string, PayoutInstruction>;
let handed: string[];
/** How many of the next instructions are lost, or are made without an answer. */
let losses: { kind: 'lost' | 'made'; left: number };
useTestPayouts((its) => {
  sample = its;
});
beforeEach(() => {
  books = new Map();
  handed = [];
  losses = { kind: 'lost', left: 0 };
});

/** A bank that makes a reference once, and answers a repeat as banks do: it may have been made. */
const createBank = (name: string, isRefusing = true): BankRail => ({
  ...idleRail,
  name,
  ...(isRefusing ? { refusesRepeats: 'its manual' } : {}),
  send: async (instruction) => {
    const key = `${name} ${instruction.reference}`;
    handed.push(key);
    if (books.has(key)) return { kind: 'unknown', reason: 'Reference already existed' };
    losses.left -= 1;
    if (losses.left >= 0 && losses.kind === 'lost') return { kind: 'unknown', reason: 'time-out' };
    books.set(key, instruction);
    return losses.left >= 0 ? { kind: 'unknown', reason: 'time-out' } : { kind: 'accepted' };
  },
  find: async (reference) =>
    books.has(`${name} ${reference}`) ? { kind: 'paid', sessionId: null } : { kind: 'not-found' },
});

/** The same program, whose process dies around chosen commits. */
function start(rails: readonly BankRail[]) {
  const dying = createDyingDatabase(sample.database);
  const dependencies: PayoutDependencies = { ...sample.connect(rails), database: dying.database };
  /** A process that is killed: another process gets its event, and finds the intent. */
  const sendAndDie = async (payoutId: PayoutId, death: Death): Promise<void> => {
    dying.arm(death);
    await sendPayout(dependencies, { payoutId }).catch(() => undefined);
    dying.arm(null);
  };
  return { dependencies, dying, sendAndDie };
}

async function makeQueued(dependencies: PayoutDependencies): Promise<{ orderId: OrderId; id: PayoutId }> {
  const orderId = await sample.makeOrder();
  await payoutHandlers(dependencies)['order.payable']({ orderId });
  await sample.database.query(`delete from event where type = 'payout.due'`);
  return { orderId, id: (await sample.newest(orderId)).id };
}

const AFTER_INTENT: Death = { at: 0, afterCommit: true };
const BEFORE_ANSWER: Death = { at: 1, afterCommit: false };
const AFTER_ANSWER: Death = { at: 1, afterCommit: true };

describe('[P12] a process that dies around each step of a send', () => {
  test.each<[string, Death, 'lost' | 'made' | null]>([
    ['before its intent is committed', { at: 0, afterCommit: false }, null],
    ['after its intent', AFTER_INTENT, null],
    ['before the answer is recorded, of a call that was lost', BEFORE_ANSWER, 'lost'],
    ['before the answer is recorded, of a call that was made without an answer', BEFORE_ANSWER, 'made'],
    ['before the answer is recorded, of a call that was accepted', BEFORE_ANSWER, null],
    ['after the answer', AFTER_ANSWER, null],
  ])('%s: paid once, without a wait', async (_name, death, loss) => {
    const { dependencies, sendAndDie } = start([createBank('budpay'), createBank('paystack')]);
    const { orderId, id } = await makeQueued(dependencies);
    if (loss !== null) losses = { kind: loss, left: 1 };
    await sendAndDie(id, death);
    await sample.database.query(`insert into event (id, type, payload) values (gen_random_uuid(), 'payout.due', $1)`, [
      JSON.stringify({ payoutId: id }),
    ]);
    await sample.pass(dependencies, HOUR_MS / 4, 60);
    expect(await sample.newest(orderId)).toMatchObject({ status: 'paid', attempt: 1, needsPerson: false });
    expect(books.size).toBe(1);
    // At one bank, with one reference, however often it was sent.
    expect(new Set(handed).size).toBe(1);
    expect((await verify(sample.database)).ok).toBe(true);
  });

  test('36 of them, killed at every step and again as they are repeated: 0 wait for an administrator, and 0 were paid twice', async () => {
    const { dependencies, dying, sendAndDie } = start([createBank('budpay'), createBank('paystack')]);
    const deaths = [AFTER_INTENT, BEFORE_ANSWER, AFTER_ANSWER];
    const made: string[] = [];
    for (let index = 0; index < 36; index += 1) {
      const { orderId, id } = await makeQueued(dependencies);
      losses = { kind: index % 2 === 0 ? 'lost' : 'made', left: index % 3 === 1 ? 1 : 0 };
      await sendAndDie(id, deaths[index % 3] ?? AFTER_INTENT);
      made.push(orderId);
    }
    losses.left = 0;
    for (let step = 0; step < 60; step += 1) {
      // The next process dies too, around another commit each time, for a while.
      dying.arm(step < 20 ? { at: step % 4, afterCommit: step % 2 === 0 } : null);
      await sample.pass(dependencies, 15_000, 1).catch(() => undefined);
    }
    dying.arm(null);
    await sample.database.query(`update event set claimed_until = null, run_at = null where dead_at is null`);
    await sample.pass(dependencies, HOUR_MS, 30);
    const waiting = await sample.database.query(
      `select id from payout where order_id = any($1::uuid[]) and (needs_person or status <> 'paid')`,
      [made],
    );
    expect(waiting).toEqual([]);
    expect(books.size).toBe(36);
    expect(new Set([...books.values()].map(({ reference }) => reference)).size).toBe(36);
    expect((await verify(sample.database)).ok).toBe(true);
  });
});

test('[P12] a repeated instruction is the same to the kobo and the digit, and not before the bank has denied it for a while', async () => {
  const { dependencies, sendAndDie } = start([createBank('budpay')]);
  const { orderId, id } = await makeQueued(dependencies);
  const before = await sample.newest(orderId);
  await sendAndDie(id, AFTER_INTENT);
  await sample.pass(dependencies, 45_000, 9);
  expect(handed).toEqual([]);
  await sample.pass(dependencies, 120_000, 12);
  const { reference, amountKobo, accountNumber, accountName, bankCode, bankName } = before;
  expect([...books.values()]).toEqual([
    { reference, amountKobo, accountNumber, accountName, bankCode, bankName, narration: 'Kobogate conversion' },
  ]);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'paid', sends: 2, reference });
});

test('[P12] a bank without this guarantee is not sent it again, and an administrator is called', async () => {
  const { dependencies, sendAndDie } = start([createBank('budpay', false), createBank('paystack')]);
  const { orderId, id } = await makeQueued(dependencies);
  await sendAndDie(id, AFTER_INTENT);
  await sample.pass(dependencies, HOUR_MS, 60);
  expect(handed).toEqual([]);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'unknown', needsPerson: true, sends: 1 });
});

test('[P1] a call that ended without an answer is asked about and never sent again automatically', async () => {
  const { dependencies } = start([createBank('budpay')]);
  losses = { kind: 'lost', left: 1 };
  const orderId = await sample.makeOrder();
  await sample.pass(dependencies, HOUR_MS, 60);
  expect(handed).toHaveLength(1);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'unknown', needsPerson: true });
});

test('[P12] if every process dies it is sent a limited number of times, and then an administrator is called', async () => {
  const bank = createBank('budpay');
  const { dependencies, dying, sendAndDie } = start([
    {
      ...bank,
      send: async (...instruction) => {
        const answer = await bank.send(...instruction);
        dying.arm({ at: 0, afterCommit: false });
        return answer;
      },
    },
  ]);
  const { orderId, id } = await makeQueued(dependencies);
  await sendAndDie(id, AFTER_INTENT);
  losses = { kind: 'lost', left: 1000 };
  await sample.pass(dependencies, HOUR_MS, 240);
  expect(handed).toHaveLength(4);
  expect(new Set(handed).size).toBe(1);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'unknown', needsPerson: true, sends: 5 });
});

test('[P12] a repeat that is lost is repeated, until the bank has it', async () => {
  const { dependencies, sendAndDie } = start([createBank('budpay')]);
  const { orderId, id } = await makeQueued(dependencies);
  await sendAndDie(id, AFTER_INTENT);
  losses = { kind: 'lost', left: 2 };
  await sample.pass(dependencies, HOUR_MS / 4, 60);
  expect(handed).toHaveLength(3);
  expect(books.size).toBe(1);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'paid', needsPerson: false });
});

test('[P12] only where the process never recorded how its call ended, no administrator was called, and the denial lasts', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const lost = {
    status: 'unknown',
    isSendOpen: true,
    sends: 1,
    notFoundSince: ago(30_000),
    sentAt: ago(60_000),
    needsPerson: false,
    isContested: false,
    isListed: false,
    isOwnerDisabled: false,
    isTakenBack: false,
  } as const;
  expect(mayGoAgain(lost, now)).toBe(true);
  expect(mayGoAgain({ ...lost, notFoundSince: ago(29_999) }, now)).toBe(false);
  expect(mayGoAgain({ ...lost, notFoundSince: null }, now)).toBe(false);
  expect(mayGoAgain({ ...lost, isSendOpen: false }, now)).toBe(false);
  expect(mayGoAgain({ ...lost, needsPerson: true }, now)).toBe(false);
  expect(mayGoAgain({ ...lost, isContested: true }, now)).toBe(false);
  expect(mayGoAgain({ ...lost, isListed: true }, now)).toBe(false);
  expect(mayGoAgain({ ...lost, sends: 2 }, now)).toBe(false);
  expect(mayGoAgain({ ...lost, sends: 5, notFoundSince: ago(10 * HOUR_MS), sentAt: ago(10 * HOUR_MS) }, now)).toBe(
    false,
  );
  for (const status of ['queued', 'sent', 'paid', 'failed', 'reversed'] as const) {
    expect(mayGoAgain({ ...lost, status }, now)).toBe(false);
  }
});
