import type { LockedPayout } from './db.ts';
import { describePayout, isUnderWay, type Payout } from './payout.ts';
import type { PayoutWork } from './payout-work.ts';
import { movePosting } from './postings.ts';

/**
 * Records of a locked payout that a rail has it, by the rail's own list, though the books say that it is queued or with
 * another rail; answers it changed. Its end is for `checkPayout` to ask, which is told at once. One that the books have
 * with this rail, or that has ended, stays as it is.
 */
export function takeAsSent(
  work: PayoutWork,
  locked: LockedPayout,
  { rail, madeAt }: { readonly rail: string; readonly madeAt: Date },
): Payout {
  const there = bringBack(work, locked, rail);
  if (there.status !== 'queued') return there;
  const sends = there.sends + 1;
  const payout = work.save(there, { status: 'sent', rail, sentAt: madeAt, sends, isSendOpen: false });
  work.record(
    locked.order,
    'sent',
    `${describePayout(payout)} is on the bank’s own list, under the reference ${payout.reference}.`,
  );
  work.emit({
    type: 'payout.check',
    payload: { payoutId: payout.id, check: payout.checks },
    key: `${payout.id}:${payout.checks}`,
  });
  work.post(movePosting('payout-sent', { ...locked, payout }));
  return payout;
}

/** One that the books have with another rail than the one that lists it is taken back from there. */
function bringBack(work: PayoutWork, locked: LockedPayout, rail: string): Payout {
  const { payout, order } = locked;
  if (!isUnderWay(payout) || payout.rail === rail) return payout;
  work.record(order, 'queued', `${describePayout(payout)} is not with ${payout.rail}: another bank rail lists it.`);
  work.post(movePosting('payout-put-back', locked));
  return work.save(payout, {
    status: 'queued',
    isSendOpen: false,
    sentAt: null,
    notFoundSince: null,
    needsPerson: false,
  });
}
