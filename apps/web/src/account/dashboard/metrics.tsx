import { FigureStrip } from '../../ui/figure-strip.tsx';
import { Badge } from '../../ui/status.tsx';
import type { DashboardFigures } from './figures.ts';

/** The three figures of an account: conversions, volume and wallets, each with what it counts. */
export function Metrics({ figures: { isSample, transactions, volume, wallets } }: { figures: DashboardFigures }) {
  const mark = isSample && <Badge tone="neutral">Sample</Badge>;
  return (
    <FigureStrip
      label="Your figures"
      columns={3}
      figures={[
        {
          name: 'Transactions',
          value: transactions,

          detail: 'Conversions and payments by link',
          mark,
        },
        { name: 'Volume', value: volume, detail: 'Paid in', mark },
        { name: 'Wallets', value: wallets, detail: 'Your own addresses', mark },
      ]}
    />
  );
}
