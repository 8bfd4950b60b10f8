import { ArrowLeftRight, Banknote, Wallet, type LucideIcon } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { Badge } from '../../ui/status.tsx';
import type { DashboardFigures } from './figures.ts';

/** The three figures of an account: conversions, volume and wallets, each with what it counts. */
export function Metrics({ figures }: { figures: DashboardFigures }) {
  return (
    <Card aria-label="Your figures" className="py-2! sm:py-6!">
      <dl className="grid divide-y divide-hairline sm:grid-cols-3 sm:divide-x sm:divide-y-0">
        <Metric icon={ArrowLeftRight} name="Transactions" figures={figures} figure={figures.transactions}>
          Conversions and payments by link
        </Metric>
        <Metric icon={Banknote} name="Volume" figures={figures} figure={figures.volume}>
          Those whose coins arrived
        </Metric>
        <Metric icon={Wallet} name="Wallets" figures={figures} figure={figures.wallets}>
          Addresses of your own
        </Metric>
      </dl>
    </Card>
  );
}

function Metric({
  icon: Icon,
  name,
  figures,
  figure,
  children,
}: {
  icon: LucideIcon;
  name: string;
  figures: DashboardFigures;
  figure: string;
  children: string;
}) {
  return (
    <div className="py-4 sm:px-6 sm:py-0 sm:first:pl-0 sm:last:pr-0">
      <dt className="flex items-center gap-2 text-sm text-ink-soft">
        <Icon className="size-4 text-primary-text" aria-hidden="true" />
        {name}
        {figures.isSample && <Badge tone="waiting">Sample</Badge>}
      </dt>
      <dd className="figures mt-2 text-2xl font-semibold wrap-anywhere">{figure}</dd>
      <dd className="mt-1 text-sm text-ink-soft">{children}</dd>
    </div>
  );
}
