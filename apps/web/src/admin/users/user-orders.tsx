import type { UserDetail } from '@kobogate/contract';
import { Link } from 'react-router';
import { nairaText } from '../../lib/formats.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { ChevronRight } from '../../ui/icons.ts';
import { Moment } from '../../ui/moment.tsx';
import { Coin, Naira } from '../../ui/money.tsx';
import { OrderStates } from '../orders/order-states.tsx';

/** A user's newest orders, each with a link to its review. */
export function UserOrders({ user }: { user: UserDetail }) {
  return (
    <Card>
      <CardHeading title="Orders" detail={user.orders.length > 0 ? 'The newest 20 at most.' : undefined} />
      {user.orders.length === 0 && <p className="text-ink-soft">None yet.</p>}
      <ul className="grid divide-y divide-hairline">
        {user.orders.map((order) => (
          <li key={order.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
            <div className="grid min-w-0 gap-0.5">
              <Link
                to={`/admin/dashboard?tab=orders&order=${order.id}`}
                aria-label={`${nairaText(order.naira)}: open the order`}
                className="inline-flex min-h-11 items-center gap-1 justify-self-start rounded-card font-semibold text-primary-text hover:underline"
              >
                <Naira amount={order.naira} />
                <ChevronRight className="size-4 shrink-0" aria-hidden="true" />
              </Link>
              <span className="text-sm wrap-anywhere text-ink-soft">
                <Coin amount={order.fromAmount} currency={order.fromCurrency} /> on {order.networkName}
              </span>
              <span className="text-sm text-ink-soft">
                <Moment at={order.date} />
              </span>
            </div>
            <div className="max-w-60">
              <OrderStates order={order} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
