import * as z from 'zod/mini';
import type { Database } from '../../platform/database.ts';
import type { EventHandler } from '../../platform/queue.ts';
import { followRefund, type ToldState } from './follow-refund.ts';

const ofRefund = z.object({ refundId: z.string() });

/** What offers do by events: their payments' timelines tell what became of the refunds. */
export function refundOfferHandlers(dependencies: { readonly database: Database; readonly publicOrigin: string }) {
  const follow =
    (state: ToldState): EventHandler =>
    (payload) =>
      followRefund(dependencies, { refundId: ofRefund.parse(payload).refundId, state });
  return {
    'refund.approved': follow('approved'),
    'refund.declined': follow('declined'),
    'refund.sent': follow('sent'),
    'refund.final': follow('final'),
  } satisfies Record<string, EventHandler>;
}
