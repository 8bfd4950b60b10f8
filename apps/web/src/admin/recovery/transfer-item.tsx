import { endpoints, type RecoveredTransfer } from '@kobogate/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { dateTimeText, nairaOfKobo } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { LongWords } from '../../ui/long-words.tsx';
import { Status } from '../../ui/status.tsx';
import { ForRole } from '../for-role.tsx';
import { namedRow } from '../named-row.ts';
import { DecideDialog } from './decide-dialog.tsx';
import { FirstSaid } from './first-said.tsx';
import { BANK_WORDS, TRANSFER_WORDS } from './recovery-words.ts';
import { SettleDialog } from './settle-dialog.tsx';
import { PersonLink } from '../users/user-words.tsx';

/** One transfer: the bank's record, what it can have been, and what to do. */
export function TransferItem({ transfer }: { transfer: RecoveredTransfer }) {
  const [isOpen, setIsOpen] = useState(false);
  const { status, railTitle, reference, amountKobo, accountNumber, bankState, madeAt, orders, customers, reason } =
    transfer;
  const [order] = orders;
  const person = customers[0];
  const close = (): void => setIsOpen(false);
  return (
    <li
      {...namedRow(transfer.id)}
      className="grid gap-x-8 gap-y-2 py-3 first:pt-0 last:pb-0 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_13rem] lg:items-start"
    >
      <div className="text-sm">
        <h3 className="figures text-base font-semibold">{nairaOfKobo(amountKobo)}</h3>
        <p className="figures wrap-anywhere text-ink-soft">
          {railTitle}, {BANK_WORDS[bankState].toLowerCase()}, {dateTimeText(madeAt)}
        </p>
        <p className="figures wrap-anywhere text-ink-soft">
          <LongWords text={reference} />
        </p>
      </div>
      <div className="text-[15px]">
        <p className="figures">
          {accountNumber === null ? 'The bank names no account' : `To account ${accountNumber}`}
          {person !== undefined && (
            <>
              , of <PersonLink id={person.userId} name={person.name} inSentence />
            </>
          )}
        </p>
        <p className="max-w-prose text-pretty text-ink-soft">{adviceFor(transfer)}</p>
        {transfer.first !== null && (
          <div className="my-2">
            <FirstSaid transfer={transfer} />
          </div>
        )}
        {reason !== null && (
          <p className="max-w-prose text-pretty text-ink-soft">
            Reason given: <bdi>{reason}</bdi>
          </p>
        )}
        {order !== undefined && (
          <Link
            to={`/admin/dashboard?tab=orders&order=${order.id}`}
            className="-my-1.5 inline-flex min-h-11 items-center font-medium text-primary-text underline"
          >
            Open its order
          </Link>
        )}
      </div>
      <div className="flex items-center gap-3 lg:justify-end">
        <Status tone={TRANSFER_WORDS[status].tone}>{TRANSFER_WORDS[status].text}</Status>
        {(status === 'open' || status === 'owed') && (
          <ForRole call={endpoints.recovery.decide}>
            <Button
              variant="secondary"
              aria-haspopup="dialog"
              aria-label={`${status === 'open' ? 'Decide on' : 'Settle'} ${nairaOfKobo(amountKobo)}`}
              onClick={() => setIsOpen(true)}
            >
              {status === 'open' ? 'Decide' : 'Settle'}
            </Button>
          </ForRole>
        )}
      </div>
      {isOpen && status === 'open' && <DecideDialog transfer={transfer} onClose={close} />}
      {isOpen && status === 'owed' && <SettleDialog transfer={transfer} onClose={close} />}
    </li>
  );
}

function adviceFor({ status, orders, customers }: RecoveredTransfer): string {
  const [order] = orders;
  if (status === 'owed') {
    return 'The customer has this naira, and the books have no order for it. Their orders wait until you settle it.';
  }
  if (status !== 'open')
    return order === undefined ? 'Nothing is left to do.' : 'The order is paid. Nothing is left to do.';
  if (order !== undefined && order.problem === null) {
    const how = order.isByReference ? 'The reference names its order' : 'An order has this account and amount';
    return `${how}: book it as paid.`;
  }
  if (order !== undefined) return order.problem ?? '';
  return customers.length > 0
    ? 'Its order is not in the books. A customer has this account: book it as owed by them.'
    : 'Neither its order nor its receiver is in the books. Note it with a reason.';
}
