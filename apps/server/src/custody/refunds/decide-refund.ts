import { debtsOfCoins, type RefundId, type UserId } from '@kobogate/contract';
import { balances, receivable } from '../../ledger/index.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { conflict, type Failure, forbidden, notFound, ruleBroken } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import { listedAddresses, recordDecision, requireNoFence, screenRefund } from '../../controls/index.ts';
import { worthInKobo } from '../deposits/deposit.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import {
  findRefund,
  loadRefundForUpdate,
  type RefundWithOwner,
  saveDecision,
  saveFirstApprover,
  saveKnownHits,
} from './db.ts';
import { giveBack } from './give-back.ts';
import { newlyListed } from './hold-listed.ts';
import { refuseDecision } from './refund.ts';
import { seenRefund } from './view-refunds.ts';

export interface DecideDependencies {
  readonly database: Database;
  readonly currentRates: CurrentRates;
}

export interface DecideInput {
  readonly id: RefundId;
  readonly adminId: UserId;
  readonly status: 'approved' | 'declined';
  /** For a decline: the customer reads it. For an approval: only administrators do. */
  readonly reason: string | null;
  /** The version that the administrator saw; absent: the call names none. */
  readonly version?: number | undefined;
}

/**
 * An administrator's decision on a refund. If approved, it is in the next plan of its network; one above the operator's second
 * threshold stays requested until another administrator has approved it too, and one that touches an address of the sanctions
 * list needs a reason from each. If declined, the coins go back to their account. One that is in a plan can only be approved
 * again where a newly listed address stopped it: then the treasury continues with it. Throws 404 if there is no such refund;
 * 403 for the administrator's own refund, for an administrator who may not approve this amount yet, and for the refund of a
 * disabled account; 409 if it was decided before, by the same administrator, or is not the `version` that they saw, or if its
 * owner owes us the same coin; 422 if the reason is missing; 503 while a fence is up.
 */
export async function decideRefund(
  { database, currentRates }: DecideDependencies,
  input: DecideInput,
): Promise<RefundWithOwner> {
  const { id, adminId, status, reason, version = null } = input;
  const rates = status === 'approved' ? await currentRates() : null;
  await database.transaction(async (tx) => {
    const refund = await loadRefundForUpdate(tx, id);
    if (refund === null) throw notFound('There is no such refund.');
    const isInPlan = refund.status === 'planned' || refund.status === 'sent';
    const isAcceptance = isInPlan && status === 'approved' && (await newlyListed(tx, [refund])).length > 0;
    const refusal = refuseDecision(refund, { adminId, status, isAcceptance });
    if (refusal !== null) throw refusal;
    // Books from before it was paid would give its coins back besides.
    await requireNoFence(tx);
    const { userId } = refund;
    const seen = seenRefund(tx, refund, version);
    if (rates === null) {
      await recordDecision(tx, { action: 'refund-declined', adminId, userId, reason, version: seen });
      await giveBack(tx, refund);
    } else {
      const listed = listedAddresses(refund, await screenRefund(tx, refund, { isNew: false }));
      const approval = await recordDecision(tx, {
        action: isAcceptance ? 'refund-listing-accepted' : 'refund-approved',
        adminId,
        userId,
        version: seen,
        refusal: isAcceptance ? null : await whyNotApproved(tx, refund),
        reason,
        reasonNeeded: listed.length === 0 ? null : reasonIsMissing(listed),
        second: {
          thing: 'refund',
          nairaKobo: worthInKobo([refund], rates),
          firstApprover: isAcceptance ? null : (refund.firstApproval?.adminId ?? null),
          action: isAcceptance ? 'refund-listing-accepted' : 'refund-first-approved',
        },
      });
      await saveKnownHits(tx, id, listed);
      if (isAcceptance) return;
      if (approval === 'first') return saveFirstApprover(tx, id, adminId);
      // An administrator who was first under a rule that has ended since now approves alone.
      if (approval === 'alone') await saveFirstApprover(tx, id, null);
    }
    await saveDecision(tx, { id, status, reason: status === 'declined' ? reason : null, adminId });
    await emit(tx, { type: status === 'approved' ? 'refund.approved' : 'refund.declined', payload: { refundId: id } });
  });
  const decided = await findRefund(database, id);
  if (decided === null) throw new Error('a refund that was decided is not there');
  return decided;
}

/** The value of a refund at today's rates, in kobo; null where one can't be trusted. Throws 404 where there is none. */
export async function worthOfRefund(
  { database, currentRates }: DecideDependencies,
  id: RefundId,
): Promise<bigint | null> {
  const refund = isId(id) ? await findRefund(database, id) : null;
  if (refund === null) throw notFound('There is no such refund.');
  return worthInKobo([refund], await currentRates());
}

const reasonIsMissing = (listed: readonly string[]): Failure =>
  ruleBroken(
    `This refund touches an address on the sanctions list: ${listed.join(', ')}. Nothing was approved. ` +
      'If your own rules and the law allow it, please give the reason.',
  );

/** Why a refund may not leave at this moment; null: it may. */
async function whyNotApproved(
  tx: Transaction,
  { userId, asset, isOwnerDisabled }: RefundWithOwner,
): Promise<Failure | null> {
  if (isOwnerDisabled) {
    return forbidden('This account is disabled, so nothing leaves it. Its coins stay set aside until it is enabled.');
  }
  const naira = receivable(userId, 'NGN');
  const coins = debtsOfCoins(asset).map((each) => receivable(userId, each));
  const owed = await balances(tx, [naira, ...coins]);
  const isOwed = ({ code }: typeof naira): boolean => (owed.get(code) ?? 0n) > 0n;
  if (coins.some(isOwed)) {
    return conflict(
      'They owe us such coins: the chain took back a deposit of theirs, or they were given another payment’s coins. Please decline this refund.',
    );
  }
  if (isOwed(naira)) {
    return conflict('They received naira by a transfer without an order. Please settle it on the recovery page first.');
  }
  return null;
}
