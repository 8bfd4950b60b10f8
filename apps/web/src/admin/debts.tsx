import { Notice } from '../ui/notice.tsx';

/** Whether an amount that a customer owes is one of coins. Pure. */
export const isCoins = (amount: string): boolean => !amount.startsWith('₦');

/** What a customer owes us, how that came about, and what becomes of it; nothing where they owe nothing. */
export function Debts({ owes, className }: { owes: readonly string[]; className?: string }) {
  if (owes.length === 0) return null;
  return (
    <div className={className}>
      <Notice tone="danger" title="This customer owes us">
        <ul>
          {owes.map((amount) => (
            <li key={amount} className="figures font-semibold whitespace-nowrap">
              {amount}
            </li>
          ))}
        </ul>
        {owes.some(isCoins) && (
          <p>
            A chain took these coins back after their naira had left, or a payment showed that they are another
            customer’s. The same coins settle this automatically when they arrive for this customer, or a person settles
            it. Until then no refund of such coins leaves.
          </p>
        )}
        {!owes.every(isCoins) && (
          <p>
            A bank made a transfer that the books have no order for. It is settled under Recovery, and no order or
            refund of this customer leaves until then.
          </p>
        )}
      </Notice>
    </div>
  );
}
