export { type ArrivedDeposit, listOrderDeposits } from './funding/db.ts';
export { expireOrders } from './funding/expire-orders.ts';
export { salesHandlers } from './handlers.ts';
export { createImageDrawing } from './images/draw-image.ts';
export { imageRoutes } from './images/routes.ts';
export { returnUnanswered } from './orders/answer-rate.ts';
export { compareNames, isSameName } from './orders/compare-names.ts';
export { createOrderCreation } from './orders/create-order.ts';
export { forgetApprovals } from './orders/db-approvals.ts';
export { HAS_BEGUN } from './orders/db-begun.ts';
export { findTier, lockTier } from './orders/db-customer-tiers.ts';
export { type KeptQuote, listOrderQuotes, listSignedQuotes, loadQuotesOf } from './orders/db-quotes.ts';
export { findOrderView, listOrderEvents, type ViewWithoutBalance } from './orders/db-views.ts';
export {
  insertOrderEvents,
  listOrderIds,
  loadFreeOrdersForUpdate,
  loadOrderForUpdate,
  loadOrdersForUpdate,
  type OrderEvent,
  saveDecision,
  saveOrder,
  saveOrderStates,
} from './orders/db.ts';
export { describeCoins, describeOrder } from './orders/describe-order.ts';
export { hasHadNaira, holdOrder, holdOrders, holdWhereDisabled, owedNaira } from './orders/hold-orders.ts';
export { createQuoteSigner, type QuoteSigner } from './orders/order-quote.ts';
export { requireSeenOrder } from './orders/order-version.ts';
export { isCovered, isPayable, moveStatus, type Order } from './orders/order.ts';
export { askBeforeDeciding, type AskName } from './orders/payee-name.ts';
export { presentLocked, presentPrice } from './orders/present-price.ts';
export { withPayout } from './orders/record-payout.ts';
export { orderRoutes } from './orders/routes.ts';
export { type Market, withTodaysRates } from './orders/todays-rate.ts';
export { isAsSigned, verifyQuotes } from './orders/verify-quotes.ts';
export { listOrdersOfUser, presentOrderForAdmin, worthOfOrder } from './orders/view-orders.ts';
export { type PayerNode, PayerNodeDown } from './payer-wallets/payer-node.ts';
export { payerWalletRoutes } from './payer-wallets/routes.ts';
export { findOwnLink } from './payment-links/find-own-link.ts';
export { forgetPictures } from './payment-links/forget-pictures.ts';
export { paymentLinkRoutes } from './payment-links/routes.ts';
export { viewOwnLink } from './payment-links/view-own-link.ts';
export { followPayments } from './payments/live-payment.ts';
export { paymentRoutes } from './payments/routes.ts';
export { viewOwnPayment, viewPayment } from './payments/view-payments.ts';
export { refundOfferRoutes } from './refund-offers/routes.ts';
