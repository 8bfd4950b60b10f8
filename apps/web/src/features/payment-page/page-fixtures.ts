import {
  PAYMENT_REFUND_STATES,
  type PayerLanguage,
  type Payment,
  PAYMENT_PROBLEMS,
  type PaymentLink,
  type PaymentPageContent,
  type PaymentPageView,
  type PaymentTrouble,
} from '@kobogate/contract';
import {
  PAYER_ADDRESS,
  sampleDeposit,
  sampleLink,
  samplePayment,
  sampleRefund,
} from '@kobogate/contract/payment-samples';

const ID = sampleLink().id;
const NOW = samplePayment().now;

/** A sample of what went wrong. */
export const troubleWith = (
  problem: PaymentTrouble['problem'],
  changes: Partial<PaymentTrouble> = {},
): PaymentTrouble => ({ problem, sentence: '', bound: null, waitSeconds: null, ...changes });

/** What goes wrong only once a payment is open, or is shown in a place of its own. */
const AFTER_OPENING: ReadonlySet<PaymentTrouble['problem']> = new Set([
  'pair-missing',
  'email-malformed',
  'payment-confirming',
  'payment-declined',
  'payment-paid',
  'payment-unpaid',
  'address-wrong',
  'address-ours',
  'address-given',
]);

const paying = (payment: Partial<Payment>, more: Partial<Extract<PaymentPageContent, { kind: 'payment' }>> = {}) => ({
  kind: 'payment' as const,
  payment: samplePayment(payment),
  link: sampleLink(),
  trouble: null,
  isMailed: false,
  ...more,
});
const choosing = (
  link: Partial<PaymentLink>,
  more: Partial<Extract<PaymentPageContent, { kind: 'choosing' }>> = {},
) => ({
  kind: 'choosing' as const,
  link: sampleLink(link),
  choice: { currency: '', network: '', amount: '' },
  key: 'a-sample-key',
  trouble: null,
  ...more,
});
const seen = { at: '2026-11-21T13:07:00.000Z', type: 'deposit-seen' };
const funded = { at: '2026-11-21T13:08:00.000Z', type: 'funded' };
const sent = { at: '2026-11-21T13:08:02.000Z', type: 'payout-sent' };
const arrived = { at: '2026-11-21T13:08:09.000Z', type: 'payout-paid' };
const whole = { received: '15.662345', missing: '0' };
const final = sampleDeposit({ state: 'confirmed', confirmations: 3, secondsLeft: null });

/** The page in every state that it has, by name. */
export const STATES: Readonly<Record<string, PaymentPageContent>> = {
  failed: { kind: 'failed', sentence: 'Something broke.' },
  'failed-silently': { kind: 'failed', sentence: '' },
  nothing: { kind: 'nothing' },
  inactive: { kind: 'closed', reason: 'inactive', link: null },
  expired: { kind: 'closed', reason: 'expired', link: sampleLink({ state: 'expired' }) },
  used: { kind: 'closed', reason: 'used', link: sampleLink({ state: 'used' }) },
  ended: { kind: 'closed', reason: 'ended', link: null },
  choosing: choosing({ medianPayoutSeconds: 3.2 }),
  'choosing-network': choosing({}, { choice: { currency: 'USDT', network: '', amount: '' } }),
  'choosing-amount': choosing({
    isAmountOpen: true,
    amount: '',
    minimumAmount: '1000',
    maximumAmount: '500000',
    isOnce: true,
    expiresAt: '2026-12-01T08:00:00.000Z',
  }),
  'choosing-without-rate': choosing({ coinsWithoutRate: ['BTC'] }),
  'choosing-dollars': choosing({ amountCurrency: 'USD', amount: '20', isAmountOpen: false }),
  'choosing-coins': choosing({ amountCurrency: 'USDT', amount: '', isAmountOpen: true, minimumAmount: '5' }),
  'choosing-at-most': choosing({ amountCurrency: 'BTC', amount: '', isAmountOpen: true, maximumAmount: '0.5' }),
  'pair-missing': choosing({}, { trouble: troubleWith('pair-missing') }),
  ...Object.fromEntries(
    PAYMENT_PROBLEMS.filter((problem) => !AFTER_OPENING.has(problem)).map((problem) => [
      problem,
      choosing({ isAmountOpen: true, amount: '' }, { trouble: troubleWith(problem) }),
    ]),
  ),
  'amount-low-for-coin': choosing({}, { trouble: troubleWith('coin-amount-low', { bound: '20 USDT' }) }),
  'amount-high-for-link': choosing({}, { trouble: troubleWith('amount-high', { bound: '₦500,000.00' }) }),
  'too-many-for-hours': choosing({}, { trouble: troubleWith('too-many', { waitSeconds: 7300 }) }),
  'refused-in-words': choosing({}, { trouble: troubleWith('refused', { sentence: 'We are closed today.' }) }),
  waiting: paying({}, { link: sampleLink({ medianPayoutSeconds: 240 }) }),
  'waiting-without-link': paying(
    { uri: null, currency: 'DOT', network: 'polkadot', networkName: 'Polkadot' },
    { link: null },
  ),
  'waiting-in-coins': paying({}, { link: sampleLink({ amountCurrency: 'USDT', amount: '15.662345' }) }),
  'waiting-without-rate': paying({ lockExpiresAt: null }),
  'rate-ended': paying({ lockExpiresAt: NOW }),
  'renewal-refused': paying({ lockExpiresAt: NOW }, { trouble: troubleWith('payment-confirming') }),
  seen: paying({
    ...whole,
    state: 'seen',
    deposits: [sampleDeposit({ state: 'seen', confirmations: 0, secondsLeft: null })],
    timeline: [seen],
  }),
  confirming: paying({ ...whole, state: 'confirming', deposits: [sampleDeposit()], timeline: [seen] }),
  'confirming-one': paying({
    ...whole,
    state: 'confirming',
    deposits: [sampleDeposit({ confirmations: 2, secondsLeft: 1 })],
  }),
  underpaid: paying({
    state: 'underpaid',
    received: '10',
    missing: '5.662345',
    deposits: [{ ...final, amount: '10' }],
    timeline: [seen],
  }),
  'underpaid-ended': paying({
    state: 'underpaid',
    received: '10',
    missing: '5.662345',
    lockExpiresAt: NOW,
    deposits: [{ ...final, amount: '10' }],
  }),
  paid: paying({ ...whole, state: 'paid', payout: 'sent', deposits: [final], timeline: [seen, funded, sent] }),
  'paid-out': paying({
    ...whole,
    state: 'paid',
    payout: 'paid',
    deposits: [final],
    timeline: [seen, funded, sent, arrived],
    successMessage: 'Thank you. Your order is ready on Saturday at ten.',
    redirectUrl: 'https://shop.example/thanks?order=1',
  }),
  'paid-trouble': paying({ ...whole, state: 'paid', payout: 'failed', deposits: [final] }),
  overpaid: paying({ ...whole, state: 'paid', payout: 'paid', excess: '1.5', deposits: [final] }),
  late: paying({ ...whole, state: 'paid', payout: 'queued', isLate: true, deposits: [final] }, { isMailed: true }),
  'receipt-refused': paying({ ...whole, state: 'paid', payout: 'paid' }, { trouble: troubleWith('email-malformed') }),
  elsewhere: paying({ deposits: [{ ...final, network: 'polygon', networkName: 'Polygon', isElsewhere: true }] }),
  'payment-expired': paying({ state: 'expired', lockExpiresAt: NOW }),
  declined: paying({
    ...whole,
    state: 'declined',
    deposits: [final, sampleDeposit({ state: 'dropped', secondsLeft: null, explorerUrl: null })],
  }),
  refunds: paying({
    ...whole,
    state: 'paid',
    payout: 'paid',
    deposits: [final],
    refunds: PAYMENT_REFUND_STATES.map((state) =>
      sampleRefund({ id: state, state, address: state === 'offered' ? null : PAYER_ADDRESS }),
    ),
  }),
  'refund-refused': paying(
    { state: 'declined', received: '10', missing: '5.662345', refunds: [sampleRefund({})] },
    {
      trouble: troubleWith('address-wrong'),
      typed: { email: '', offer: sampleRefund({}).id, address: PAYER_ADDRESS.slice(0, -3) },
    },
  ),
};

/** The page in a state and a language. */
export const viewOf = (content: PaymentPageContent, language: PayerLanguage = 'en'): PaymentPageView => ({
  language,
  linkId: ID,
  kept: language === 'en' ? '' : `lang=${language}`,
  apiBase: '/api',
  content,
});
