import type { AdminRefund } from '@kobogate/contract';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { maskedAddress } from '../../lib/formats.ts';
import { Moment } from '../../ui/moment.tsx';
import { Coin } from '../../ui/money.tsx';
import { Status } from '../../ui/status.tsx';
import { REFUND_WORDS } from '../refunds/refund-words.ts';
import type { RefundDecision } from './decision-dialog.tsx';

/** Columns of the admin's refunds; those that wait have their two decisions. */
export function refundColumns(decide: (decision: RefundDecision) => void): Column<AdminRefund>[] {
  return [
    {
      id: 'customer',
      title: 'Customer',
      cell: ({ customerName, customerEmail }) => (
        <>
          <span className="block font-medium">{customerName}</span>
          <span className="block text-sm wrap-anywhere text-ink-soft">{customerEmail}</span>
        </>
      ),
    },
    {
      id: 'amount',
      title: 'Amount',
      cell: ({ amount, currency, networkName, fee, place }) => (
        <>
          <Coin amount={amount} currency={currency} className="block font-medium whitespace-nowrap" />
          <span className="block text-sm text-ink-soft">
            {networkName}, fee {fee}
            {place === 'suspense' ? ', kept apart' : ''}
          </span>
        </>
      ),
    },
    {
      id: 'address',
      title: 'To',
      cell: ({ address }) => <code className="font-mono whitespace-nowrap">{maskedAddress(address)}</code>,
    },
    {
      id: 'status',
      title: 'State',
      cell: ({ status, requestedAt }) => (
        <>
          <Status tone={REFUND_WORDS[status].tone}>{REFUND_WORDS[status].text}</Status>
          <span className="mt-1.5 block text-sm text-ink-soft">
            Asked <Moment at={requestedAt} />
          </span>
        </>
      ),
    },
    {
      id: 'actions',
      title: 'Decision',
      cell: (refund) =>
        refund.status === 'requested' ? (
          <span className="inline-flex flex-wrap justify-end gap-2">
            <Button
              variant="secondary"
              aria-haspopup="dialog"
              aria-label={`Approve the refund of ${refund.customerName}`}
              onClick={() => decide({ refund, status: 'approved' })}
            >
              Approve
            </Button>
            <Button
              variant="quiet"
              aria-haspopup="dialog"
              aria-label={`Decline the refund of ${refund.customerName}`}
              onClick={() => decide({ refund, status: 'declined' })}
            >
              Decline
            </Button>
          </span>
        ) : (
          <span className="text-sm text-ink-soft">{refund.reason ?? 'None to make'}</span>
        ),
    },
  ];
}
