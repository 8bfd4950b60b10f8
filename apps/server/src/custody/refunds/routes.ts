import { endpoints, type RefundState } from '@kobogate/contract';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { type Route, route } from '../../platform/route.ts';
import { listRefundAddresses } from './db.ts';
import { type DecideDependencies, decideRefund, worthOfRefund } from './decide-refund.ts';
import { presentRefundAddress } from './refund-address.ts';
import { type RefundDependencies, requestRefund } from './request-refund.ts';
import { type SaveDependencies, saveRefundAddress } from './save-refund-address.ts';
import { presentForAdmin, presentRefund, viewAllRefunds, viewRefundForAdmin, viewRefunds } from './view-refunds.ts';

const { refunds } = endpoints;

const messageAfter = (status: RefundState): string => {
  if (status === 'requested') return 'Approved by you. Another reviewer or administrator has to approve it too.';
  if (status === 'planned' || status === 'sent')
    return 'Accepted. It leaves once the plan’s signed file is handed in again.';
  return status === 'declined' ? 'Refund declined' : 'Refund approved';
};

/** Requesting a refund, and deciding on one. */
export function refundRoutes(dependencies: RefundDependencies & DecideDependencies): Route[] {
  return [
    route(refunds.list, async ({ caller }) => ({ data: await viewRefunds(dependencies, caller.userId) })),
    route(refunds.request, async ({ caller, body, idempotencyKey }) => {
      const refund = await requestRefund(dependencies, { ...body, caller, idempotencyKey });
      return { message: 'Refund requested. We will check it and tell you.', data: presentRefund(refund) };
    }),
    route(refunds.listForAdmin, async ({ query }) => ({
      data: await viewAllRefunds(dependencies, query.userId ?? null),
    })),
    route(refunds.readForAdmin, async ({ params: { id } }) => ({ data: await viewRefundForAdmin(dependencies, id) })),
    route(
      refunds.decide,
      async ({ caller, params: { id }, body }) => {
        if (!isId(id)) throw notFound('There is no such refund.');
        const refund = await decideRefund(dependencies, { ...body, id, adminId: caller.userId });
        const [data] = await presentForAdmin(dependencies, [refund]);
        if (data === undefined) throw new Error('a refund that was decided has no presentation');
        return { message: messageAfter(refund.status), data };
      },
      ({ params }) => worthOfRefund(dependencies, params.id),
    ),
  ];
}

const { refundAddresses } = endpoints;

/** The user's refund addresses. */
export function refundAddressRoutes(dependencies: SaveDependencies): Route[] {
  return [
    route(refundAddresses.list, async ({ caller }) => {
      const addresses = await listRefundAddresses(dependencies.database, caller.userId);
      return { data: addresses.map(presentRefundAddress) };
    }),
    route(refundAddresses.save, async ({ caller, body }) => {
      const saved = await saveRefundAddress(dependencies, { caller, ...body });
      return { message: 'Refund address saved', data: presentRefundAddress(saved) };
    }),
  ];
}
