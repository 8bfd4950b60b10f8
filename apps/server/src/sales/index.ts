export {
  type ArrivedDeposit,
  findPaymentCoins,
  listAwaited,
  listOrderDeposits,
  loadArrivals,
  wasTakenBackSince,
} from './funding/db.ts';
export { noteFirstApproval } from './orders/approve-order.ts';
export { compareNames, isSameName } from './orders/compare-names.ts';
export {
  approvalsOf,
  forgetApprovals,
  HAS_BEGUN,
  insertOrderEvents,
  listOrderIds,
  findOrder,
  loadFirstApprover,
  loadFreeOrdersForUpdate,
  loadOrderForUpdate,
  loadOrdersForUpdate,
  type OrderEvent,
  saveDecision,
  saveOrder,
  saveOrders,
  COVERED_AS_SQL,
  countPayees,
} from './orders/db.ts';
export { findOrderView, listOrderEvents, type ViewWithoutBalance } from './order-views/db.ts';
export { IS_TO_REVIEW, IS_UNDECIDED } from './order-views/review/db.ts';
export { findTier, listDisabledUsers, lockTier } from './customers/db.ts';
export { viewAllowance } from './customers/view-allowance.ts';
export { presentQuotes } from './quotes/present-quotes.ts';
export { type KeptQuote, listOrderQuotes, loadQuotesOf } from './quotes/db.ts';
export { describeCoins, describeOrder } from './orders/describe-order.ts';
export { DISABLED, hasHadNaira, holdOrder, holdOrders, owedNaira, requireNothingOwed } from './orders/hold-orders.ts';
export { createQuoteSigner, type QuoteSigner } from './quotes/order-quote.ts';
export { seenOrder } from './order-views/order-version.ts';
export { isCovered, isPayable, moveStatus, nextOf, type Order, withPayout } from './orders/order.ts';
export { whyItWaits } from './risk/why-it-waits.ts';
export { askBeforeDeciding, type AskName } from './orders/payee-name.ts';
export { presentLocked, presentPrice } from './orders/present-price.ts';
export { type Market, withTodaysRates } from './orders/todays-rate.ts';
export { matchesSignedQuotes, verifyQuotes } from './quotes/verify-quotes.ts';
export { getOrderForAdmin, listOrdersOfUser, presentOrderForAdmin, worthOfOrder } from './order-views/view-orders.ts';
export { type PayerNode, PayerNodeDown } from './payer-wallets/payer-node.ts';
export type { TronPayerNode } from './payer-wallets/tron-node.ts';
export { countPayers, forgetPayers } from './payments/db.ts';
export { forgetPayees } from './payments/forget-payees.ts';
export { switchOffLinks } from './payment-links/db.ts';
export { findOwnLink } from './payment-links/find-link.ts';
export { viewOwnLink } from './payment-links/view-links.ts';
export { withinHours } from './payments/describe-payment.ts';
export { describePayer } from './payments/describe-payer.ts';
export { viewOwnPayment } from './payments/view-payments.ts';
export { MONTH_HAS_BEGUN, monthsOf, paidOf } from './settled/db.ts';
export { createSales } from './create-sales.ts';
export { personalRecords } from './personal-records.ts';
