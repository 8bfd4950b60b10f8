import { isDeepStrictEqual } from 'node:util';
import { type Approvals, DEFAULT_SETTINGS, endpoints, settingSchemas, type UserId } from '@kobogate/contract';
import { formatNaira, toKobo } from '@kobogate/money';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { isLooser } from '../approvals/approval.ts';
import { countAdmins } from '../approvals/db.ts';
import { recordDecision, requireStillAllowed } from '../approvals/record-decision.ts';
import { SUBJECT } from '../approvals/threshold.ts';
import { dropProposal, loadNewest, loadProposalForUpdate, saveProposal } from './db.ts';
import { recordChange } from './record-change.ts';
import type { SettingDependencies } from './save-setting.ts';
import { readSection, RULES } from './setting.ts';

const CHANGED = 'This has been changed since you opened it. Please check the present value.';

/**
 * Replaces the threshold above which two administrators have to approve. One administrator may lower it. Raising or ending it
 * needs two, or one who may not approve alone would first lift the rule: the first one's proposal waits until another sends the
 * same. Throws 403 for a proposal of an administrator appointed less than a day ago; 422 if fewer than two administrators could
 * approve then, for a broken rule or if nothing differs; 409 if it was changed since it was read.
 */
export async function saveApprovals(
  { database }: Pick<SettingDependencies, 'database'>,
  { version, value, adminId }: { version: number; value: Approvals; adminId: UserId },
): Promise<{ isWaiting: boolean }> {
  const refusal = RULES.approvals(value);
  if (refusal !== null) throw refusal;
  return database.transaction(async (tx) => {
    // Both from one read: else what another saves in between would be raised as if it had not been there.
    const newest = (await loadNewest(tx, [SUBJECT])).get(SUBJECT);
    if ((newest?.version ?? 0) !== version) throw conflict(CHANGED);
    const before = readSection(SUBJECT, newest?.after, DEFAULT_SETTINGS.approvals);
    let agreedBy: UserId | null = null;
    if (value.secondAboveKobo !== null && (await countAdmins(tx)) < 2) {
      throw ruleBroken('You are the only administrator. Make another one first, on their page under Users.');
    }
    if (isLooser(before, value)) {
      const proposal = await loadProposalForUpdate(tx, SUBJECT);
      const isOfAnother = proposal !== null && proposal.adminId !== adminId && isDeepStrictEqual(proposal.after, value);
      agreedBy = isOfAnother ? proposal.adminId : null;
      // Not from a newly appointed administrator: else one administrator could appoint a second one, who approves at
      // once.
      const outcome = await recordDecision(tx, {
        adminId,
        userId: adminId,
        // The list of changes has it.
        action: null,
        second: { thing: 'rule', nairaKobo: 'always', firstApprover: agreedBy, action: null },
      });
      if (outcome === 'first') {
        await requireStillAllowed(tx, adminId, endpoints.settings.saveApprovals);
        await saveProposal(tx, { subject: SUBJECT, version, value, adminId });
        return { isWaiting: true };
      }
    }
    await recordChange(tx, { subject: SUBJECT, version, before, after: value, adminId, agreedBy });
    await dropProposal(tx, SUBJECT);
    return { isWaiting: false };
  });
}

/**
 * Ends a proposal before it holds: its administrator withdraws it, or another refuses it. The rule stays as it is, and the act is on
 * record. Throws 409 where no proposal waits, or not the one of that time.
 */
export async function endProposal(
  { database }: Pick<SettingDependencies, 'database'>,
  { at, adminId }: { at: string; adminId: UserId },
): Promise<'withdrawn' | 'refused'> {
  return database.transaction(async (tx) => {
    const proposal = await loadProposalForUpdate(tx, SUBJECT);
    if (proposal?.at.getTime() !== Date.parse(at))
      throw conflict('This proposal has ended, or another has taken its place. Please look again.');
    const isOwn = proposal.adminId === adminId;
    await recordDecision(tx, {
      action: isOwn ? 'proposal-withdrawn' : 'proposal-refused',
      adminId,
      userId: proposal.adminId,
      reason: describeProposal(proposal.after),
    });
    await dropProposal(tx, SUBJECT);
    return isOwn ? 'withdrawn' : 'refused';
  });
}

function describeProposal(after: unknown): string {
  const { secondAboveKobo } = settingSchemas.approvals.parse(after);
  return secondAboveKobo === null
    ? 'The proposal was that one approval is enough.'
    : `The proposal was that two approvals are needed only above ${formatNaira(toKobo(BigInt(secondAboveKobo)))}.`;
}
