import { endpoints } from '@kobogate/contract';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { type Route, route } from '../../platform/route.ts';
import { decideRefund } from './decide-refund.ts';
import { type RefundDependencies, requestRefund } from './request-refund.ts';
import { presentRefund, presentRefundForAdmin, viewAllRefunds, viewRefunds } from './view-refunds.ts';

const { refunds } = endpoints;

/** Asking for a refund, and deciding on one. */
export function refundRoutes(dependencies: RefundDependencies): Route[] {
  return [
    route(refunds.list, async ({ caller }) => ({ data: await viewRefunds(dependencies, caller.userId) })),
    route(refunds.request, async ({ caller, body, idempotencyKey }) => {
      const refund = await requestRefund(dependencies, { ...body, userId: caller.userId, idempotencyKey });
      return { message: 'Refund requested. We look at it and tell you.', data: presentRefund(refund) };
    }),
    route(refunds.listForAdmin, async () => ({ data: await viewAllRefunds(dependencies) })),
    route(refunds.decide, async ({ caller, params: { id }, body }) => {
      if (!isId(id)) throw notFound('There is no such refund.');
      const refund = await decideRefund(dependencies, { ...body, id, adminId: caller.userId });
      const message = body.status === 'approved' ? 'Refund approved' : 'Refund declined';
      return { message, data: presentRefundForAdmin(refund) };
    }),
  ];
}
