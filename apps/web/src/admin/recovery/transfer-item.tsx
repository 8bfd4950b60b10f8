import { endpoints, type RecoveredTransfer } from '@kobogate/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { dateTimeText, nairaOfKobo } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { FactList } from '../../ui/facts.tsx';
import { LongWords } from '../../ui/long-words.tsx';
import { Status } from '../../ui/status.tsx';
import { ForRole } from '../for-role.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { BANK_WORDS, TRANSFER_WORDS } from './recovery-words.ts';
import { SettleDialog } from './settle-dialog.tsx';

/** One transfer: the bank's record, what it can have been, and what to do. */
export function TransferItem({ transfer }: { transfer: RecoveredTransfer }) {
  const [isOpen, setIsOpen] = useState(false);
  const { status, railTitle, reference, amountKobo, accountNumber, bankState, madeAt, orders, customers, reason } =
    transfer;
  const [order] = orders;
  const person = customers[0];
  const close = (): void => setIsOpen(false);
  return (
    <li className="rounded-card border border-hairline p-4">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h3 className="figures text-lg font-semibold">{nairaOfKobo(amountKobo)}</h3>
        <Status tone={TRANSFER_WORDS[status].tone}>{TRANSFER_WORDS[status].text}</Status>
      </div>
      <p className="figures text-sm wrap-anywhere text-ink-soft">
        <LongWords text={reference} />
      </p>
      <FactList
        isWide
        facts={[
          { label: 'Bank', value: `${railTitle}, ${BANK_WORDS[bankState].toLowerCase()}` },
          { label: 'Created', value: dateTimeText(madeAt) },
          {
            label: 'To account',
            value: accountNumber === null ? 'The bank does not say' : <span className="figures">{accountNumber}</span>,
          },
          ...(person === undefined ? [] : [{ label: 'Customer', value: <bdi>{person.name}</bdi> }]),
        ]}
      />
      <p className="mt-3 max-w-prose text-[15px]">{adviceFor(transfer)}</p>
      {reason !== null && (
        <p className="mt-2 max-w-prose text-[15px] text-ink-soft">
          Reason given: <bdi>{reason}</bdi>
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {(status === 'open' || status === 'owed') && (
          <ForRole call={endpoints.recovery.decide}>
            <Button
              variant="secondary"
              aria-label={`${status === 'open' ? 'Decide on' : 'Settle'} ${nairaOfKobo(amountKobo)}`}
              onClick={() => setIsOpen(true)}
            >
              {status === 'open' ? 'Decide' : 'Settle'}
            </Button>
          </ForRole>
        )}
        {order !== undefined && (
          <Link
            to={`/admin/dashboard?tab=orders&order=${order.id}`}
            className="inline-flex min-h-11 items-center text-[15px] font-medium text-primary-text underline"
          >
            Open its order
          </Link>
        )}
      </div>
      {isOpen && status === 'open' && <DecideDialog transfer={transfer} onClose={close} />}
      {isOpen && status === 'owed' && <SettleDialog transfer={transfer} onClose={close} />}
    </li>
  );
}

function adviceFor({ status, orders, customers, isFirstApproved }: RecoveredTransfer): string {
  const second = isFirstApproved ? ' One administrator has decided; a second one has to confirm.' : '';
  const [order] = orders;
  if (status === 'owed') {
    return `The customer has this naira, and the books have no order for it. Their orders wait until you settle it.${second}`;
  }
  if (status !== 'open')
    return order === undefined ? 'Nothing is left to do.' : 'The order is paid. Nothing is left to do.';
  if (order !== undefined && order.problem === null) {
    const how = order.isByReference ? 'The reference names its order' : 'An order has this account and amount';
    return `${how}: book it as paid.${second}`;
  }
  if (order !== undefined) return `${order.problem ?? ''}${second}`;
  return customers.length > 0
    ? `Its order is not in the books. A customer has this account: book it as owed by them.${second}`
    : `Neither its order nor its receiver is in the books. Note it with a reason.${second}`;
}
