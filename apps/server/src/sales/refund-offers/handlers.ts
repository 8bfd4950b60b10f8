import type { Handler, Handlers } from '../../events.ts';
import type { Database } from '../../platform/database.ts';
import { followRefund, type ToldState } from './follow-refund.ts';

/** What offers do by events: their payments' timelines tell what became of the refunds. */
export function refundOfferHandlers(dependencies: { readonly database: Database; readonly publicOrigin: string }) {
  const follow =
    (state: ToldState): Handler<`refund.${ToldState}`> =>
    ({ refundId }) =>
      followRefund(dependencies, { refundId, state });
  return {
    'refund.approved': follow('approved'),
    'refund.declined': follow('declined'),
    'refund.sent': follow('sent'),
    'refund.final': follow('final'),
  } satisfies Handlers;
}
