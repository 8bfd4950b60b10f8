import {
  type AnswerOf,
  API_VERSION,
  type BodyInputOf,
  endpoints,
  type ErrorCode as ContractCode,
  type QueryInputOf,
  type WebhookDataOf,
  type WebhookSample,
} from '@kobogate/contract';

const { images, paymentLinks, payments, refundOffers, webhooks } = endpoints;

/**
 * The calls that the client makes. Only this file imports the contract: the build replaces it with a file of the
 * same names that has these calls and their types written out and imports nothing.
 */
export const CALLS = {
  createLink: paymentLinks.create,
  listLinks: paymentLinks.list,
  getLink: paymentLinks.getOwn,
  updateLink: paymentLinks.update,
  activateLink: paymentLinks.activate,
  deactivateLink: paymentLinks.deactivate,
  uploadImage: images.upload,
  createPayment: payments.create,
  listPayments: payments.list,
  getPayment: payments.get,
  paymentTotals: payments.totals,
  paymentOverview: payments.overview,
  listReferences: payments.references,
  exportSettledCsv: payments.downloadSettled,
  exportSettledWorkbook: payments.downloadSettledWorkbook,
  exportCsv: payments.downloadCsv,
  exportWorkbook: payments.downloadWorkbook,
  offerRefund: refundOffers.offer,
  withdrawRefund: refundOffers.withdraw,
  listEndpoints: webhooks.list,
  createEndpoint: webhooks.create,
  updateEndpoint: webhooks.update,
  removeEndpoint: webhooks.remove,
  rotateSecret: webhooks.rotate,
  retireSecret: webhooks.retire,
  testEndpoint: webhooks.test,
  listDeliveries: webhooks.listDeliveries,
  getDelivery: webhooks.getDelivery,
  replayDelivery: webhooks.replay,
  openListener: webhooks.listen,
  listEvents: webhooks.listEvents,
  getPublicLink: paymentLinks.getPublic,
  listCoins: paymentLinks.listCoins,
  openPayment: payments.open,
  getPublicPayment: payments.getPublic,
  renewPayment: payments.renew,
} as const;

/** The version of the API that these calls and types are of. */
export const VERSION = API_VERSION;
/** Names of the calls. */
export type CallName = keyof typeof CALLS;
/** What a call takes as its JSON body. */
export type BodyOf<Name extends CallName> = BodyInputOf<(typeof CALLS)[Name]>;
/** What a call takes in its address. */
export type SearchOf<Name extends CallName> = QueryInputOf<(typeof CALLS)[Name]>;
/** What a call answers. */
export type ResultOf<Name extends CallName> = AnswerOf<(typeof CALLS)[Name]>;
/** Why the server refused a call, as it may say. */
export type ErrorCode = ContractCode;
/** What `data` is of each event, by the event's type. */
export type EventData = { readonly [Type in WebhookSample]: WebhookDataOf<Type> };
