import { isDeepStrictEqual } from 'node:util';
import { type Approvals, DEFAULT_SETTINGS } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import { conflict, forbidden, ruleBroken } from '../../platform/errors.ts';
import { countAdmins, dropProposal, isNewAdmin, loadNewest, loadProposalForUpdate, saveProposal } from './db.ts';
import { type ApprovalFacts, decideApproval } from './decide-approval.ts';
import { recordChange } from './record-change.ts';
import type { SettingDependencies } from './save-setting.ts';
import { readSection, RULES } from './setting.ts';

const SUBJECT = 'approvals';

/** Above which naira two administrators have to approve, as it holds at this moment on the given connection. */
export async function approvalsWithin(connection: Connection): Promise<Approvals> {
  return (await decidedApprovals(connection)) ?? DEFAULT_SETTINGS.approvals;
}

/** What an administrator decided on that, at this moment on the given connection; null: none did, and the default holds. */
export async function decidedApprovals(connection: Connection): Promise<Approvals | null> {
  const change = (await loadNewest(connection, [SUBJECT])).get(SUBJECT);
  return change === undefined ? null : readSection(SUBJECT, change.after, DEFAULT_SETTINGS.approvals);
}

/**
 * What an administrator's approval comes to by the rule that holds at this moment. Throws 403 where they have been one for
 * less than a day, and 409 where they have approved it before.
 */
export async function decideApprovalWithin(
  tx: Transaction,
  facts: Omit<ApprovalFacts, 'approvals' | 'isNewAdmin'>,
): Promise<'alone' | 'first' | 'second'> {
  const [approvals, isNew] = [await approvalsWithin(tx), await isNewAdmin(tx, facts.adminId)];
  const decision = decideApproval({ ...facts, approvals, isNewAdmin: isNew });
  if (decision.kind === 'refused') throw decision.failure;
  return decision.kind;
}

/** Whether fewer orders would need two people: what one person alone may not decide. Pure. */
export function isLooser(before: Approvals, after: Approvals): boolean {
  if (before.secondAboveKobo === null) return false;
  return after.secondAboveKobo === null || BigInt(after.secondAboveKobo) > BigInt(before.secondAboveKobo);
}

/**
 * Replaces the threshold above which two administrators have to approve. One administrator may lower it. Raising or
 * ending it takes two, or whoever may not approve alone would first lift the rule: the first one's wish waits until
 * another sends the same. Throws 403 for a wish of whoever has been an administrator for less than a day, 422 where fewer than two administrators could approve then, for a rule broken or
 * nothing different, and 409 where it was changed since it was read.
 */
export async function saveApprovals(
  { database }: Pick<SettingDependencies, 'database'>,
  { version, value, adminId }: { version: number; value: Approvals; adminId: string },
): Promise<{ isWaiting: boolean }> {
  const refusal = RULES.approvals(value);
  if (refusal !== null) throw refusal;
  return database.transaction(async (tx) => {
    const before = await approvalsWithin(tx);
    if (value.secondAboveKobo !== null && (await countAdmins(tx)) < 2) {
      throw ruleBroken('You are the only administrator. Make another one first, on their page under Users.');
    }
    if (isLooser(before, value)) {
      // Else one person could make a second one, who says yes at once.
      if (await isNewAdmin(tx, adminId)) {
        throw forbidden(
          'You have been an administrator for less than a day, so others decide on this until then. The rule holds as it is.',
        );
      }
      const holds = (await loadNewest(tx, [SUBJECT])).get(SUBJECT)?.version ?? 0;
      if (holds !== version) throw conflict('Somebody else has changed this since. Please look at what holds now.');
      const proposal = await loadProposalForUpdate(tx, SUBJECT);
      const isSecond = proposal !== null && proposal.adminId !== adminId && isDeepStrictEqual(proposal.after, value);
      if (!isSecond) {
        await saveProposal(tx, { subject: SUBJECT, version, value, adminId });
        return { isWaiting: true };
      }
    }
    await recordChange(tx, { subject: SUBJECT, version, before, after: value, adminId });
    await dropProposal(tx, SUBJECT);
    return { isWaiting: false };
  });
}
