import { type Statement, STATEMENT_ENTRIES_SHOWN, type StatementEntry, type StatementKind } from '@kobogate/contract';
import { Link } from 'react-router';
import { coinText, decimalText, nairaOfKobo } from '../../lib/formats.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Status, type StateWords } from '../../ui/status.tsx';

const KIND_WORDS: Readonly<Record<StatementKind, StateWords>> = {
  received: { text: 'Received', tone: 'success' },
  'taken-back': { text: 'Taken back by the network', tone: 'danger' },
  'credit-corrected': { text: 'Credit corrected', tone: 'danger' },
  converted: { text: 'Converted', tone: 'brand' },
  paid: { text: 'Paid out', tone: 'success' },
  returned: { text: 'Came back', tone: 'warning' },
  'sent-back': { text: 'Sent back', tone: 'neutral' },
  corrected: { text: 'Corrected', tone: 'neutral' },
};

/** On paper a statement's cards are parts of one sheet. */
export const ON_PAPER = 'print:rounded-none print:border-x-0 print:px-0 print:shadow-none';

type Coin = Statement['coins'][number];

const coinFigure = (id: 'opening' | 'received' | 'converted' | 'other' | 'closing', title: string): Column<Coin> => ({
  id,
  title,
  align: 'end',
  cell: (coin) => <span className="figures wrap-anywhere">{decimalText(coin[id])}</span>,
});

const COIN_COLUMNS: readonly Column<Coin>[] = [
  {
    id: 'coin',
    title: 'Coin',
    place: 'title',
    cell: (coin) => (
      <>
        <span className="font-semibold">{coin.currency}</span>
        <span className="block text-sm text-ink-soft">{coin.networkName}</span>
      </>
    ),
  },
  coinFigure('opening', 'Before'),
  coinFigure('received', 'Received'),
  coinFigure('converted', 'Converted'),
  coinFigure('other', 'Other'),
  coinFigure('closing', 'After'),
];

const ENTRY_COLUMNS: readonly Column<StatementEntry>[] = [
  { id: 'at', title: 'When', place: 'note', cell: (entry) => <Moment at={entry.at} /> },
  {
    id: 'kind',
    title: 'What',
    place: 'title',
    cell: ({ kind }) => <Status tone={KIND_WORDS[kind].tone}>{KIND_WORDS[kind].text}</Status>,
  },
  {
    id: 'coins',
    title: 'Coins',
    align: 'end',
    cell: ({ coins }) =>
      coins === null ? (
        '–'
      ) : (
        <>
          <span className="figures wrap-anywhere">{coinText(coins.amount, coins.currency)}</span>
          <span className="block text-sm text-ink-soft">{coins.networkName}</span>
        </>
      ),
  },
  {
    id: 'naira',
    title: 'Naira',
    place: 'aside',
    align: 'end',
    cell: ({ nairaKobo, kind }) => (
      <>
        <span className="figures font-semibold whitespace-nowrap">
          {nairaKobo === null ? '–' : nairaOfKobo(nairaKobo)}
        </span>
        {kind === 'received' && nairaKobo !== null && (
          <span className="block text-sm text-ink-soft">worth when it came</span>
        )}
      </>
    ),
  },
  {
    id: 'reference',
    title: 'Reference',
    cell: ({ reference, orderId }) =>
      orderId === null ? (
        <span className="figures text-sm wrap-anywhere">{reference}</span>
      ) : (
        <Link
          to={`/account/convert-to-naira/${orderId}`}
          className="figures inline-flex min-h-11 items-center text-sm font-medium wrap-anywhere text-primary-text underline"
        >
          {reference}
        </Link>
      ),
  },
];

/** A statement's balances and entries. */
export function StatementTables({ statement }: { statement: Statement }) {
  const { coins, entries, entryCount } = statement;
  return (
    <>
      <Card aria-label="Balances" className={ON_PAPER}>
        <CardHeading title="Balances" detail="What you had before, what moved, and what you had after." />
        {coins.length === 0 ? (
          <EmptyState title="No coins in this month." />
        ) : (
          <DataTable
            caption="Balances"
            columns={COIN_COLUMNS}
            rows={coins}
            rowKey={(coin) => `${coin.currency} ${coin.networkName}`}
          />
        )}
      </Card>
      <Card aria-label="Entries" className={ON_PAPER}>
        <CardHeading
          title="Entries"
          detail={
            entryCount > entries.length
              ? `The newest ${STATEMENT_ENTRIES_SHOWN} of ${entryCount}; the files have all of them.`
              : 'The newest first.'
          }
        />
        {entries.length === 0 ? (
          <EmptyState title="Nothing moved in this month.">
            Coins that arrive, conversions and payouts appear here.
          </EmptyState>
        ) : (
          <DataTable
            caption="Entries"
            columns={ENTRY_COLUMNS}
            rows={entries}
            rowKey={(entry) => `${entry.at} ${entry.kind} ${entry.reference}`}
          />
        )}
      </Card>
    </>
  );
}
