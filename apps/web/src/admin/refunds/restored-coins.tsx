import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageFor } from '../../lib/client.ts';
import { nairaOfKobo } from '../../lib/formats.ts';
import type { FieldBinding } from '../../lib/use-form.ts';
import { Card, CardHeading, LIST_CARD } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { AddressList } from '../../ui/grouped-address.tsx';
import { Coin } from '../../ui/money.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';
import { AddressLink } from '../address-link.tsx';
import { namedRow } from '../named-row.ts';

/** A list of what the books lost in a restore; shown only where it has rows, or could not be loaded. */
export function RestoredCard<Row extends { id: string }>({
  title,
  detail,
  answer,
  failed,
  calm,
  children,
}: {
  title: string;
  detail: string;
  answer: UseQueryResult<{ data: Row[] }>;
  /** Shown where it could not be loaded, with the consequence. */
  failed: string;
  calm: string;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  const rows = answer.data?.data ?? [];
  if (rows.length === 0 && !answer.isError) return null;
  return (
    <Card className={LIST_CARD}>
      <CardHeading title={title} detail={detail} />
      {answer.isError && rows.length === 0 && (
        <ErrorState
          message={messageFor(answer.error, failed)}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        >
          {calm}
        </ErrorState>
      )}
      {rows.length > 0 && children(rows)}
    </Card>
  );
}

/** Coins that wait for a decision, each row named by its id, and the dialog of the decision that is being made. */
export function RestoredTable<Row extends { id: string }>({
  caption,
  rows,
  columns,
  dialog,
}: {
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  dialog: ReactNode;
}) {
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowProps={({ id }) => namedRow(id)}
      />
      {dialog}
    </>
  );
}

/** What coins are worth today: how much is at stake in a decision on them. */
export const Worth = ({ kobo, className = 'text-sm text-ink-soft' }: { kobo: string | null; className?: string }) => (
  <span className={classes('figures whitespace-nowrap', className)}>
    {kobo === null ? 'No rate for it now' : `Worth ${nairaOfKobo(kobo)}`}
  </span>
);

/** Coins, the network that they are on, and what they are worth. */
export function CoinsCell({
  amount,
  currency,
  networkName,
  nairaKobo,
}: {
  amount: string;
  currency: string;
  networkName: string;
  nairaKobo: string | null;
}) {
  return (
    <>
      <Coin amount={amount} currency={currency} className="block font-medium whitespace-nowrap" />
      <span className="block text-sm text-ink-soft">{networkName}</span>
      <Worth kobo={nairaKobo} />
    </>
  );
}

/** An address in full, its note, and the transaction. */
export function AddressCell({
  address,
  network,
  transaction,
  children,
}: {
  address: string;
  network: string;
  transaction: string;
  children?: ReactNode;
}) {
  return (
    <>
      <span className="block max-w-80">
        <AddressLink address={address} network={network} />
      </span>
      {children}
      <TransactionLink network={network} transaction={transaction} />
    </>
  );
}

/** The subject of a dialog: the coins with their worth, and the address that they are at or went to; none where it is empty. */
export function CoinsWithAddress({
  coins: { amount, currency, networkName, nairaKobo, address },
  joint,
}: {
  coins: { amount: string; currency: string; networkName: string; nairaKobo: string | null; address: string };
  joint: 'at' | 'to';
}) {
  return (
    <div className="rounded-card bg-sunk p-4 text-[15px]">
      <p>
        <Coin amount={amount} currency={currency} className="font-semibold" /> on {networkName}
        {address !== '' && ` ${joint}`}
      </p>
      {address !== '' && <AddressList addresses={[address]} />}
      <Worth kobo={nairaKobo} className="text-[15px] font-medium" />
    </div>
  );
}

/** Asks for the owner of the coins, by e-mail address. */
export function CustomerField({ field, hint }: { field: FieldBinding; hint?: string }) {
  return (
    <TextField
      {...field}
      label="Customer’s e-mail address"
      hint={hint}
      type="email"
      inputMode="email"
      maxLength={254}
      autoComplete="off"
    />
  );
}

/** Asks how the administrator knows. */
export function EvidenceField({ field }: { field: FieldBinding }) {
  return <ReasonField field={field} label="How do you know?" />;
}

/** Why it is decided so. */
export function ReasonField({ field, label = 'Reason' }: { field: FieldBinding; label?: string }) {
  return (
    <TextField
      {...field}
      label={label}
      hint="Kept with your decision. Only the team reads this."
      maxLength={300}
      autoComplete="off"
    />
  );
}
