import { endpoints, type LateItem } from '@kobogate/contract';
import { useState } from 'react';
import { useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ForRole } from '../for-role.tsx';
import { LoadedRecord, type RecordProps } from '../loaded-record.tsx';
import {
  AddressCell,
  CoinsCell,
  CoinsWithAddress,
  EvidenceField,
  RestoredCard,
  RestoredTable,
} from './restored-coins.tsx';
import { useDecisionForm } from '../use-decision-form.ts';
import { PersonLink } from '../users/user-words.tsx';

type Wish = { readonly item: LateItem; readonly isSent: boolean };

const columns = (decide: (wish: Wish) => void): Column<LateItem>[] => [
  { id: 'amount', title: 'Coins', place: 'title', cell: CoinsCell },
  {
    id: 'date',
    title: 'Arrived',
    cell: ({ arrivedAt, closedAt }) => (
      <>
        <Moment at={arrivedAt} />
        <span className="block text-sm text-ink-soft">
          Closed <Moment at={closedAt} />
        </span>
      </>
    ),
  },
  {
    id: 'address',
    title: 'At our address',
    place: 'note',
    cell: ({ address, network, transaction, userId, customerName }) => (
      <AddressCell address={address} network={network} transaction={transaction}>
        <span className="block text-sm">
          Of <PersonLink id={userId} name={customerName} />
        </span>
      </AddressCell>
    ),
  },
  {
    id: 'action',
    title: 'What to do',
    place: 'action',
    cell: (item) => (
      <ForRole call={endpoints.suspense.settleLate}>
        <span className="flex flex-wrap gap-2">
          {item.fee !== null && (
            <Button
              variant="secondary"
              aria-haspopup="dialog"
              aria-label={`Send back ${item.amount} ${item.currency}`}
              onClick={() => decide({ item, isSent: true })}
            >
              Send back
            </Button>
          )}
          <Button
            variant="secondary"
            aria-haspopup="dialog"
            aria-label={`Keep ${item.amount} ${item.currency} as owed`}
            onClick={() => decide({ item, isSent: false })}
          >
            Keep as owed
          </Button>
        </span>
      </ForRole>
    ),
  },
];

const TITLE = 'Coins for closed accounts';

/** Coins that arrived for accounts that were closed; shown only where some did. */
export function LateCard() {
  const answer = useCall(endpoints.suspense.listLate);
  return (
    <RestoredCard
      title={TITLE}
      detail="They arrived after their owner’s account was closed, and are booked for that person."
      answer={answer}
      failed="The coins for closed accounts could not be loaded."
      calm="They stay where they are."
    >
      {(rows) => <LateTable rows={rows} />}
    </RestoredCard>
  );
}

/** One of them, for the queue. */
export function LateRecord({ id, onReady }: RecordProps) {
  const answer = useCall(endpoints.suspense.listLate);
  return (
    <LoadedRecord
      answer={answer}
      found={answer.data?.data.find((row) => row.id === id)}
      failed="The coins for closed accounts could not be loaded."
      onReady={onReady}
    >
      {(row) => <LateTable rows={[row]} />}
    </LoadedRecord>
  );
}

function LateTable({ rows }: { rows: readonly LateItem[] }) {
  const [wish, setWish] = useState<Wish | null>(null);
  return (
    <RestoredTable
      caption={TITLE}
      rows={rows}
      columns={columns(setWish)}
      dialog={
        wish !== null &&
        (wish.isSent ? (
          <SendDialog item={wish.item} onClose={() => setWish(null)} />
        ) : (
          <KeepDialog item={wish.item} onClose={() => setWish(null)} />
        ))
      }
    />
  );
}

interface DialogProps {
  readonly item: LateItem;
  readonly onClose: () => void;
}

const FAILED = 'We do not know whether this was decided. Press again: it is decided only once.';

function SendDialog({ item, onClose }: DialogProps) {
  const form = useDecisionForm(endpoints.suspense.settleLate, {
    draft: `late ${item.id}`,
    initial: { address: '', reason: '' },
    needed: { address: 'Please give the person’s address', reason: 'Please say how you know that it is theirs' },
    params: { id: item.id },
    body: ({ address, reason }) => ({ address: address.trim(), reason: reason.trim() }),
    onDone: onClose,
    failed: FAILED,
  });
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title="Send these coins back?"
      description={`This requests a refund to this address, which has to be approved like every refund. The network takes ${item.fee} ${item.currency} of it.`}
      cancel="Leave them"
      confirm="Request the refund"
      pendingLabel="Requesting..."
      onClose={onClose}
    >
      <CoinsWithAddress coins={item} joint="at" />
      <TextField
        {...form.field('address')}
        label="The person’s own address"
        hint={`On ${item.networkName}. Ask the person: the address that sent the coins may be an exchange’s.`}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
      />
      <EvidenceField field={form.field('reason')} />
    </FormDialog>
  );
}

function KeepDialog({ item, onClose }: DialogProps) {
  const form = useDecisionForm(endpoints.suspense.settleLate, {
    draft: `kept ${item.id}`,
    initial: { reason: '' },
    needed: { reason: 'Please give a reason' },
    params: { id: item.id },
    body: ({ reason }) => ({ reason: reason.trim() }),
    onDone: onClose,
    failed: FAILED,
  });
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title="Keep these coins as owed?"
      description="They stay booked for the person and leave this list. Do this if the person can’t be reached, for example, or if the coins are worth less than the network’s fee."
      cancel="Leave them"
      confirm="Keep as owed"
      pendingLabel="Recording..."
      onClose={onClose}
    >
      <CoinsWithAddress coins={item} joint="at" />
      <TextField
        {...form.field('reason')}
        label="Reason"
        hint="Kept with your decision. Only the team reads this."
        maxLength={300}
        autoComplete="off"
      />
    </FormDialog>
  );
}
