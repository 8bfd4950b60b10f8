import { formatNaira, sumKobo, toKobo } from '@kobogate/money';
import { useState } from 'react';
import { coinText, nairaText } from '../../lib/formats.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { AdminRow } from './local-decisions.ts';
import { canChoose } from './use-selection.ts';

/** How many orders of how much naira. Pure. */
export function togetherText(rows: readonly AdminRow[]): string {
  const naira = formatNaira(sumKobo(rows.map(({ nairaKobo }) => toKobo(nairaKobo))));
  return `${rows.length} ${rows.length === 1 ? 'order' : 'orders'}, ${naira}`;
}

/**
 * Asks for confirmation before several clean orders are approved, and names each with its amount and account. It sends exactly
 * what the dialog shows; an order that has changed in between is refused on its own.
 */
export function ApproveManyDialog({
  rows,
  now,
  onClose,
  onApprove,
}: {
  /** The chosen orders. */
  rows: readonly AdminRow[];
  /** All orders as they are now. */
  now: readonly AdminRow[];
  onClose: () => void;
  onApprove: (rows: readonly AdminRow[]) => void;
}) {
  const [seen, setSeen] = useState(rows);
  const changed = seen.filter(({ id, version }) => now.some((row) => row.id === id && row.version !== version));
  const isStale = changed.length > 0;
  const look = (): void => setSeen(seen.flatMap(({ id }) => now.filter((row) => row.id === id && canChoose(row))));
  const form = useForm({
    draft: 'approve many',
    initial: {},
    instead: isStale ? look : null,
    check: () => (seen.length === 0 ? { field: null, text: 'None of them can be approved together any more.' } : null),
    send: async () => onApprove(seen),
    failed: '',
  });
  return (
    <FormDialog
      form={form}
      title={seen.length === 1 ? 'Approve this order?' : `Approve these ${seen.length} orders?`}
      description={`${togetherText(seen)}. Each has a low risk, a name that the bank confirmed, and all its coins. The naira can’t be called back.`}
      cancel={seen.length === 1 ? 'Leave it pending' : 'Leave them'}
      confirm={isStale ? 'Show them as they are now' : `Approve ${togetherText(seen)}`}
      startsAtConfirm={!isStale}
      onClose={onClose}
    >
      {isStale && (
        <Notice tone="warning" isUrgent title="Something has changed since you looked. Nothing was done.">
          {changed.map(({ customerName }) => customerName).join(', ')}
        </Notice>
      )}
      <ul className="divide-y divide-hairline text-sm">
        {seen.map((row) => (
          <li key={row.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2">
            <span className="font-medium wrap-anywhere">
              <bdi>{row.customerName}</bdi>
            </span>
            <span className="figures text-right font-medium">{nairaText(row.naira)}</span>
            <span className="text-ink-soft wrap-anywhere">
              {row.bankAccount.bankName} {row.bankAccount.accountNumber}
            </span>
            <span className="figures text-right text-ink-soft">{coinText(row.fromAmount, row.fromCurrency)}</span>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
