import { isolated, type RecoveredTransfer } from '@kobogate/contract';
import { useSession } from '../../lib/session-context.ts';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';

/** What the first of two people says of a transfer, for the second; nothing before the first has decided. */
export function FirstSaid({ transfer: { first } }: { transfer: Pick<RecoveredTransfer, 'first'> }) {
  const { user: self } = useSession();
  if (first === null) return null;
  const isOwn = first.adminId === self?.id;
  return (
    <Notice tone="brand" title={`${isOwn ? 'You have' : `${isolated(first.by)} has`} decided: ${first.says}`}>
      {first.reason !== null && (
        <p className="wrap-anywhere">
          “<bdi>{first.reason}</bdi>”
        </p>
      )}
      <p>
        {isOwn
          ? 'Another person from finance, or an administrator, has to say the same.'
          : 'It is booked once you say the same.'}{' '}
        <Moment at={first.at} />
      </p>
    </Notice>
  );
}
