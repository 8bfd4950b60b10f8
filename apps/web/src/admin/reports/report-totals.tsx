import type { Report } from '@kobogate/contract';
import { nairaOfKobo } from '../../lib/formats.ts';
import { FigureStrip } from '../../ui/figure-strip.tsx';
import { Banknote, CircleDollarSign, Coins, ListOrdered } from '../../ui/icons.ts';

const countText = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The sums of all days, each with what it counts. */
export function ReportTotals({ totals }: { totals: Report['totals'] }) {
  const sentBack = totals.returnedKobo === '0' ? '' : `; ${nairaOfKobo(totals.returnedKobo)} came back`;
  return (
    <FigureStrip
      label="Totals"
      columns={4}
      figures={[
        {
          name: 'Volume',
          value: nairaOfKobo(totals.volumeKobo),
          icon: Coins,
          detail: `${countText(totals.conversions, 'conversion', 'conversions')} exchanged for naira`,
        },
        {
          name: 'Fees',
          value: nairaOfKobo(totals.feesKobo),
          icon: CircleDollarSign,
          detail: 'Earned by the spread',
        },
        {
          name: 'Paid out',
          value: nairaOfKobo(totals.paidOutKobo),
          icon: Banknote,
          detail: `${countText(totals.payouts, 'payout', 'payouts')} arrived${sentBack}`,
        },
        { name: 'Orders', value: String(totals.orders), icon: ListOrdered, detail: 'Made, in any state' },
      ]}
    />
  );
}
