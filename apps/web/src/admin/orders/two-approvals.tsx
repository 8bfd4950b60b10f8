import { endpoints, isolated } from '@kobogate/contract';
import { parseAmount } from '@kobogate/money';
import { Link } from 'react-router';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session-context.ts';
import type { AdminRow } from './local-decisions.ts';

const KOBO_DECIMALS = 2;

/**
 * Says that a pending order needs two administrators, who has approved, and who else could; nothing where one is
 * enough.
 */
export function TwoApprovals({ row, isSample }: { row: AdminRow; isSample: boolean }) {
  const { user: self } = useSession();
  const approvals = useCall(endpoints.settings.read, {}, { isEnabled: !isSample }).data?.data.approvals;
  const { firstApproval } = row;
  if (firstApproval === null && !isAbove(row.naira, approvals?.value.secondAboveKobo ?? null)) return null;
  return (
    <p className="max-w-60 text-sm text-ink-soft">
      {firstApproval === null && 'An order of this size takes two administrators.'}
      {firstApproval !== null &&
        (firstApproval.adminId === self?.id
          ? 'You have approved it. Another administrator has to approve it too.'
          : `${isolated(firstApproval.by)} has approved it. You are the second.`)}
      {approvals?.administrators === 1 && (
        <>
          {' You are the only one: '}
          <Link to="/admin/users" className="text-primary-text underline">
            make another
          </Link>
          .
        </>
      )}
    </p>
  );
}

function isAbove(naira: string, kobo: string | null): boolean {
  const parsed = parseAmount(naira, KOBO_DECIMALS);
  return kobo !== null && parsed.ok && parsed.value > BigInt(kobo);
}
