import { idSchema } from './ids.ts';
import type { OwnPaymentLink } from './payment-links.ts';
import type { MerchantPayment } from './payments.ts';
import type { PayoutEventData, RefundEventData, WebhookDataOf } from './webhook-data.ts';
import { WEBHOOK_TEST, type WebhookSample } from './webhook-events.ts';

// Ids that no record has: they are of a time before there was a gateway.
const LINK_ID = idSchema('Link').parse('00000000-0000-7000-8000-000000000001');
const PAYMENT_ID = idSchema('Order').parse('00000000-0000-7000-8000-000000000002');
const PAYOUT_ID = idSchema('Payout').parse('00000000-0000-7000-8000-000000000003');
const OFFER_ID = idSchema('Offer').parse('00000000-0000-7000-8000-000000000004');
const REFUND_ID = idSchema('Refund').parse('00000000-0000-7000-8000-000000000005');
const OPENED = '2026-11-21T09:00:00.000Z';
const PAID = '2026-11-21T09:02:10.000Z';
const ADDRESS = '0x00000000000000000000000000000000000a11ce';
const OTHER_ADDRESS = '0x0000000000000000000000000000000000000b0b';
const TRANSACTION = `0x${'5a'.repeat(32)}`;
const METADATA = { cart: '77' };
const SIZE = { key: 'size', label: 'Size' };
const VALUES = [{ ...SIZE, value: 'L' }];

const DEPOSIT: MerchantPayment['deposits'][number] = {
  transaction: TRANSACTION,
  explorerUrl: `https://bscscan.com/tx/${TRANSACTION}`,
  currency: 'USDT',
  network: 'bsc',
  networkName: 'BNB Smart Chain',
  amount: '16.13',
  state: 'confirmed',
  confirmations: 15,
  confirmationsNeeded: 15,
  secondsLeft: null,
  isElsewhere: false,
};

const OPEN: MerchantPayment = {
  id: PAYMENT_ID,
  linkId: LINK_ID,
  name: 'Sample shop',
  purpose: 'Order 1042',
  currency: 'USDT',
  network: 'bsc',
  networkName: 'BNB Smart Chain',
  amount: '16.13',
  received: '0',
  missing: '16.13',
  excess: '0',
  address: ADDRESS,
  uri: null,
  rate: '1550',
  marketRate: '1565',
  nairaKobo: '2500000',
  feeKobo: '22500',
  vatKobo: '1688',
  lockExpiresAt: '2026-11-21T09:15:00.000Z',
  now: OPENED,
  state: 'waiting',
  isLate: false,
  payout: 'none',
  isHeld: false,
  isLinkUsed: false,
  reviewHours: null,
  deposits: [],
  timeline: [{ at: OPENED, type: 'opened' }],
  refunds: [],
  customValues: VALUES,
  successMessage: null,
  redirectUrl: null,
  createdAt: OPENED,
  updatedAt: OPENED,
  version: 1,
  linkName: 'Sample shop',
  orderId: PAYMENT_ID,
  payerEmail: null,
  pageUrl: `https://pay.example/custom-payment/${LINK_ID}/payments/${PAYMENT_ID}`,
  reference: 'cart-77',
  metadata: METADATA,
  summary: 'Waiting for 16.13 USDT on BNB Smart Chain.',
  refundable: [],
};

const COVERED: MerchantPayment = {
  ...OPEN,
  received: '16.13',
  missing: '0',
  now: PAID,
  state: 'paid',
  deposits: [DEPOSIT],
  timeline: [...OPEN.timeline, { at: PAID, type: 'deposit-seen' }, { at: PAID, type: 'funded' }],
  updatedAt: PAID,
  version: 3,
  summary: 'Paid. ₦25,000.00 is about to leave.',
};

const PAYOUT: PayoutEventData = {
  id: PAYOUT_ID,
  orderId: PAYMENT_ID,
  paymentId: PAYMENT_ID,
  reference: 'cart-77',
  metadata: METADATA,
  customValues: VALUES,
  state: 'paid',
  attempt: 1,
  nairaKobo: '2500000',
  bankName: 'ACCESS BANK',
  accountEnding: '4579',
  bankReference: 'kg-00000000000070008000000000000002-1',
  sessionId: '000013261121090230000000000001',
  failureReason: null,
  createdAt: PAID,
  settledAt: '2026-11-21T09:02:30.000Z',
};

const OFFER: RefundEventData = {
  id: null,
  offerId: OFFER_ID,
  paymentId: PAYMENT_ID,
  reference: 'cart-77',
  metadata: METADATA,
  customValues: VALUES,
  asset: 'USDT@bsc',
  currency: 'USDT',
  network: 'bsc',
  networkName: 'BNB Smart Chain',
  amount: '5',
  fee: '0.2',
  net: '4.8',
  state: 'offered',
  address: null,
  transaction: null,
  explorerUrl: null,
  reason: null,
};
const REFUND: RefundEventData = { ...OFFER, id: REFUND_ID, state: 'requested', address: OTHER_ADDRESS };
const SENT: RefundEventData = {
  ...REFUND,
  state: 'sent',
  transaction: TRANSACTION,
  explorerUrl: `https://bscscan.com/tx/${TRANSACTION}`,
};

const LINK: OwnPaymentLink = {
  name: 'Sample shop',
  purpose: 'Order 1042',
  amount: '25000.00',
  bannerImage: null,
  profileImage: null,
  coins: ['USDT'],
  id: LINK_ID,
  amountCurrency: 'NGN',
  isAmountOpen: false,
  minimumAmount: null,
  maximumAmount: null,
  networks: [{ currency: 'USDT', network: 'bsc', networkName: 'BNB Smart Chain' }],
  coinsWithoutRate: [],
  isOnce: false,
  expiresAt: null,
  customFields: [{ ...SIZE, type: 'choice', isRequired: true, choices: ['M', 'L'] }],
  state: 'active',
  medianPayoutSeconds: null,
  active: true,
  bannerImageId: null,
  profileImageId: null,
  successMessage: null,
  redirectUrl: null,
  metadata: METADATA,
  accepted: [],
  totals: { payments: 0, paid: 0, nairaKobo: '0' },
  version: 1,
  createdAt: OPENED,
  updatedAt: OPENED,
};

/** For each event what `data` may look like, of a payment, a payout, a refund and a link that do not exist. */
export const WEBHOOK_SAMPLE_DATA: { readonly [Type in WebhookSample]: WebhookDataOf<Type> } = {
  [WEBHOOK_TEST]: { message: 'Your endpoint is reached.' },
  'payment.opened': OPEN,
  'payment.seen': {
    ...OPEN,
    state: 'seen',
    deposits: [{ ...DEPOSIT, state: 'seen', confirmations: 0, secondsLeft: 45 }],
    summary: 'The coins are on the chain and are being confirmed.',
  },
  'payment.underpaid': {
    ...OPEN,
    received: '10',
    missing: '6.13',
    state: 'underpaid',
    deposits: [{ ...DEPOSIT, amount: '10' }],
    summary: '6.13 USDT is still missing. What has arrived is kept for this payment.',
  },
  'payment.paid': COVERED,
  'payment.held': {
    ...COVERED,
    isHeld: true,
    reviewHours: 24,
    timeline: [...COVERED.timeline, { at: PAID, type: 'held' }],
    summary: 'Paid. A person reviews it before ₦25,000.00 leaves, normally within 24 hours; the coins are safe.',
  },
  'payment.reverted': { ...OPEN, deposits: [{ ...DEPOSIT, state: 'reverted' }], version: 4 },
  'payment.settled': { ...COVERED, payout: 'paid', summary: '₦25,000.00 was paid to ACCESS BANK 0000014579.' },
  'payment.failed': {
    ...COVERED,
    payout: 'failed',
    summary: 'Paid, but the payout did not go through. Your money is safe with us; we will look into it.',
  },
  'payment.declined': { ...COVERED, state: 'declined', summary: 'Declined. What arrived is in your balance.' },
  'payment.expired': { ...OPEN, state: 'expired', summary: 'Nothing arrived in time.' },
  'payment.excess': { ...COVERED, excess: '5', deposits: [{ ...DEPOSIT, amount: '21.13' }] },
  'payment.elsewhere': {
    ...OPEN,
    deposits: [{ ...DEPOSIT, currency: 'USDC', amount: '16', isElsewhere: true }],
  },
  'payout.paid': PAYOUT,
  'payout.failed': {
    ...PAYOUT,
    state: 'failed',
    sessionId: null,
    failureReason: 'The account does not accept transfers',
  },
  'payout.reversed': { ...PAYOUT, state: 'reversed', failureReason: 'Returned by the receiving bank' },
  'payout.delayed': { ...PAYOUT, state: 'unknown', sessionId: null, settledAt: null },
  'refund.offered': OFFER,
  'refund.answered': { ...OFFER, state: 'answered', address: OTHER_ADDRESS },
  'refund.withdrawn': { ...OFFER, state: 'withdrawn' },
  'refund.requested': REFUND,
  'refund.approved': { ...REFUND, state: 'approved' },
  'refund.declined': { ...REFUND, state: 'declined', reason: 'The address is not one that we may send to.' },
  'refund.sent': SENT,
  'refund.final': { ...SENT, state: 'final' },
  'link.created': LINK,
  'link.updated': { ...LINK, purpose: 'Order 1043', version: 2 },
  'link.deactivated': { ...LINK, state: 'inactive', active: false, version: 3 },
};
