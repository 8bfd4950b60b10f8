import * as z from 'zod/mini';
import { endpoint, text } from './endpoint.ts';
import { byId, idInput } from './ids.ts';
import { merchantPaymentSchema, paymentSchema } from './payments.ts';
import { proof } from './two-factor.ts';

const own = z.object({ data: merchantPaymentSchema });
const ofPayment = byId('Order');
const ofOffer = z.object({ id: idInput('Order'), offer: idInput('Offer') });

export const refundOffers = {
  offer: endpoint({
    method: 'POST',
    path: '/payments/{id}/refund-offers',
    summary:
      'Offer coins of a payment back to its payer: coins beyond the amount, late ones, another coin, or a short payment. ' +
      'The offer declines a short payment. The payer gives an address on the page of the payment',
    access: 'user',
    scope: 'payments:refund',
    takesKey: true,
    params: ofPayment,
    body: z.object({ asset: text(40) }),
    answer: own,
    success: 201,
    errors: [401, 404, 409, 429],
  }),
  answer: endpoint({
    method: 'POST',
    path: '/payments/{id}/refund-offers/{offer}/address',
    summary: 'Say, as the payer, where offered coins go to. It can be said once an offer',
    access: 'public',
    isOpen: true,
    params: ofOffer,
    body: z.object({ address: text(200, 'Please give the address that the coins go to.') }),
    answer: z.object({ data: paymentSchema }),
    errors: [404, 409, 422, 429],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/payments/{id}/refund-offers/{offer}/confirm',
    summary:
      'Confirm the address that the payer gave: the coins are set aside and become a refund. Takes the password, and a code ' +
      'where two-factor is on',
    access: 'user',
    params: ofOffer,
    body: z.object({ ...proof.shape }),
    answer: own,
    errors: [401, 404, 409, 422, 429],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/payments/{id}/refund-offers/{offer}/withdraw',
    summary: 'Take an offer back before it is confirmed; the coins can be offered again',
    access: 'user',
    scope: 'payments:refund',
    params: ofOffer,
    answer: own,
    errors: [401, 404, 409],
  }),
} as const;
