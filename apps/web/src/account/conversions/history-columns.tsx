import type { Order } from '@kobogate/contract';
import { CoinMark } from '../../ui/coin-mark.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { CONVERSION_COLUMNS } from './conversion-columns.tsx';

/** The columns of conversions with the coin's mark; the dashboard, which comes first, does without the drawings. */
export const HISTORY_COLUMNS: readonly Column<Order>[] = CONVERSION_COLUMNS.map((column) => {
  if (column.id !== 'coins') return column;
  return Object.assign({}, column, {
    cell: (order: Order) => (
      <span className="flex items-center gap-3 @3xl:justify-end">
        <CoinMark currency={order.fromCurrency} network={order.network} />
        <span className="min-w-0">{column.cell(order)}</span>
      </span>
    ),
  });
});
