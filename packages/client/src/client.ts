import type { BodyOf, CallName, ResultOf, SearchOf } from './contract.ts';
import { type CallOptions, type ClientOptions, createRequest, type CreateOptions, type Input } from './request.ts';
import type { WebhookEvent } from './verify-webhook.ts';

/** A payment link of yours. */
export type Link = ResultOf<'createLink'>['data'];
/** A payment by one of your links. */
export type Payment = ResultOf<'createPayment'>['data'];
/** A link as each visitor who has it sees it. */
export type PublicLink = NonNullable<ResultOf<'getPublicLink'>['data']>;
/** A payment as its payer sees it. */
export type PublicPayment = ResultOf<'getPublicPayment'>['data'];

/** An endpoint without an address: its events are read from a stream. */
export type Listener = ResultOf<'openListener'>['data'];
/** Where events go, and which ones. */
export type EndpointInput = Pick<BodyOf<'createEndpoint'>, 'url' | 'events'>;
/** Some of an endpoint's events; `next` is what `after` takes for the following ones. */
export interface EventsPage {
  readonly data: readonly WebhookEvent[];
  readonly next: number | null;
}

const once = (options: CreateOptions): { idempotencyKey: string } => ({
  idempotencyKey: options.idempotencyKey ?? crypto.randomUUID(),
});

/**
 * A client of one Kobogate. Every method throws `KobogateError` where it fails. Calls that only read, or that carry an
 * idempotency key, are retried automatically. Without `apiKey` only `checkout` can be used, which is for browsers.
 */
export function createClient(options: ClientOptions) {
  const request = createRequest(options);
  const data = async <Name extends Exclude<CallName, 'replayDelivery' | 'removeEndpoint' | `export${string}`>>(
    name: Name,
    input: Input,
  ): Promise<ResultOf<Name>['data']> => {
    const answer: { data: ResultOf<Name>['data'] } = await request(name, input);
    return answer.data;
  };
  const at = (id: string, more: CallOptions = {}) => ({ params: { id }, isRepeatable: true, ...more });

  return {
    links: {
      /** Makes a link. Scope `links:write`. */
      create: (body: BodyOf<'createLink'>, more: CreateOptions = {}): Promise<Link> =>
        data('createLink', { ...more, ...once(more), body, isRepeatable: true }),
      /** A page of your links, newest first; `next` is what `before` takes for the page after. Scope `links:read`. */
      list: (query: SearchOf<'listLinks'> = {}, more: CallOptions = {}): Promise<ResultOf<'listLinks'>> =>
        request('listLinks', { ...more, query, isRepeatable: true }),
      /** One of your links. Scope `links:read`. */
      get: (id: string, more?: CallOptions): Promise<Link> => data('getLink', at(id, more)),
      /**
       * Replaces what a link says; refused with 409 where it was changed after `version` was read. Scope `links:write`.
       */
      update: (id: string, body: BodyOf<'updateLink'>, more?: CallOptions): Promise<Link> =>
        data('updateLink', { ...at(id, more), body, isRepeatable: false }),
      /** Lets a link be paid again. Scope `links:write`. */
      activate: (id: string, more?: CallOptions): Promise<Link> => data('activateLink', at(id, more)),
      /** Deactivates a link: no payment can be opened by it any more. Scope `links:write`. */
      deactivate: (id: string, more?: CallOptions): Promise<Link> => data('deactivateLink', at(id, more)),
      /** Sends a picture for a link, as JPEG, PNG or WebP; its `id` goes into the link. Scope `links:write`. */
      uploadImage: (
        kind: SearchOf<'uploadImage'>['kind'],
        file: Blob | Uint8Array,
        more: CreateOptions = {},
      ): Promise<ResultOf<'uploadImage'>['data']> =>
        data('uploadImage', { ...more, ...once(more), query: { kind }, file, isRepeatable: true }),
    },
    payments: {
      /** Opens a payment by one of your links, to be shown to its payer. Scope `payments:write`. */
      create: (body: BodyOf<'createPayment'>, more: CreateOptions = {}): Promise<Payment> =>
        data('createPayment', { ...more, ...once(more), body, isRepeatable: true }),
      /** A page of payments, newest first; `next` is what `before` takes for the page after. Scope `payments:read`. */
      list: (query: SearchOf<'listPayments'> = {}, more: CallOptions = {}): Promise<ResultOf<'listPayments'>> =>
        request('listPayments', { ...more, query, isRepeatable: true }),
      /** One payment. Scope `payments:read`. */
      get: (id: string, more?: CallOptions): Promise<Payment> => data('getPayment', at(id, more)),
      /** How many payments are in each state, and the naira of the paid ones. Scope `payments:read`. */
      totals: (
        query: SearchOf<'paymentTotals'> = {},
        more: CallOptions = {},
      ): Promise<ResultOf<'paymentTotals'>['data']> => data('paymentTotals', { ...more, query, isRepeatable: true }),
      /** What reached your bank account today and between two days of Lagos, by link, and what has not. Scope `payments:read`. */
      overview: (
        query: SearchOf<'paymentOverview'>,
        more: CallOptions = {},
      ): Promise<ResultOf<'paymentOverview'>['data']> =>
        data('paymentOverview', { ...more, query, isRepeatable: true }),
      /** What was settled under each reference; `next` is what `before` takes for the page after. Scope `payments:read`. */
      references: (
        query: SearchOf<'listReferences'> = {},
        more: CallOptions = {},
      ): Promise<ResultOf<'listReferences'>> => request('listReferences', { ...more, query, isRepeatable: true }),
      /**
       * Payments that reached your bank account between two days of Lagos, as the text of a CSV file: our own columns, or
       * as QuickBooks, Xero and Zoho Books import them. Scope `payments:read`.
       */
      settledCsv: (query: SearchOf<'exportSettledCsv'>, more: CallOptions = {}): Promise<string> =>
        request('exportSettledCsv', { ...more, query, isRepeatable: true }),
      /** The same as the bytes of a workbook (XLSX). Scope `payments:read`. */
      settledWorkbook: (query: SearchOf<'exportSettledWorkbook'>, more: CallOptions = {}): Promise<Uint8Array> =>
        request('exportSettledWorkbook', { ...more, query, isRepeatable: true }),
      /** Payments that were opened between two days of Lagos, as the text of a CSV file. Scope `payments:read`. */
      csv: (query: SearchOf<'exportCsv'>, more: CallOptions = {}): Promise<string> =>
        request('exportCsv', { ...more, query, isRepeatable: true }),
      /** The same as the bytes of a workbook (XLSX). Scope `payments:read`. */
      workbook: (query: SearchOf<'exportWorkbook'>, more: CallOptions = {}): Promise<Uint8Array> =>
        request('exportWorkbook', { ...more, query, isRepeatable: true }),
      /**
       * Offers coins back to the payer, one of the payment's `refundable`. You confirm it yourself. Scope
       * `payments:refund`.
       */
      offerRefund: (id: string, body: BodyOf<'offerRefund'>, more: CreateOptions = {}): Promise<Payment> =>
        data('offerRefund', { ...at(id, more), ...once(more), body }),
      /**
       * Withdraws an offer before it is confirmed; the ids are the payment's and the offer's. Scope `payments:refund`.
       */
      withdrawRefund: (id: string, offer: string, more: CallOptions = {}): Promise<Payment> =>
        data('withdrawRefund', { ...more, params: { id, offer }, isRepeatable: true }),
    },
    webhooks: {
      /** Where events are sent to. Scope `webhooks:read`. */
      endpoints: (more: CallOptions = {}): Promise<ResultOf<'listEndpoints'>['data']> =>
        data('listEndpoints', { ...more, isRepeatable: true }),
      /** Has events sent to an address; keep its `secret`, which is not shown again. Scope `webhooks:manage`. */
      create: (body: EndpointInput, more: CreateOptions = {}): Promise<ResultOf<'createEndpoint'>['data']> =>
        data('createEndpoint', { ...more, ...once(more), body, isRepeatable: true }),
      /** Changes where events go, which ones, or turns them on or off. Scope `webhooks:manage`. */
      update: (
        endpointId: string,
        body: Partial<EndpointInput> & Pick<BodyOf<'updateEndpoint'>, 'isActive'>,
        more?: CallOptions,
      ): Promise<ResultOf<'updateEndpoint'>['data']> => data('updateEndpoint', { ...at(endpointId, more), body }),
      /** Removes an endpoint and its deliveries. Scope `webhooks:manage`. */
      remove: (endpointId: string, more?: CallOptions): Promise<ResultOf<'removeEndpoint'>> =>
        request('removeEndpoint', { ...at(endpointId, more), isRepeatable: false }),
      /** Makes a second secret: both sign until the old one is retired. Scope `webhooks:manage`. */
      rotate: (endpointId: string, more: CreateOptions = {}): Promise<ResultOf<'rotateSecret'>['data']> =>
        data('rotateSecret', { ...at(endpointId, more), ...once(more), body: {} }),
      /** Ends the old one of two secrets. Scope `webhooks:manage`. */
      retire: (endpointId: string, more?: CallOptions): Promise<ResultOf<'retireSecret'>['data']> =>
        data('retireSecret', { ...at(endpointId, more), isRepeatable: false }),
      /**
       * Sends a sample of an event to an endpoint, of `webhook.test` where none is named: it says `isSample`, and nothing of it has happened. Scope
       * `webhooks:write`.
       */
      sample: (
        endpointId: string,
        body: BodyOf<'testEndpoint'> = {},
        more: CreateOptions = {},
      ): Promise<ResultOf<'testEndpoint'>['data']> =>
        data('testEndpoint', { ...at(endpointId, more), ...once(more), body }),
      /** What was sent to an endpoint and how that went, newest first. Scope `webhooks:read`. */
      deliveries: (
        endpointId: string,
        query: SearchOf<'listDeliveries'> = {},
        more?: CallOptions,
      ): Promise<ResultOf<'listDeliveries'>> => request('listDeliveries', { ...at(endpointId, more), query }),
      /** One delivery with its body and its attempts. Scope `webhooks:read`. */
      delivery: (id: string, more?: CallOptions): Promise<ResultOf<'getDelivery'>['data']> =>
        data('getDelivery', at(id, more)),
      /** Sends a delivery again. Scope `webhooks:write`. */
      replay: (id: string, more: CreateOptions = {}): Promise<ResultOf<'replayDelivery'>> =>
        request('replayDelivery', { ...at(id, more), ...once(more) }),
      /**
       * Opens the listener of this key, whose events `npx kobogate listen` posts to your own machine; every event if none are
       * named. Scope `webhooks:write`.
       */
      listen: (body: BodyOf<'openListener'> = {}, more: CallOptions = {}): Promise<Listener> =>
        data('openListener', { ...more, body, isRepeatable: true }),
      /** The events after a sequence number, oldest first, to fetch what was missed. Scope `webhooks:read`. */
      events: async (query: SearchOf<'listEvents'> = {}, more: CallOptions = {}): Promise<EventsPage> => {
        const { data: events, next } = await request('listEvents', { ...more, query, isRepeatable: true });
        // Each was made by the server as the contract has its type.
        return { data: events as readonly unknown[] as readonly WebhookEvent[], next };
      },
    },
    /** What a payer may do. These calls need no API key, so a browser can make them. */
    checkout: {
      /** What a link asks for; null for an unknown link. */
      link: (id: string, more?: CallOptions): Promise<PublicLink | null> => data('getPublicLink', at(id, more)),
      /** The coins that links can be paid in, each with its networks. */
      coins: (more: CallOptions = {}): Promise<ResultOf<'listCoins'>['data']> =>
        data('listCoins', { ...more, isRepeatable: true }),
      /** Opens a payment: an address of its own, and a rate that is held for some minutes. */
      open: (linkId: string, body: BodyOf<'openPayment'>, more: CreateOptions = {}): Promise<PublicPayment> =>
        data('openPayment', { ...at(linkId, more), ...once(more), body }),
      /** The state of a payment. */
      payment: (id: string, more?: CallOptions): Promise<PublicPayment> => data('getPublicPayment', at(id, more)),
      /** Holds the current rate, once the former lock has ended. */
      renew: (id: string, more?: CallOptions): Promise<PublicPayment> =>
        data('renewPayment', { ...at(id, more), body: {} }),
    },
  };
}

/** What `createClient` makes. */
export type Client = ReturnType<typeof createClient>;
