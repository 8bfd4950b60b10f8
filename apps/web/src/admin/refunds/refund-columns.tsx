import { type AdminRefund, endpoints } from '@kobogate/contract';
import { CoinMark } from '../../ui/coin-mark.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { maskedAddress } from '../../lib/formats.ts';
import { Moment } from '../../ui/moment.tsx';
import { Coin } from '../../ui/money.tsx';
import { Status } from '../../ui/status.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';
import { REFUND_WORDS } from '../../account/refunds/refund-words.ts';
import { ForRole } from '../for-role.tsx';
import { PersonLink } from '../users/user-words.tsx';
import { canDecide, RefundActions } from './refund-actions.tsx';
import type { RefundDecision } from './decision-dialog.tsx';
import { Worth } from './restored-coins.tsx';

/** Nothing more becomes of it: its worth today says nothing. */
const hasEnded = (status: AdminRefund['status']): boolean => status === 'final' || status === 'declined';

/** Columns of the administrators' refunds; waiting ones have their two decisions. */
export function refundColumns(decide: (decision: RefundDecision) => void): Column<AdminRefund>[] {
  return [
    {
      id: 'customer',
      title: 'Customer',
      place: 'title',
      cell: ({ userId, customerName, customerEmail }) => (
        <>
          <PersonLink id={userId} name={customerName} />
          <span className="block text-sm text-ink-soft @3xl:min-w-50">
            <EmailText address={customerEmail} />
          </span>
        </>
      ),
    },
    {
      id: 'amount',
      title: 'Amount',
      place: 'aside',
      align: 'end',
      cell: ({ amount, asset, currency, networkName, nairaKobo, fee, place, status }) => (
        <>
          <Coin amount={amount} currency={currency} className="block font-medium whitespace-nowrap" />
          <span className="block text-sm text-ink-soft">
            <CoinMark currency={currency} network={asset.split('@')[1]} className="mr-1.5 size-4 align-[-3px]" />
            {networkName}, <span className="whitespace-nowrap">fee {fee}</span>
            {place === 'suspense' ? ', kept apart' : ''}
          </span>
          {!hasEnded(status) && <Worth kobo={nairaKobo} />}
        </>
      ),
    },
    {
      id: 'address',
      title: 'To',
      cell: ({ address, asset, transaction }) => (
        <>
          <code className="block font-mono whitespace-nowrap">{maskedAddress(address)}</code>
          {transaction !== null && <TransactionLink network={asset.split('@')[1] ?? ''} transaction={transaction} />}
        </>
      ),
    },
    {
      id: 'status',
      title: 'State',
      place: 'note',
      cell: ({ status, requestedAt, reason, listed }) => (
        <>
          <Status tone={REFUND_WORDS[status].tone}>{REFUND_WORDS[status].text}</Status>
          <span className="mt-1.5 block text-sm text-ink-soft">
            Asked <Moment at={requestedAt} />
          </span>
          {(listed.isAddress || listed.senders.length > 0) && (
            <span className="mt-1.5 block text-sm font-medium text-danger">On the sanctions list</span>
          )}
          {reason !== null && (
            <span className="mt-1.5 block max-w-60 text-sm wrap-anywhere text-ink-soft">{reason}</span>
          )}
        </>
      ),
    },
    {
      id: 'actions',
      title: 'Decision',
      place: 'action',
      cell: (refund) =>
        canDecide(refund) ? (
          <ForRole call={endpoints.refunds.decide}>
            <RefundActions refund={refund} decide={decide} />
          </ForRole>
        ) : (
          <span className="text-sm text-ink-soft">None to make</span>
        ),
    },
  ];
}
