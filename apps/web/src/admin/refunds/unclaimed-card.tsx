import { endpoints, type TakenItem, type UnclaimedItem } from '@kobogate/contract';
import { useState } from 'react';
import { useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading, LIST_CARD } from '../../ui/card.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Badge } from '../../ui/status.tsx';
import { ForRole } from '../for-role.tsx';
import { LoadedRecord, type RecordProps } from '../loaded-record.tsx';
import { AddressLink } from '../address-link.tsx';
import { CreditUnclaimedDialog, useIsOwn } from './credit-unclaimed-dialog.tsx';
import { KeepUnclaimedDialog } from './keep-unclaimed-dialog.tsx';
import { AddressCell, CoinsCell, RestoredCard, RestoredTable } from './restored-coins.tsx';
import { TakenTable } from './taken-table.tsx';

/** What is to be said of coins without a known owner: a customer's, the operator's own, or that they stay. */
interface Wish {
  readonly item: UnclaimedItem;
  readonly to: 'customer' | 'operator' | 'suspense';
}

const columns = (decide: (wish: Wish) => void): Column<UnclaimedItem>[] => [
  {
    id: 'amount',
    title: 'Coins',
    place: 'title',
    cell: CoinsCell,
  },
  {
    id: 'date',
    title: 'Arrived',
    cell: ({ arrivedAt, isFinal, surplus }) => (
      <>
        {surplus !== null && <span className="block text-sm text-ink-soft">Found</span>}
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
    cell: ({ address, derivationIndex, network, transaction, surplus }) =>
      surplus === null ? (
        <AddressCell address={address} network={network} transaction={transaction}>
          <span className="block text-sm text-ink-soft">
            Key number <span className="tabular-nums">{derivationIndex}</span>
          </span>
        </AddressCell>
      ) : (
        <SurplusCell network={network} surplus={surplus} />
      ),
  },
  {
    id: 'action',
    title: 'What to do',
    place: 'action',
    cell: (item) => (
      <>
        <FirstNamed item={item} />
        <Kept item={item} />
        {item.isFinal ? (
          <ForRole call={endpoints.suspense.creditUnclaimed}>
            <span className="flex flex-wrap gap-2">
              <CreditButton item={item} onPress={() => decide({ item, to: 'customer' })} />
              <KeepButtons item={item} onPress={(to) => decide({ item, to })} />
            </span>
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
      {isOwn ? 'You' : <bdi>{firstApproval.by}</bdi>}{' '}
      {firstApproval.owner === 'operator' ? (
        'said that they are the operator’s own.'
      ) : (
        <>
          named <EmailText address={firstApproval.customerEmail} />.
        </>
      )}{' '}
      {isOwn
        ? 'Another person from finance, or an administrator, has to say the same.'
        : 'Nothing is booked before a second person says the same.'}
    </p>
  );
}

/** Why they stay where they are, where that was decided. */
function Kept({ item: { kept, firstApproval } }: { item: UnclaimedItem }) {
  if (kept === null || firstApproval !== null) return null;
  return (
    <p className="mb-2 text-sm wrap-anywhere text-ink-soft @3xl:max-w-64">
      They stay: “<bdi>{kept.reason}</bdi>” (<bdi>{kept.by}</bdi>, <Moment at={kept.at} />)
    </p>
  );
}

/** Where our own record has coins that no known payment explains, whose addresses these are, and what was said of them. */
function SurplusCell({
  network,
  surplus: { places, explanation },
}: {
  network: string;
  surplus: NonNullable<UnclaimedItem['surplus']>;
}) {
  return (
    <div className="@3xl:max-w-80">
      <p className="text-sm wrap-anywhere">
        Above all known payments: “<bdi>{explanation}</bdi>”
      </p>
      {places.length > 0 && (
        <ul className="mt-1 grid gap-1">
          {places.map(({ address, amount, customerEmail }) => (
            <li key={address}>
              <AddressLink address={address} network={network} />
              <span className="block text-sm wrap-anywhere text-ink-soft">
                <span className="figures">{amount}</span>,{' '}
                {customerEmail === null ? 'no known owner' : <EmailText address={customerEmail} />}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The first person has nothing to confirm, but may have been mistaken. */
function CreditButton({ item, onPress }: { item: UnclaimedItem; onPress: () => void }) {
  const isFirst = useIsOwn(item.firstApproval);
  const isOwn = isFirst && item.firstApproval?.owner === 'customer';
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

function KeepButtons({ item, onPress }: { item: UnclaimedItem; onPress: (to: 'operator' | 'suspense') => void }) {
  const coins = `${item.amount} ${item.currency}`;
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-label={`The operator’s own: ${coins}`}
        onClick={() => onPress('operator')}
      >
        The operator’s own
      </Button>
      {item.kept === null && (
        <Button
          variant="secondary"
          aria-haspopup="dialog"
          aria-label={`Leave them here: ${coins}`}
          onClick={() => onPress('suspense')}
        >
          Leave them here
        </Button>
      )}
    </>
  );
}

const TITLE = 'Coins without a known owner';

/** What became the operator's own of them; shown only where something did. */
function TakenCard({ rows }: { rows: readonly TakenItem[] }) {
  if (rows.length === 0) return null;
  return (
    <Card className={LIST_CARD}>
      <CardHeading
        title="Booked as the operator’s own"
        detail="Coins without a known owner that you booked as yours. If some turn out to be a customer’s, put them back, and then credit the customer."
      />
      <TakenTable rows={rows} />
    </Card>
  );
}

/** Coins at addresses that may have been given out before the restore; shown only where some arrived. */
export function UnclaimedCard() {
  const answer = useCall(endpoints.suspense.listUnclaimed);
  return (
    <>
      <RestoredCard
        title={TITLE}
        detail="They came to addresses that were given out after a backup, or no known payment explains them. They stay here until you know the owner."
        answer={answer}
        failed="The coins without a known owner could not be loaded."
        calm="They stay where they are."
      >
        {(rows) => <UnclaimedTable rows={rows} />}
      </RestoredCard>
      <TakenCard rows={answer.data?.taken ?? []} />
    </>
  );
}

/** One of them, for the queue; or coins that are booked as the operator's own, where a second person is to say that they are not. */
export function UnclaimedRecord({ id, onReady }: RecordProps) {
  const answer = useCall(endpoints.suspense.listUnclaimed);
  const rows: readonly (UnclaimedItem | TakenItem)[] = [...(answer.data?.data ?? []), ...(answer.data?.taken ?? [])];
  return (
    <LoadedRecord
      answer={answer}
      found={rows.find((row) => row.id === id)}
      failed="The coins without a known owner could not be loaded."
      onReady={onReady}
    >
      {(row) => ('firstReturn' in row ? <TakenTable rows={[row]} /> : <UnclaimedTable rows={[row]} />)}
    </LoadedRecord>
  );
}

function UnclaimedTable({ rows }: { rows: readonly UnclaimedItem[] }) {
  const [wish, setWish] = useState<Wish | null>(null);
  const close = () => setWish(null);
  return (
    <RestoredTable
      caption={TITLE}
      rows={rows}
      columns={columns(setWish)}
      dialog={
        wish !== null &&
        (wish.to === 'customer' ? (
          <CreditUnclaimedDialog item={wish.item} onClose={close} />
        ) : (
          <KeepUnclaimedDialog item={wish.item} as={wish.to} onClose={close} />
        ))
      }
    />
  );
}
