import { Notice } from '../ui/notice.tsx';

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
        <p>
          Coins are owed where a chain took them back after their naira had left: such coins are collected from what
          arrives for this customer, and no refund of them leaves until then. Naira is owed for a transfer without an
          order: it is settled under Recovery, and no order or refund of theirs leaves until then.
        </p>
      </Notice>
    </div>
  );
}
