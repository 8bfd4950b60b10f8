import type { Report } from '@kobogate/contract';
import { Banknote, CircleDollarSign, Coins, ListOrdered, type LucideIcon } from 'lucide-react';
import { nairaOfKobo } from '../../lib/formats.ts';
import { Card } from '../../ui/card.tsx';

const countText = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The sums of the whole stretch, each with what it counts. */
export function ReportTotals({ totals }: { totals: Report['totals'] }) {
  const sentBack = totals.returnedKobo === '0' ? '' : `; ${nairaOfKobo(totals.returnedKobo)} came back`;
  return (
    <Card aria-label="Totals" className="py-2! sm:py-6!">
      <dl className="grid divide-y divide-hairline sm:grid-cols-2 sm:gap-x-8 sm:gap-y-6 sm:divide-y-0 xl:grid-cols-4">
        <Total icon={Coins} name="Volume" figure={nairaOfKobo(totals.volumeKobo)}>
          {`${countText(totals.conversions, 'conversion', 'conversions')} exchanged for naira`}
        </Total>
        <Total icon={CircleDollarSign} name="Fees" figure={nairaOfKobo(totals.feesKobo)}>
          What the spread earned by them
        </Total>
        <Total icon={Banknote} name="Paid out" figure={nairaOfKobo(totals.paidOutKobo)}>
          {`${countText(totals.payouts, 'payout', 'payouts')} arrived${sentBack}`}
        </Total>
        <Total icon={ListOrdered} name="Orders" figure={String(totals.orders)}>
          Made, whatever became of them
        </Total>
      </dl>
    </Card>
  );
}

function Total({
  icon: Icon,
  name,
  figure,
  children,
}: {
  icon: LucideIcon;
  name: string;
  figure: string;
  children: string;
}) {
  return (
    <div className="py-4 sm:py-0">
      <dt className="flex items-center gap-2 text-sm text-ink-soft">
        <Icon className="size-4 text-primary-text" aria-hidden="true" />
        {name}
      </dt>
      <dd className="figures mt-2 text-2xl font-semibold wrap-anywhere">{figure}</dd>
      <dd className="mt-1 text-sm text-ink-soft">{children}</dd>
    </div>
  );
}
