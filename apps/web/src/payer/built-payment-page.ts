import { createPaymentPage, type PaymentAssets } from './create-payment-page.tsx';

/** Filled in by the build. */
declare const PAYMENT_ASSETS: PaymentAssets;

/** The payer's page as it is built; `apps/server` imports this module from the web's folder. */
export const paymentPage = createPaymentPage(PAYMENT_ASSETS);
