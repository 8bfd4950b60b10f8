import { endpoints, type UnclaimedItem } from '@kobogate/contract';
import { useState } from 'react';
import { useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Badge } from '../../ui/status.tsx';
import { ForRole } from '../for-role.tsx';
import { LoadedRecord, type RecordProps } from '../loaded-record.tsx';
import { CreditUnclaimedDialog, useIsOwn } from './credit-unclaimed-dialog.tsx';
import { AddressCell, CoinsCell, RestoredCard, RestoredTable } from './restored-coins.tsx';

const columns = (credit: (item: UnclaimedItem) => void): Column<UnclaimedItem>[] => [
  {
    id: 'amount',
    title: 'Coins',
    place: 'title',
    cell: CoinsCell,
  },
  {
    id: 'date',
    title: 'Arrived',
    cell: ({ arrivedAt, isFinal }) => (
      <>
        <Moment at={arrivedAt} />
        {!isFinal && (
          <span className="mt-1.5 block">
            <Badge tone="warning">Not final yet</Badge>
          </span>
        )}
      </>
    ),
  },
  {
    id: 'address',
    title: 'At our address',
    place: 'note',
    cell: ({ address, derivationIndex, network, transaction }) => (
      <AddressCell address={address} network={network} transaction={transaction}>
        <span className="block text-sm text-ink-soft">
          Key number <span className="tabular-nums">{derivationIndex}</span>
        </span>
      </AddressCell>
    ),
  },
  {
    id: 'action',
    title: 'What to do',
    place: 'action',
    cell: (item) => (
      <>
        <FirstNamed item={item} />
        {item.isFinal ? (
          <ForRole call={endpoints.suspense.creditUnclaimed}>
            <CreditButton item={item} onPress={() => credit(item)} />
          </ForRole>
        ) : (
          <span className="text-sm text-ink-soft">Wait until the payment is final</span>
        )}
      </>
    ),
  },
];

/** Whom the first of two people named, and who has to name the same. */
function FirstNamed({ item: { firstApproval } }: { item: UnclaimedItem }) {
  const isOwn = useIsOwn(firstApproval);
  if (firstApproval === null) return null;
  return (
    <p className="mb-2 text-sm wrap-anywhere text-ink-soft @3xl:max-w-64">
      {isOwn ? 'You' : <bdi>{firstApproval.by}</bdi>} named <EmailText address={firstApproval.customerEmail} />.{' '}
      {isOwn
        ? 'Another person from finance, or an administrator, has to name the same customer.'
        : 'They are credited once a second person names the same customer.'}
    </p>
  );
}

/** The first person has nothing to confirm, but may have been mistaken. */
function CreditButton({ item, onPress }: { item: UnclaimedItem; onPress: () => void }) {
  const isOwn = useIsOwn(item.firstApproval);
  return (
    <Button
      variant={isOwn ? 'quiet' : 'secondary'}
      className={isOwn ? '-ml-4' : ''}
      aria-haspopup="dialog"
      aria-label={`Credit ${item.amount} ${item.currency} to ${isOwn ? 'another' : 'a'} customer`}
      onClick={onPress}
    >
      {isOwn ? 'Name another customer' : 'Credit a customer'}
    </Button>
  );
}

const TITLE = 'Coins without a known owner';

/** Coins at addresses that may have been given out before the restore; shown only where some arrived. */
export function UnclaimedCard() {
  const answer = useCall(endpoints.suspense.listUnclaimed);
  return (
    <RestoredCard
      title={TITLE}
      detail="They came to addresses that were given out after the backup. They stay here until you know the owner."
      answer={answer}
      failed="The coins without a known owner could not be loaded."
      calm="They stay where they are."
    >
      {(rows) => <UnclaimedTable rows={rows} />}
    </RestoredCard>
  );
}

/** One of them, for the queue. */
export function UnclaimedRecord({ id, onReady }: RecordProps) {
  const answer = useCall(endpoints.suspense.listUnclaimed);
  return (
    <LoadedRecord
      answer={answer}
      found={answer.data?.data.find((row) => row.id === id)}
      failed="The coins without a known owner could not be loaded."
      onReady={onReady}
    >
      {(row) => <UnclaimedTable rows={[row]} />}
    </LoadedRecord>
  );
}

function UnclaimedTable({ rows }: { rows: readonly UnclaimedItem[] }) {
  const [credited, setCredited] = useState<UnclaimedItem | null>(null);
  return (
    <RestoredTable
      caption={TITLE}
      rows={rows}
      columns={columns(setCredited)}
      dialog={credited !== null && <CreditUnclaimedDialog item={credited} onClose={() => setCredited(null)} />}
    />
  );
}
