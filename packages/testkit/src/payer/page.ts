import {
  type CustomField,
  type PayerLanguage,
  PAYMENT_PROBLEMS,
  type PaymentPageContent,
  type PaymentPageView,
  type PaymentTrouble,
} from '@kobogate/contract';
import { idFor } from '../contract/ids.ts';
import { PAYMENT_REFUND_STATES } from '../contract/states.ts';
import {
  finalDeposit,
  PAYER_ADDRESS,
  sampleChoosing,
  sampleDeposit,
  sampleLink,
  samplePaying,
  samplePayment,
  sampleRefund,
} from './samples.ts';

const ID = sampleLink().id;
const NOW = samplePayment().now;

/** A sample of an error. */
export const troubleWith = (
  problem: PaymentTrouble['problem'],
  changes: Partial<PaymentTrouble> = {},
): PaymentTrouble => ({ problem, sentence: '', bound: null, waitSeconds: null, ...changes });

/** Errors that occur only once a payment is open, or are shown in a place of their own. */
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

const seen = { at: '2026-11-21T13:07:00.000Z', type: 'deposit-seen' };
const funded = { at: '2026-11-21T13:08:00.000Z', type: 'funded' };
const sent = { at: '2026-11-21T13:08:02.000Z', type: 'payout-sent' };
const arrived = { at: '2026-11-21T13:08:09.000Z', type: 'payout-paid' };
const whole = { received: '15.662345', missing: '0' };

const CUSTOM_FIELDS: readonly CustomField[] = [
  { key: 'size', label: 'Size', type: 'choice', isRequired: true, choices: ['M', 'L'] },
  { key: 'print', label: 'Name on the back', type: 'text', isRequired: false, choices: [] },
];

/** The page in every state that it has, by name. */
export const STATES: Readonly<Record<string, PaymentPageContent>> = {
  failed: { kind: 'failed', sentence: 'Something broke.' },
  'failed-silently': { kind: 'failed', sentence: '' },
  nothing: { kind: 'nothing' },
  inactive: { kind: 'closed', reason: 'inactive', link: null },
  expired: { kind: 'closed', reason: 'expired', link: sampleLink({ state: 'expired' }) },
  used: { kind: 'closed', reason: 'used', link: sampleLink({ state: 'used' }) },
  ended: { kind: 'closed', reason: 'ended', link: null },
  choosing: sampleChoosing({ medianPayoutSeconds: 3.2 }),
  'choosing-network': sampleChoosing({}, { choice: { currency: 'USDT', network: '', amount: '' } }),
  'choosing-amount': sampleChoosing({
    isAmountOpen: true,
    amount: '',
    minimumAmount: '1000',
    maximumAmount: '500000',
    isOnce: true,
    expiresAt: '2026-12-01T08:00:00.000Z',
  }),
  'choosing-without-rate': sampleChoosing({ coinsWithoutRate: ['BTC'] }),
  'choosing-dollars': sampleChoosing({ amountCurrency: 'USD', amount: '20', isAmountOpen: false }),
  'choosing-coins': sampleChoosing({ amountCurrency: 'USDT', amount: '', isAmountOpen: true, minimumAmount: '5' }),
  'choosing-at-most': sampleChoosing({ amountCurrency: 'BTC', amount: '', isAmountOpen: true, maximumAmount: '0.5' }),
  'choosing-fields': sampleChoosing({ customFields: [...CUSTOM_FIELDS] }, { values: { print: 'Ada' } }),
  'choosing-fields-missing': sampleChoosing(
    { customFields: [...CUSTOM_FIELDS] },
    { values: { print: 'Ada' }, trouble: troubleWith('fields-missing') },
  ),
  'pair-missing': sampleChoosing({}, { trouble: troubleWith('pair-missing') }),
  ...Object.fromEntries(
    PAYMENT_PROBLEMS.filter((problem) => !AFTER_OPENING.has(problem)).map((problem) => [
      problem,
      sampleChoosing({ isAmountOpen: true, amount: '' }, { trouble: troubleWith(problem) }),
    ]),
  ),
  'amount-low-for-coin': sampleChoosing({}, { trouble: troubleWith('coin-amount-low', { bound: '20 USDT' }) }),
  'amount-high-for-link': sampleChoosing({}, { trouble: troubleWith('amount-high', { bound: '₦500,000.00' }) }),
  'too-many-for-hours': sampleChoosing({}, { trouble: troubleWith('too-many', { waitSeconds: 7300 }) }),
  'refused-in-words': sampleChoosing({}, { trouble: troubleWith('refused', { sentence: 'We are closed today.' }) }),
  waiting: samplePaying({}, { link: sampleLink({ medianPayoutSeconds: 240 }) }),
  'waiting-without-link': samplePaying(
    { uri: null, currency: 'DOT', network: 'polkadot', networkName: 'Polkadot' },
    { link: null },
  ),
  'waiting-in-coins': samplePaying({}, { link: sampleLink({ amountCurrency: 'USDT', amount: '15.662345' }) }),
  'waiting-without-rate': samplePaying({ lockExpiresAt: null }),
  'rate-ended': samplePaying({ lockExpiresAt: NOW }),
  'renewal-refused': samplePaying({ lockExpiresAt: NOW }, { trouble: troubleWith('payment-confirming') }),
  seen: samplePaying({
    ...whole,
    state: 'seen',
    deposits: [sampleDeposit({ state: 'seen', confirmations: 0, secondsLeft: null })],
    timeline: [seen],
  }),
  confirming: samplePaying({ ...whole, state: 'confirming', deposits: [sampleDeposit()], timeline: [seen] }),
  'confirming-one': samplePaying({
    ...whole,
    state: 'confirming',
    deposits: [sampleDeposit({ confirmations: 2, secondsLeft: 1 })],
  }),
  underpaid: samplePaying({
    state: 'underpaid',
    received: '10',
    missing: '5.662345',
    deposits: [{ ...finalDeposit, amount: '10' }],
    timeline: [seen],
  }),
  'underpaid-ended': samplePaying({
    state: 'underpaid',
    received: '10',
    missing: '5.662345',
    lockExpiresAt: NOW,
    deposits: [{ ...finalDeposit, amount: '10' }],
  }),
  paid: samplePaying({
    ...whole,
    state: 'paid',
    payout: 'sent',
    deposits: [finalDeposit],
    timeline: [seen, funded, sent],
  }),
  'paid-with-fields': samplePaying({
    ...whole,
    state: 'paid',
    payout: 'sent',
    customValues: [{ key: 'size', label: 'Size', value: 'L' }],
    deposits: [finalDeposit],
    timeline: [seen, funded, sent],
  }),
  'paid-out': samplePaying({
    ...whole,
    state: 'paid',
    payout: 'paid',
    deposits: [finalDeposit],
    timeline: [seen, funded, sent, arrived],
    successMessage: 'Thank you. Your order is ready on Saturday at ten.',
    redirectUrl: 'https://shop.example/thanks?order=1',
  }),
  'paid-trouble': samplePaying({ ...whole, state: 'paid', payout: 'failed', deposits: [finalDeposit] }),
  overpaid: samplePaying({ ...whole, state: 'paid', payout: 'paid', excess: '1.5', deposits: [finalDeposit] }),
  late: samplePaying(
    { ...whole, state: 'paid', payout: 'queued', isLate: true, deposits: [finalDeposit] },
    { isMailed: true },
  ),
  'receipt-refused': samplePaying(
    { ...whole, state: 'paid', payout: 'paid' },
    { trouble: troubleWith('email-malformed') },
  ),
  elsewhere: samplePaying({
    deposits: [{ ...finalDeposit, network: 'polygon', networkName: 'Polygon', isElsewhere: true }],
  }),
  'payment-expired': samplePaying({ state: 'expired', lockExpiresAt: NOW }),
  'link-used': samplePaying({ isLinkUsed: true, state: 'expired' }),
  declined: samplePaying({
    ...whole,
    state: 'declined',
    deposits: [finalDeposit, sampleDeposit({ state: 'dropped', secondsLeft: null, explorerUrl: null })],
  }),
  refunds: samplePaying({
    ...whole,
    state: 'paid',
    payout: 'paid',
    deposits: [finalDeposit],
    refunds: PAYMENT_REFUND_STATES.map((state) =>
      sampleRefund({ id: idFor(state), state, address: state === 'offered' ? null : PAYER_ADDRESS }),
    ),
  }),
  'refund-refused': samplePaying(
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
  preview: null,
  content,
});
