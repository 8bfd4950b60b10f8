/** All values of states, for tests that go through each; the product reads them by their schemas. */
export { PAYMENT_REFUND_STATES } from '../../../contract/src/payments.ts';
export { REFUND_STATES } from '../../../contract/src/refunds.ts';
