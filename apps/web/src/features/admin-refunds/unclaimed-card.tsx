import { endpoints, type UnclaimedItem } from '@kobogate/contract';
import { useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading, LIST_CARD } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { GroupedAddress } from '../../ui/grouped-address.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Coin } from '../../ui/money.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Badge } from '../../ui/status.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';
import { CreditUnclaimedDialog } from './credit-unclaimed-dialog.tsx';

const columns = (credit: (item: UnclaimedItem) => void): Column<UnclaimedItem>[] => [
  {
    id: 'amount',
    title: 'Coins',
    place: 'title',
    cell: ({ amount, currency, networkName }) => (
      <>
        <Coin amount={amount} currency={currency} className="block font-medium whitespace-nowrap" />
        <span className="block text-sm text-ink-soft">{networkName}</span>
      </>
    ),
  },
  {
    id: 'date',
    title: 'Arrived',
    place: 'aside',
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
      <>
        <span className="block max-w-80">
          <GroupedAddress address={address} />
        </span>
        <span className="block text-sm text-ink-soft">
          Key number <span className="tabular-nums">{derivationIndex}</span>
        </span>
        <TransactionLink network={network} transaction={transaction} />
      </>
    ),
  },
  {
    id: 'action',
    title: 'Way out',
    place: 'action',
    cell: (item) => (
      <>
        {item.firstApproval !== null && (
          <p className="mb-2 max-w-64 text-sm wrap-anywhere text-ink-soft">
            <bdi>{item.firstApproval.by}</bdi> named {item.firstApproval.customerEmail}. It takes one more of you.
          </p>
        )}
        {item.isFinal ? (
          <Button
            variant="secondary"
            aria-label={`Credit ${item.amount} ${item.currency} to a customer`}
            onClick={() => credit(item)}
          >
            Credit a customer
          </Button>
        ) : (
          <span className="text-sm text-ink-soft">Wait until it is final</span>
        )}
      </>
    ),
  },
];

/** Coins at addresses that may have been given out before the books were restored; there only where some arrived. */
export function UnclaimedCard() {
  const answer = useCall(endpoints.suspense.listUnclaimed);
  const [credited, setCredited] = useState<UnclaimedItem | null>(null);
  const items = answer.data?.data ?? [];
  if (items.length === 0 && !answer.isError) return null;
  return (
    <Card className={LIST_CARD}>
      <CardHeading
        title="Coins without a known owner"
        detail="They came to addresses of ours that the books forgot when they were restored. They stay here until you know whose they are."
      />
      {answer.isError && items.length === 0 && (
        <ErrorState
          message={messageFor(answer.error, 'The coins without a known owner could not be loaded.')}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        >
          They stay where they are.
        </ErrorState>
      )}
      {items.length > 0 && (
        <DataTable
          caption="Coins without a known owner"
          columns={columns(setCredited)}
          rows={items}
          rowKey={({ id }) => id}
        />
      )}
      {credited !== null && <CreditUnclaimedDialog item={credited} onClose={() => setCredited(null)} />}
    </Card>
  );
}
