import { endpoints, type SanctionsHit } from '@kobogate/contract';
import { Link } from 'react-router';
import { messageFor } from '../../lib/client.ts';
import { coinText, dayName } from '../../lib/formats.ts';
import { useCall } from '../../lib/queries.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { GroupedAddress } from '../../ui/grouped-address.tsx';

/** The operator's list of sanctioned addresses, how old it is, and the deposits that came from one of them. */
export function SanctionsCard() {
  const sanctions = useCall(endpoints.sanctions.read);
  return (
    <Card id="sanctions" aria-label="Sanctions list">
      <CardHeading
        title="Sanctions list"
        detail="Coins of a sender on it wait until an administrator decides. Customers do not see why."
      />
      {sanctions.isPending && <SkeletonRows label="Loading the sanctions list" rows={2} className="h-12" />}
      {sanctions.isError && sanctions.data === undefined && (
        <ErrorState
          message={messageFor(sanctions.error, 'The sanctions list could not be loaded.')}
          onRetry={() => void sanctions.refetch()}
          isRetrying={sanctions.isFetching}
        />
      )}
      {sanctions.data !== undefined && (
        <div className="grid gap-4">
          <ListState list={sanctions.data.data.list} />
          {sanctions.data.data.hits.length > 0 && (
            <ul className="grid gap-3">
              {sanctions.data.data.hits.map((hit) => (
                <HitItem key={`${hit.depositId} ${hit.address}`} hit={hit} />
              ))}
            </ul>
          )}
        </div>
      )}
    </Card>
  );
}

interface List {
  listedOn: string;
  addresses: number;
  unread: number;
  isStale: boolean;
}

function ListState({ list }: { list: List | null }) {
  if (list === null) {
    return (
      <Notice tone="neutral" title="There is no list, so no sender is checked.">
        Name one or more files of addresses in SANCTIONS_FILE.
      </Notice>
    );
  }
  const unread = list.unread === 0 ? '' : ` ${list.unread} lines are for chains that we do not take.`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-[15px]">
        <span className="figures">{list.addresses.toLocaleString('en-NG')}</span>{' '}
        {list.addresses === 1 ? 'address' : 'addresses'} as of {dayName(list.listedOn)}.{unread}
        {list.isStale && ' Please give a new list.'}
      </p>
      {list.isStale ? <Status tone="warning">Older than a week</Status> : <Status tone="success">Up to date</Status>}
    </div>
  );
}

function HitItem({ hit }: { hit: SanctionsHit }) {
  const [orderId] = hit.orderIds;
  return (
    <li className="rounded-card border border-hairline p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="figures font-semibold">
          {coinText(hit.amount, hit.currency)} on {hit.networkName}
        </span>
        <span className="text-sm text-ink-soft">
          <Moment at={hit.foundAt} />
        </span>
      </p>
      <p className="text-[15px]">
        <bdi>{hit.customerName}</bdi>, <EmailText address={hit.customerEmail} />
      </p>
      <p className="mt-1 text-sm text-ink-soft">
        From <GroupedAddress address={hit.address} />
      </p>
      {orderId !== undefined && (
        <Link
          to={`/admin/dashboard?tab=orders&order=${orderId}`}
          className="-mb-2.5 inline-flex min-h-11 items-center text-[15px] font-medium text-primary-text underline"
        >
          Open the order
        </Link>
      )}
    </li>
  );
}
