import { endpoints, type NetworkStatus } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callKey } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { MarkedCoin } from '../../ui/coin-mark.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Coin } from '../../ui/money.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ForRole } from '../for-role.tsx';
import { type WaitingDeposit, waitText } from './network-words.ts';
import { VouchDialog } from './vouch-dialog.tsx';
import { namedRow } from '../named-row.ts';
import { AddressCell, Worth } from '../refunds/restored-coins.tsx';
import { PersonLink } from '../users/user-words.tsx';

const columns = (vouch: (deposit: WaitingDeposit) => void): Column<WaitingDeposit>[] => [
  {
    id: 'amount',
    title: 'Coins',
    place: 'title',
    cell: ({ amount, currency, network, nairaKobo, userId, customerEmail }) => (
      <MarkedCoin currency={currency} network={network}>
        <Coin amount={amount} currency={currency} className="block font-medium whitespace-nowrap" />
        <Worth kobo={nairaKobo} />
        <span className="block text-sm text-ink-soft">
          {userId === null ? 'Owner not known' : <PersonLink id={userId} name={customerEmail ?? ''} />}
        </span>
      </MarkedCoin>
    ),
  },
  { id: 'seen', title: 'Seen', cell: ({ seenAt }) => <Moment at={seenAt} /> },
  {
    id: 'where',
    title: 'At our address',
    place: 'note',
    cell: ({ address, network, transaction }) => (
      <AddressCell address={address} network={network} transaction={transaction} />
    ),
  },
  {
    id: 'why',
    title: 'Why it waits',
    place: 'action',
    cell: (deposit) => (
      <div className="max-w-80">
        <p className="text-sm">{waitText(deposit)}</p>
        {deposit.readBy !== null && <p className="text-sm wrap-anywhere text-ink-soft">Reported by {deposit.readBy}</p>}
        {deposit.contradiction !== null && <p className="text-sm wrap-anywhere text-danger">{deposit.contradiction}</p>}
        {deposit.firstVoucher !== null && (
          <p className="text-sm wrap-anywhere text-ink-soft">
            <bdi>{deposit.firstVoucher}</bdi> vouched for it. Another reviewer or administrator has to.
          </p>
        )}
        {deposit.waitsFor !== 'finality' && (
          <div className="mt-2">
            <ForRole call={endpoints.admin.vouch}>
              <Button
                variant="secondary"
                aria-haspopup="dialog"
                aria-label={`Vouch for ${deposit.amount} ${deposit.currency}`}
                onClick={() => vouch(deposit)}
              >
                Vouch for it
              </Button>
            </ForRole>
          </div>
        )}
      </div>
    ),
  },
];

/** The deposits of a network that wait for a word, with the way to give it. */
export function WaitingDeposits({ network }: { network: NetworkStatus }) {
  const [vouched, setVouched] = useState<WaitingDeposit | null>(null);
  const queryClient = useQueryClient();
  const close = (): void => {
    setVouched(null);
    void queryClient.invalidateQueries({ queryKey: callKey(endpoints.admin.networks) });
  };
  const rows = network.waiting.map((deposit) => ({
    ...deposit,
    network: network.network,
    networkName: network.name,
  }));
  // The dialog stays if its row has gone in the meantime: the server then says what has changed.
  if (rows.length === 0 && vouched === null) return null;
  return (
    <div className="mt-6">
      {rows.length > 0 && (
        <>
          <h3 className="mb-3 font-semibold">Deposits that are not credited yet</h3>
          <DataTable
            caption={`Deposits on ${network.name} that are not credited yet`}
            columns={columns(setVouched)}
            rows={rows}
            rowKey={({ id }) => id}
            rowProps={({ id }) => namedRow(id)}
          />
        </>
      )}
      {vouched !== null && <VouchDialog deposit={vouched} onClose={close} />}
    </div>
  );
}
