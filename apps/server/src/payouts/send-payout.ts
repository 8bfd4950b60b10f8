import { debtsOfCoins, type PayoutId } from '@kobogate/contract';
import { setTimeout as delay } from 'node:timers/promises';
import { createDeadline, type Deadline } from '../platform/deadline.ts';
import { DependencyDown, dependencyDown } from '../platform/errors.ts';
import { inSpan } from '../platform/tracing.ts';
import { requireNoFence, screenOrder } from '../controls/index.ts';
import { balances, receivable } from '../ledger/index.ts';
import { forgetApprovals } from '../sales/index.ts';
import type { BankRail, SendAnswer } from './bank-rail.ts';
import { OF_DISABLED, TAKEN_BACK, wasClearedByPolicy } from './decide-hold.ts';
import { lockPayout } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { decideAfterSend, mayGoAgain } from './decide-payout.ts';
import { type LockedPayout, type Payout, SEND_WITHIN_MS } from './payout.ts';
import { createPayoutWork, type MoveContext, type PayoutWork } from './payout-work.ts';
import { createPayoutWriter, type PayoutWriter } from './payout-writer.ts';
import type { RailRoute } from './rail-router.ts';

/**
 * Pauses before each further attempt to record an answer: together shorter than the grace, after which the rail is
 * asked anyway.
 */
const PAUSES_MS = [250, 1_000, 3_000];

const CONTESTED = 'the bank’s answer about an earlier payout of this order has changed';
/** Neutral, as its owner reads it: whom the sanctions list names is the team's to know. */
const LISTED = 'we check this order once more before any naira leaves';

/** A payout whose intent is committed, in its state then, and until when it may leave this process. */
interface Leaving {
  readonly payout: Payout;
  readonly deadline: Deadline;
}

/**
 * Sends a queued payout, once, by the first rail that can take it; while none can it stays queued.
 * 1. The intent is committed, with the rail, the time until which it may leave, and a check that asks about it should
 * the process die now.
 * 2. The rail is called, which writes nothing once that time has passed, however long this process was stalled.
 * 3. Its answer is recorded; where nothing left it is queued again.
 * After step 1 no other process and no other rail sends the payout, whichever answer is lost: the checks ask its rail about it
 * by its reference. While a fence is up it stays queued: step 1 is refused in its own transaction. If the sanctions list has
 * named a sender of its coins since it was made, or the chain took them back while a rail had it, it ends instead of leaving,
 * for a person to decide.
 *
 * With `after` it sends again, to the same rail and with the same reference, a payout that was sent that many times and that
 * the rail denies. This is only for a rail that makes no second transfer of a reference. It takes the same steps; whatever the
 * answer, the checks find out the outcome of the reference.
 */
export async function sendPayout(
  dependencies: PayoutDependencies,
  { payoutId, after }: { payoutId: PayoutId; after?: number | undefined },
  writer: PayoutWriter = createPayoutWriter(dependencies),
): Promise<void> {
  const { gate, log, router } = dependencies;
  const payout = await writer.load(payoutId);
  if (payout === null || !(after === undefined ? payout.status === 'queued' : payout.sends === after)) return;
  // Also before one ends that a database from before it left has queued.
  await gate.requireOpen();
  if (after === undefined && payout.isContested) {
    return writer.write(payoutId, (work, locked) => void withdrawContested(work, dependencies, locked));
  }
  if (after === undefined && payout.isListed) return withdrawListed(dependencies, payoutId);
  if (after === undefined && (await withdrawOwing(dependencies, payout))) return;
  const candidate = after === undefined ? payout : { ...payout, onlyRail: payout.rail };
  const answer = await router.withRail(candidate, async (route) => {
    const leaving = await writer.leave(payoutId, (work, locked) =>
      after === undefined ? intend(work, dependencies, locked, route) : repeat(work, dependencies, locked, after),
    );
    return leaving === null ? null : { ...(await handOver(route.rail, leaving)), payout: leaving.payout };
  });
  if (answer === null) return;
  if (answer.kind !== 'accepted') {
    log.warn({ payoutId, answer: answer.kind, reason: answer.reason }, 'a rail did not accept a payout');
  }
  const { sends, checks } = answer.payout;
  await insist(() =>
    writer.write(payoutId, (work, locked) => {
      // Sent again since: the answer to the newer call decides.
      if (locked.payout.sends !== sends) return;
      // If this one was not accepted either, it is still unknown whether the earlier ones left: the checks go on.
      if (after !== undefined && answer.kind !== 'accepted') return;
      const ended = work.move(dependencies, locked, { kind: 'answered' });
      work.move(dependencies, locked, decideAfterSend(ended, answer));
      work.move(dependencies, locked, after === undefined ? { kind: 'checked', done: checks } : { kind: 'ask-soon' });
    }),
  );
}

/**
 * A rail refuses only once: the answer is given up only while the database is down. Recording it twice has no effect.
 */
async function insist(record: () => Promise<void>): Promise<void> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await record();
    } catch (error) {
      if (!(error instanceof DependencyDown)) throw error;
      await delay(pauseMs);
    }
  }
  return record();
}

/**
 * Records that a payout leaves now, and returns it; null where it was sent before, or was withdrawn in place of leaving.
 * Throws 503, to come again, where another rail was chosen, or a sender of its coins was listed at this moment.
 */
function intend(
  work: PayoutWork,
  dependencies: Pick<PayoutDependencies, 'clock' | 'log'>,
  locked: LockedPayout,
  { rail, bankCode }: RailRoute,
): Leaving | null {
  const { status, onlyRail } = locked.payout;
  if (status !== 'queued') return null;
  if (onlyRail !== null && onlyRail !== rail.name) {
    throw dependencyDown(onlyRail, 'An administrator chose another rail at this moment. Nothing was sent.');
  }
  if (locked.payout.isListed) {
    throw dependencyDown('sanctions list', 'The sanctions list has changed at this moment. Nothing was sent.');
  }
  if (withdrawContested(work, dependencies, locked) || withdrawOfDisabled(work, dependencies, locked)) return null;
  // It starts before the intent is written, so that it ends before the deadline that the database writes with it.
  const deadline = createDeadline(dependencies.clock, SEND_WITHIN_MS);
  return { payout: work.move(dependencies, locked, { kind: 'leave', rail: rail.name, bankCode }), deadline };
}

/**
 * Ends a queued payout while an administrator is called to another one of its order, which may have been paid after
 * all: they send it again or take the other one as paid. Answers whether it did.
 */
function withdrawContested(work: PayoutWork, context: MoveContext, locked: LockedPayout): boolean {
  const { status, isContested } = locked.payout;
  if (status !== 'queued' || !isContested) return false;
  work.move(context, locked, { kind: 'withdraw', reason: CONTESTED, isTold: true });
  return true;
}

/**
 * Ends a queued payout of coins that can be from a sender whom the sanctions list names since it was made: an administrator
 * decides whether it is sent again. The hits are recorded, the administrators notified, and earlier approvals count no more.
 * Does nothing where it has left.
 */
async function withdrawListed(
  { database, ...context }: Pick<PayoutDependencies, 'database' | 'clock' | 'log'>,
  payoutId: PayoutId,
): Promise<void> {
  await database.transaction(async (tx) => {
    const locked = await lockPayout(tx, payoutId);
    if (locked.payout.status !== 'queued' || !locked.payout.isListed) return;
    await screenOrder(tx, locked.order);
    await requireNoFence(tx);
    // They were given without knowing of it.
    await forgetApprovals(tx, locked.order.id);
    const work = createPayoutWork();
    work.move(context, locked, { kind: 'withdraw', reason: LISTED, isTold: true });
    await work.write(tx);
  });
}

/**
 * Ends a queued payout that would leave now, where the policy cleared its order and its account was disabled since: it was with a
 * rail then, or a fence was up. Answers whether it did.
 */
function withdrawOfDisabled(work: PayoutWork, context: MoveContext, locked: LockedPayout): boolean {
  if (!locked.payout.isOwnerDisabled || !wasClearedByPolicy(locked.order)) return false;
  work.move(context, locked, { kind: 'withdraw', ...OF_DISABLED });
  return true;
}

/**
 * Ends a queued payout where coins were taken back since it was made, and its owner owes them: `withdrawAfterRevert` found
 * it with a rail, which did not send it, or its event is still to come, as after a fence, where both waited. Answers whether it did;
 * not where an administrator has sent it again knowing that. Throws 503 while a fence is up.
 */
async function withdrawOwing(
  { database, ...context }: Pick<PayoutDependencies, 'database' | 'clock' | 'log'>,
  { id, sends, attempt, isTakenBack }: Pick<Payout, 'id' | 'sends' | 'attempt' | 'isTakenBack'>,
): Promise<boolean> {
  if (!isTakenBack && (sends === 0 || attempt > 1)) return false;
  return database.transaction(async (tx) => {
    const locked = await lockPayout(tx, id);
    const { userId, asset } = locked.order;
    const debts = debtsOfCoins(asset).map((code) => receivable(userId, code));
    const owed = await balances(tx, debts);
    if (locked.payout.status !== 'queued' || !debts.some(({ code }) => (owed.get(code) ?? 0n) > 0n)) return false;
    const work = createPayoutWork();
    work.move(context, locked, { kind: 'withdraw', ...TAKEN_BACK });
    await requireNoFence(tx);
    await work.write(tx);
    return true;
  });
}

/** Records that a payout leaves once more, exactly as before, and returns it; null where it may no longer. */
function repeat(
  work: PayoutWork,
  dependencies: Pick<PayoutDependencies, 'clock' | 'log'>,
  locked: LockedPayout,
  after: number,
): Leaving | null {
  if (locked.payout.sends !== after || !mayGoAgain(locked.payout, dependencies.clock.now())) return null;
  const deadline = createDeadline(dependencies.clock, SEND_WITHIN_MS);
  return { payout: work.move(dependencies, locked, { kind: 'leave-again' }), deadline };
}

async function handOver(rail: BankRail, { payout, deadline }: Leaving): Promise<SendAnswer> {
  if (deadline.leftMs() <= 0) return { kind: 'not-sent', reason: 'its time passed before the bank was called' };
  const { reference, amountKobo, accountNumber, accountName, bankCode, bankName } = payout;
  const narration = 'Kobogate conversion';
  try {
    const instruction = { reference, amountKobo, accountNumber, accountName, bankCode, bankName, narration };
    const attributes = { 'kobogate.rail': rail.name, 'kobogate.reference': reference };
    return await inSpan('bank: send', { of: payout.orderId, kind: 'call', attributes }, () =>
      rail.send(instruction, deadline),
    );
  } catch (error) {
    // Whatever failed, the call may have reached the bank.
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}
