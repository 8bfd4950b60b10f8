import { endpoints, isolated } from '@kobogate/contract';
import { parseAmount } from '@kobogate/money';
import { Link } from 'react-router';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session-context.ts';
import { useMay } from '../for-role.tsx';
import type { AdminRow } from './local-decisions.ts';

const KOBO_DECIMALS = 2;

/**
 * Says that a pending order needs two approvals, who has given one, and whether anyone else could; nothing where one is
 * enough.
 */
export function TwoApprovals({ row, isSample }: { row: AdminRow; isSample: boolean }) {
  const { user: self } = useSession();
  const approvals = useCall(endpoints.settings.read, {}, { isEnabled: !isSample }).data?.data.approvals;
  const { firstApproval } = row;
  if (firstApproval === null && !isAbove(row.naira, approvals?.value.secondAboveKobo ?? null)) return null;
  return (
    <p className="max-w-60 text-sm text-ink-soft">
      {firstApproval === null && 'An order of this size needs the approvals of two people.'}
      {firstApproval !== null &&
        (firstApproval.adminId === self?.id
          ? 'You have approved it. Another person of the team has to approve it too.'
          : `${isolated(firstApproval.by)} has approved it. A second person has to approve it too.`)}
      {approvals?.orderApprovers === 1 && <OnlyOne />}
    </p>
  );
}

function OnlyOne() {
  const isIt = useMay(endpoints.adminOrders.decide);
  const mayNameOthers = useMay(endpoints.adminUsers.setRole);
  const text = isIt ? ' You are the only one who may.' : ' Only one person may.';
  if (!mayNameOthers) return `${text} Ask an administrator to make another reviewer.`;
  return (
    <>
      {text}{' '}
      <Link to="/admin/users" className="text-primary-text underline">
        Make a reviewer or another administrator
      </Link>
      .
    </>
  );
}

/** Whether an approval would be the first of the two that an order of this size takes. */
export function useIsFirstOfTwo({ naira, firstApproval }: Pick<AdminRow, 'naira' | 'firstApproval'>): boolean {
  const approvals = useCall(endpoints.settings.read).data?.data.approvals;
  return firstApproval === null && isAbove(naira, approvals?.value.secondAboveKobo ?? null);
}

/** Whether a decision about so much takes two people; one of an unknown value does, where any does. */
export function useTakesTwo(kobo: string | null): boolean {
  const above = useCall(endpoints.settings.read).data?.data.approvals.value.secondAboveKobo ?? null;
  return above !== null && (kobo === null || BigInt(kobo) > BigInt(above));
}

function isAbove(naira: string, kobo: string | null): boolean {
  const parsed = parseAmount(naira, KOBO_DECIMALS);
  return kobo !== null && parsed.ok && parsed.value > BigInt(kobo);
}
