import type { OrderDetail } from '@kobogate/contract';
import { Card, CardHeading } from '../../ui/card.tsx';
import { ConfirmationProgress } from '../../ui/confirmation-progress.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Coin } from '../../ui/money.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';
import { confirmationText } from './order-progress.ts';

/** The transfers that count towards an order, each with its confirmations so far of those needed. */
export function DepositsCard({ order }: { order: Pick<OrderDetail, 'deposits' | 'fromCurrency' | 'network'> }) {
  return (
    <Card>
      <CardHeading title="Deposits" />
      <ul className="grid gap-6">
        {order.deposits.map((deposit) => {
          const text = confirmationText(deposit, order.network);
          return (
            <li key={deposit.transaction}>
              <ConfirmationProgress confirmations={deposit.confirmations} needed={deposit.confirmationsNeeded}>
                <Coin amount={deposit.amount} currency={order.fromCurrency} className="text-lg font-semibold" />
              </ConfirmationProgress>
              <p aria-live="polite" className="mt-2 text-[15px]">
                {text}
              </p>
              <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
                <span>
                  Transaction <TransactionLink network={order.network} transaction={deposit.transaction} />
                </span>
                <CopyButton
                  text={deposit.transaction}
                  label="Copy transaction"
                  variant="quiet"
                  className="max-sm:-ml-4"
                />
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
