import type { OrderId, UserId } from '@kobogate/contract';
import { recordDecision, requireNoFence, requireReason } from '../controls/index.ts';
import { conflict, forbidden, notFound, ruleBroken } from '../platform/errors.ts';
import { nextOf, saveOrders, seenOrder } from '../sales/index.ts';
import { describeKnown, overtaken } from './ask-about-payout.ts';
import { askItsRail } from './check-payout.ts';
import { isSendOver, listPayouts, loadClaim, lockPayout, saveClaim } from './db.ts';
import { decideAfterFind, isOvertaken } from './decide-payout.ts';
import { mayStillLeave } from './declare-not-made.ts';
import { findRail, notFoundWindowOf, type PayoutDependencies } from './dependencies.ts';
import { isUnderWay, type Payout } from './payout.ts';
import { createPayoutWork } from './payout-work.ts';

/** The steps by which a rail's own answer ends a payout: they take precedence over what an administrator knows. */
const ENDS: ReadonlySet<string> = new Set(['settle', 'fail', 'reverse']);

/**
 * Takes a payout as paid that an administrator was called to, because two of them know it from the bank: the first states the
 * bank's reference and what shows it, the second the same reference. The rail is asked once more; where it now says plainly how
 * the payout ended, that is recorded instead. Nothing is sent, now or later. Books it once for each time that it is taken.
 * Answers what is known now, in a sentence. Throws 404; 403 for the administrator's own order, or for one appointed within a
 * day; 422 without evidence or reference; 409 if it is not the `version` that they saw, no administrator was called to it,
 * another payout of the order is under way or paid, the rail calls it failed or sent back, they stated the same before, or the
 * sending process may still send it; 503 while a fence is up.
 */
export async function takeAsPaid(
  dependencies: PayoutDependencies,
  input: { orderId: OrderId; adminId: UserId; reference: string; reason: string; version?: number | undefined },
): Promise<string> {
  const { orderId, adminId, reason, version } = input;
  const { database, clock, log } = dependencies;
  const reference = input.reference.trim();
  if (reference === '') throw ruleBroken('Please give the bank’s reference of the payment.');
  requireReason(reason);
  const asked = findDoubted(await listPayouts(database, orderId));
  const answer = await askItsRail(findRail(dependencies.rails, asked.rail), asked);
  const outcome = await database.transaction(async (tx) => {
    const locked = await lockPayout(tx, asked.id);
    const { userId } = locked.order;
    if (userId === adminId)
      throw forbidden('You made this order, so other people of the team have to decide on its payout.');
    await requireNoFence(tx);
    const seen = seenOrder(tx, locked.order, version ?? null);
    const step = decideAfterFind(locked.payout, answer, clock.now(), notFoundWindowOf(dependencies));
    if (isOvertaken(step, asked, locked.payout)) throw overtaken(locked.payout);
    const work = createPayoutWork();
    if (ENDS.has(step.kind)) {
      const known = work.move(dependencies, locked, step);
      await recordDecision(tx, { action: 'payout-asked', adminId, userId, orderId, reason, version: seen });
      await work.write(tx);
      return describeKnown(known);
    }
    const claim = await loadClaim(tx, asked.id);
    const decided = await recordDecision(tx, {
      action: 'payout-taken',
      adminId,
      userId,
      orderId,
      reason: `Bank reference ${reference}. ${reason}`,
      version: seen,
      second: {
        thing: 'payout',
        nairaKobo: 'always',
        firstApprover: claim !== null && isSame(claim.reference, reference) ? claim.by : null,
        action: 'payout-first-taken',
      },
    });
    if (findDoubted(await listPayouts(tx, orderId)).id !== asked.id) throw changed();
    if (!isUnderWay(locked.payout) && (answer.kind === 'failed' || answer.kind === 'reversed')) throw notPaid();
    if (isUnderWay(locked.payout) && !(await isSendOver(tx, asked.id))) throw mayStillLeave();
    if (decided === 'first') {
      await saveClaim(tx, asked.id, { adminId, reference, evidence: reason });
      // All who look at the order hear of it.
      await saveOrders(tx, [nextOf(locked.order)]);
      return describeClaim(claim === null || claim.by === adminId ? null : claim.reference);
    }
    work.move(dependencies, locked, { kind: 'take', reference });
    await work.write(tx);
    return 'The payout is taken as paid. Nothing was sent.';
  });
  log.warn({ payoutId: asked.id, adminId, answer: answer.kind, outcome }, 'an admin called a payout paid');
  return outcome;
}

/** Two writings of the same reference. Pure. */
const isSame = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (reference: string): string => reference.replaceAll(/[\s-]/g, '').toUpperCase();

/** The payout of an order that an administrator was called to, while no other of it is under way or paid. Throws 404, 409. */
function findDoubted(payouts: readonly Payout[]): Payout {
  if (payouts.length === 0) throw notFound('This order has no payout.');
  const doubted = payouts.find(({ needsPerson }) => needsPerson);
  if (doubted === undefined)
    throw conflict('The bank does not contradict itself about this payout. Nothing was changed.');
  const other = payouts.find((each) => each.id !== doubted.id && (isUnderWay(each) || BUSY.has(each.status)));
  if (other === undefined) return doubted;
  throw conflict(`Another payout of this order is ${other.status}. Nothing was changed; please call the provider.`);
}

const BUSY: ReadonlySet<string> = new Set(['queued', 'paid']);

const describeClaim = (before: string | null): string =>
  before === null
    ? 'Your statement is kept. Another reviewer or administrator has to confirm it with the bank.'
    : `Your reference is not the one that was stated before (${before}). Yours is kept in its place; another reviewer or administrator has to confirm it.`;

const changed = () =>
  conflict('This payout has changed while the bank was asked. Nothing was done; please look again.');

const notPaid = () =>
  conflict('The bank says now that this payout was not paid. Nothing was changed; it can be sent again.');
