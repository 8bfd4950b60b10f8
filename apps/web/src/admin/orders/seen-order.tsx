import { type AdminOrder, isolated, railTitle } from '@kobogate/contract';
import { useState } from 'react';
import { coinText } from '../../lib/formats.ts';
import { FactList } from '../../ui/facts.tsx';
import { Coin, Naira } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { orderChanges } from './order-changes.ts';
import { payeeWords } from './payee-name.tsx';

/** A customer may have several orders: the coins distinguish them. */
export const whichOrder = ({ customerName, fromAmount, fromCurrency }: AdminOrder): string =>
  `the order of ${customerName}, ${coinText(fromAmount, fromCurrency)}`;

export interface SeenOrder {
  /** What the dialog shows, and what is decided on. */
  readonly seen: AdminOrder;
  /** The order has changed since: it has to be looked at again first. */
  readonly isStale: boolean;
  /** Shows the order as it is now. */
  readonly look: () => void;
}

/**
 * The order as it was when its dialog opened, or `before`, when a decision on it was refused: it stays, so that
 * an administrator decides on what they have read. `row` is the current order.
 */
export function useSeenOrder(row: AdminOrder, before: AdminOrder = row): SeenOrder {
  const [seen, setSeen] = useState(before);
  return { seen, isStale: seen.version !== row.version, look: () => setSeen(row) };
}

/** Says what has changed since the order was looked at. */
export function ChangedNotice({ seen, row }: { seen: AdminOrder; row: AdminOrder }) {
  const changes = orderChanges(seen, row);
  return (
    <Notice tone="warning" isUrgent title="This order has changed since you looked at it. Nothing was done.">
      <ul>
        {changes.map(({ name, before, after }) => (
          <li key={name}>
            {name}: {isolated(before)}, now <strong>{isolated(after)}</strong>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Whether an approval waits for the customer’s answer to a lower amount. Pure. */
export const isCustomerAsked = ({ rateMove, status }: AdminOrder): boolean =>
  status === 'pending' && rateMove?.answer === 'asked';

/** What a person has to decide: by which rail and reference the bank knows the payout, and what it says of it. */
export function DoubtFacts({ order: { payoutDoubt } }: { order: Pick<AdminOrder, 'payoutDoubt'> }) {
  if (payoutDoubt === null) return null;
  const { reason, rail, reference } = payoutDoubt;
  return (
    <>
      {reason !== null && (
        <Notice tone="warning" title="In doubt">
          {reason.charAt(0).toUpperCase() + reason.slice(1)}.
        </Notice>
      )}
      <FactList
        facts={[
          { label: 'Rail', value: railTitle(rail) },
          { label: 'Our reference', value: <code className="font-mono text-sm wrap-anywhere">{reference}</code> },
        ]}
      />
    </>
  );
}

/** Says that the customer has chosen the order's account since its last payout, and which account that payout was meant for. */
export function FormerPayee({
  order: { formerPayee, firstApproval },
}: {
  order: Pick<AdminOrder, 'formerPayee' | 'firstApproval'>;
}) {
  if (formerPayee === null) return null;
  return (
    <Notice tone="warning" title="Another account than before">
      The customer chose it since the last payout, which was to go to {formerPayee.bankName}{' '}
      <span className="figures">{formerPayee.accountNumber}</span>, <bdi>{formerPayee.accountName}</bdi>.
      {firstApproval === null && ' The team has not approved it yet.'}
    </Notice>
  );
}

/** What is decided on: the customer, the amount, the payout account, and the bank's answer about the name. */
export function SeenFacts({ order }: { order: AdminOrder }) {
  const { bankAccount } = order;
  const { tone, text } = payeeWords(bankAccount);
  return (
    <>
      <FactList
        facts={[
          { label: 'Customer', value: <bdi>{order.customerName}</bdi> },
          {
            label: order.kind === 'payment' ? 'Payment by link of' : 'Converts',
            value: <Coin amount={order.fromAmount} currency={order.fromCurrency} />,
          },
          {
            label: order.lockEnded ? 'Payout amount at today’s rate' : 'Payout amount',
            value: <Naira amount={order.naira} className="font-semibold" />,
          },
          { label: 'Bank', value: bankAccount.bankName },
          { label: 'Account number', value: <span className="figures">{bankAccount.accountNumber}</span> },
          { label: 'Account name', value: <bdi>{bankAccount.accountName}</bdi> },
        ]}
      />
      <Notice tone={tone} title={text} />
      {order.heldReason !== null && (
        <Notice tone="warning" title="Reason for review">
          {order.heldReason}
          {isCustomerAsked(order) &&
            ' The customer has been asked to accept it. You can approve once they do; without an answer the coins go back to their balance.'}
        </Notice>
      )}
    </>
  );
}
