import { endpoints } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import { addressKey } from '../../platform/throttle.ts';
import { createPaymentFiles } from './export-payments.ts';
import { mailReceipt, type MailReceiptDependencies } from './mail-receipt.ts';
import { createPaymentOpening, type OpenPaymentDependencies } from './open-payment.ts';
import { renewPayment } from './renew-payment.ts';
import { settlePayment } from './settle-payment.ts';
import { listReferences, viewOverview } from '../settled/view-overview.ts';
import { createPaymentLists, viewOwnPayment, type ViewPayment } from './view-payments.ts';

const { payments } = endpoints;

/** Payments by link: for their payers without a sign-in, and for their merchants. */
export function paymentRoutes(
  dependencies: OpenPaymentDependencies & MailReceiptDependencies & { readonly viewPayment: ViewPayment },
): Route[] {
  const { viewPayment } = dependencies;
  const files = createPaymentFiles(dependencies);
  const lists = createPaymentLists(dependencies);
  const openPayment = createPaymentOpening(dependencies);
  return [
    route(payments.open, async ({ params, body, address, userAgent, idempotencyKey, onRepeat }) => {
      const { currency, network, amount, reference, customValues } = body;
      const by = { visitor: addressKey(address), browser: userAgent };
      const asked = { currency, network, amount, reference: reference || null, customValues };
      const input = { linkId: params.id, ...asked, idempotencyKey, onRepeat, by };
      return { data: await viewPayment(await openPayment(input)) };
    }),
    route(payments.getPublic, async ({ params }) => ({ data: await viewPayment(params.id) })),
    route(payments.renew, async ({ params, address }) => {
      await renewPayment(dependencies, { id: params.id, visitor: addressKey(address) });
      return { data: await viewPayment(params.id) };
    }),
    route(payments.mailReceipt, async ({ params, body, address }) => {
      await mailReceipt(dependencies, { id: params.id, ...body, visitor: addressKey(address) });
      return { message: 'The receipt is on its way to you' };
    }),
    route(payments.list, ({ caller, query }) => lists.list(caller.userId, query)),
    route(payments.totals, async ({ caller, query }) => ({ data: await lists.count(caller.userId, query) })),
    route(payments.overview, async ({ caller, query }) => ({
      data: await viewOverview(dependencies, caller.userId, query),
    })),
    route(payments.references, ({ caller, query }) => listReferences(dependencies, caller.userId, query)),
    route(payments.downloadSettled, ({ caller, query }) => files.settledCsv(caller.userId, query)),
    route(payments.downloadSettledWorkbook, ({ caller, query }) => files.settledWorkbook(caller.userId, query)),
    route(payments.downloadCsv, async ({ caller, query }) => files.csv(caller.userId, query)),
    route(payments.downloadWorkbook, ({ caller, query }) => files.workbook(caller.userId, query)),
    route(payments.get, async ({ caller, params }) => ({
      data: await viewOwnPayment(dependencies, { id: params.id, merchantId: caller.userId }),
    })),
    route(payments.settle, async ({ caller, params }) => {
      await settlePayment(dependencies, { id: params.id, merchantId: caller.userId });
      return { data: await viewOwnPayment(dependencies, { id: params.id, merchantId: caller.userId }) };
    }),
    route(payments.create, async ({ caller, body, idempotencyKey, onRepeat }) => {
      const by = { merchantId: caller.userId };
      const asked = { ...body, amount: body.amount, reference: body.reference || null };
      const id = await openPayment({ ...asked, idempotencyKey, onRepeat, by });
      return { data: await viewOwnPayment(dependencies, { id, merchantId: caller.userId }) };
    }),
  ];
}
