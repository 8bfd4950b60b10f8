import type { AddressSource } from '@kobogate/addresses';
import type { NetworkId, SupportedCoin } from '@kobogate/contract';
import type { DepartureGate, OperatorSettings } from '../controls/index.ts';
import type { RequestRefund } from '../custody/index.ts';
import type { Base } from '../platform/base.ts';
import { listExpected } from './funding/db.ts';
import { forgetOldAnswers } from '../platform/idempotency.ts';
import { makeMonths } from '../platform/months.ts';
import type { CurrentRates, OfferedProducts } from '../pricing/index.ts';
import { salesHandlers } from './handlers.ts';
import { createImageDrawing } from './images/draw-image.ts';
import { imageRoutes } from './images/routes.ts';
import { returnUnanswered } from './orders/answer-rate.ts';
import { createOrderCreation } from './orders/create-order.ts';
import type { QuoteSigner } from './quotes/order-quote.ts';
import type { AskName } from './orders/payee-name.ts';
import { orderRoutes } from './orders/routes.ts';
import type { PayerNode } from './payer-wallets/payer-node.ts';
import type { TronPayerNode } from './payer-wallets/tron-node.ts';
import { payerWalletRoutes } from './payer-wallets/routes.ts';
import { forgetQuotes } from './quotes/forget-quotes.ts';
import { forgetPictures } from './payment-links/link-pictures.ts';
import { listOffers } from './order-views/list-offers.ts';
import { countDays } from './order-views/count-days.ts';
import { weighWaiting } from './risk/weigh-orders.ts';
import { paymentLinkRoutes } from './payment-links/routes.ts';
import { createPaymentViewing, viewPaymentVersion } from './payments/view-payments.ts';
import { paymentRoutes } from './payments/routes.ts';
import { refundOfferRoutes } from './refund-offers/routes.ts';
import { expireOrders } from './funding/expire-orders.ts';

/** What the sales room needs. */
interface SalesNeeds extends Base {
  readonly settings: OperatorSettings;
  readonly currentRates: CurrentRates;
  readonly products: OfferedProducts;
  readonly quoteSigner: QuoteSigner;
  readonly requestRefund: RequestRefund;
  readonly addressSources: readonly AddressSource[];
  readonly gate: DepartureGate;
  /** The networks that are watched. */
  readonly networks: readonly NetworkId[];
  readonly listCoins: () => Promise<SupportedCoin[]>;
  /** Asks a bank for the name on an account. */
  readonly askName: AskName;
  /** Null where Solana is not watched. */
  readonly payerNode: PayerNode | null;
  /** Null where TRON is not watched. */
  readonly tronPayerNode: TronPayerNode | null;
  readonly configuration: {
    readonly publicOrigin: string;
    readonly rateLockSeconds: number;
    readonly openOrdersAtMost: number;
  };
}

/** Conversions, payments by link, and refund offers to payers. */
export function createSales(needs: SalesNeeds) {
  const { database, clock, log, settings, currentRates, products, quoteSigner } = needs;
  const { requestRefund, addressSources, gate, networks, listCoins, askName } = needs;
  const { publicOrigin, rateLockSeconds: lockSeconds, openOrdersAtMost: mostOpenOrders } = needs.configuration;
  const ordering = { database, clock, currentRates, settings, products, quoteSigner, lockSeconds };
  const viewPayment = createPaymentViewing({ database, clock, settings });
  return {
    routes: [
      ...orderRoutes({ ...ordering, askName, createOrder: createOrderCreation({ ...ordering, mostOpenOrders }) }),
      ...paymentRoutes({ ...ordering, addressSources, gate, networks, publicOrigin, viewPayment }),
      ...payerWalletRoutes({
        database,
        clock,
        node: needs.payerNode,
        tronNode: needs.tronPayerNode,
        readPayment: viewPayment,
      }),
      ...paymentLinkRoutes({ database, clock, settings, currentRates, publicOrigin, listCoins }),
      ...imageRoutes({ database, clock, drawImage: createImageDrawing() }),
      ...refundOfferRoutes({ database, clock, settings, publicOrigin, requestRefund, viewPayment }),
    ],
    handlers: [
      salesHandlers({ database, clock, log, currentRates, settings, quoteSigner, askName, publicOrigin }),
    ] as const,
    timers: [
      { name: 'expire-orders', everySeconds: 5, run: () => expireOrders({ database, clock }) },
      { name: 'weigh-waiting', everySeconds: 30, run: () => weighWaiting({ database, clock, settings }) },
      { name: 'return-unanswered', everySeconds: 60, run: () => returnUnanswered({ database, clock }) },
      { name: 'count-days', everySeconds: 300, run: async () => void (await countDays({ database })) },
      { name: 'forget-pictures', everySeconds: 3600, run: () => forgetPictures({ database, clock }) },
      { name: 'forget-quotes', everySeconds: 3600, run: () => forgetQuotes({ database, clock }) },
      { name: 'make-months', everySeconds: 3600, run: () => makeMonths({ database, clock }, 'order_event') },
      { name: 'forget-old-answers', everySeconds: 3600, run: () => forgetOldAnswers(database, clock.now()) },
    ],
    queries: {
      listOffers: () => listOffers({ listCoins, currentRates }),
      listExpected: (asked: readonly NetworkId[]) => listExpected(database, asked, clock.now()),
      findPaymentVersion: (id: string) => viewPaymentVersion(database, id),
    },
  };
}
