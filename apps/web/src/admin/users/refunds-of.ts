import type { AdminRefund } from '@kobogate/contract';

/**
 * Those of an answer that are this user's. A server of the version before, as beside this page while an upgrade replaces one
 * after the other, answers with all people's and does not say whose each is. Pure.
 */
export const refundsOf = <Some extends Pick<AdminRefund, 'userId'>>(refunds: readonly Some[], userId: string): Some[] =>
  refunds.filter((refund) => refund.userId === userId);
