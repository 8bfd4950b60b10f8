import type { OperatorSettings } from '../../controls/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Order } from '../orders/order.ts';
import { forPayments } from '../payments/clear-payment.ts';
import { saveWeights } from '../orders/db.ts';
import { listWaiting } from '../order-views/review/db.ts';
import { describeRisks, weigh, type Weighed } from './describe-risks.ts';

/** How many orders are weighed in one statement. */
const AT_ONCE = 500;

export interface WeighingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: OperatorSettings;
}

/**
 * Weighs every order again that waits for an administrator: since it was made its customer was paid, its sender was found
 * on the list, the bank gave a name, or the operator changed a weight. Only what differs is written.
 */
export async function weighWaiting({ database, clock, settings }: WeighingDependencies): Promise<void> {
  const policy = await settings.within(database);
  const now = clock.now();
  let after: Order | null = null;
  for (let isMore = true; isMore;) {
    const waiting = await listWaiting(database, { after, now, limit: AT_ONCE });
    const changed = waiting.flatMap(({ order, facts }) => {
      const weighed = weigh(describeRisks(facts, order.kind === 'payment' ? forPayments(policy) : policy));
      return isSame(order, weighed) ? [] : [{ id: order.id, ...weighed }];
    });
    if (changed.length > 0) await database.transaction((tx) => saveWeights(tx, changed));
    after = waiting.at(-1)?.order ?? null;
    isMore = waiting.length === AT_ONCE;
  }
}

const isSame = (order: Weighed, weighed: Weighed): boolean =>
  order.risk === weighed.risk &&
  order.priority === weighed.priority &&
  order.riskRules.join() === weighed.riskRules.join();
