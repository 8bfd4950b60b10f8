import type { PayerLanguage, Payment, PaymentLink, PaymentPageContent, PaymentPageView } from '@kobogate/contract';

const ID = '00000000-0000-7000-8000-000000000000';
const NOW = '2026-11-21T13:05:00.000Z';

/** A sample link. */
export const linkWith = (changes: Partial<PaymentLink> = {}): PaymentLink => ({
  id: ID,
  name: 'Sample Bakery',
  purpose: 'Two trays of small chops for Saturday',
  amount: '25000.50',
  amountCurrency: 'NGN',
  isAmountOpen: false,
  minimumAmount: null,
  maximumAmount: null,
  bannerImage: null,
  profileImage: null,
  coins: ['USDT', 'BTC', 'ADA'],
  networks: [
    { currency: 'USDT', network: 'bsc', networkName: 'BNB Smart Chain' },
    { currency: 'USDT', network: 'polygon', networkName: 'Polygon' },
    { currency: 'BTC', network: 'mainnet', networkName: 'Bitcoin mainnet' },
  ],
  isOnce: false,
  expiresAt: null,
  state: 'active',
  medianPayoutSeconds: null,
  ...changes,
});

type Deposit = Payment['deposits'][number];

/** A sample transfer to a payment's address. */
export const depositWith = (changes: Partial<Deposit> = {}): Deposit => ({
  transaction: '0x5d1f2a9b',
  explorerUrl: 'https://bscscan.com/tx/0x5d1f2a9b',
  currency: 'USDT',
  network: 'bsc',
  networkName: 'BNB Smart Chain',
  amount: '15.662345',
  state: 'confirming',
  confirmations: 1,
  confirmationsNeeded: 3,
  secondsLeft: 24,
  isElsewhere: false,
  ...changes,
});

/** A sample payment. */
export const paymentWith = (changes: Partial<Payment> = {}): Payment => ({
  id: '00000000-0000-7000-8000-000000000001',
  linkId: ID,
  name: 'Sample Bakery',
  purpose: 'Two trays of small chops for Saturday',
  currency: 'USDT',
  network: 'bsc',
  networkName: 'BNB Smart Chain',
  amount: '15.662345',
  received: '0',
  missing: '15.662345',
  excess: '0',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  uri: 'ethereum:0x55d398326f99059fF775485246999027B3197955@56/transfer?address=0x52908400098527886E0F7030069857D2E4169EE7&uint256=15662345000000000000',
  rate: '1596.223456',
  marketRate: '1612.35',
  nairaKobo: '2500050',
  feeKobo: '23256',
  vatKobo: '1744',
  lockExpiresAt: '2026-11-21T13:19:59.000Z',
  now: NOW,
  state: 'waiting',
  isLate: false,
  payout: 'none',
  deposits: [],
  timeline: [{ at: NOW, type: 'opened' }],
  successMessage: null,
  redirectUrl: null,
  createdAt: NOW,
  updatedAt: NOW,
  version: 1,
  ...changes,
});

const paying = (payment: Partial<Payment>, more: Partial<Extract<PaymentPageContent, { kind: 'payment' }>> = {}) => ({
  kind: 'payment' as const,
  payment: paymentWith(payment),
  link: linkWith(),
  trouble: null,
  isMailed: false,
  ...more,
});
const choosing = (
  link: Partial<PaymentLink>,
  more: Partial<Extract<PaymentPageContent, { kind: 'choosing' }>> = {},
) => ({
  kind: 'choosing' as const,
  link: linkWith(link),
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
const final = depositWith({ state: 'confirmed', confirmations: 3, secondsLeft: null });

/** The page in every state that it has, by name. */
export const STATES: Readonly<Record<string, PaymentPageContent>> = {
  failed: { kind: 'failed', sentence: 'Something broke.' },
  'failed-silently': { kind: 'failed', sentence: '' },
  nothing: { kind: 'nothing' },
  inactive: { kind: 'closed', reason: 'inactive', link: null },
  expired: { kind: 'closed', reason: 'expired', link: linkWith({ state: 'expired' }) },
  used: { kind: 'closed', reason: 'used', link: linkWith({ state: 'used' }) },
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
  'choosing-dollars': choosing({ amountCurrency: 'USD', amount: '20', isAmountOpen: false }),
  'choosing-coins': choosing({ amountCurrency: 'USDT', amount: '', isAmountOpen: true, minimumAmount: '5' }),
  'choosing-at-most': choosing({ amountCurrency: 'BTC', amount: '', isAmountOpen: true, maximumAmount: '0.5' }),
  'pair-missing': choosing({}, { trouble: { problem: 'pair-missing', sentence: '' } }),
  ...Object.fromEntries(
    (['pair-gone', 'amount-missing', 'amount-malformed', 'amount-low', 'amount-high'] as const).map((problem) => [
      problem,
      choosing({ isAmountOpen: true, amount: '' }, { trouble: { problem, sentence: '' } }),
    ]),
  ),
  'too-many': choosing({}, { trouble: { problem: 'too-many', sentence: 'Please try again in 2 minutes.' } }),
  unreachable: choosing({}, { trouble: { problem: 'unreachable', sentence: '' } }),
  refused: choosing({}, { trouble: { problem: 'refused', sentence: 'The rate is not known now.' } }),
  waiting: paying({}, { link: linkWith({ medianPayoutSeconds: 240 }) }),
  'waiting-without-link': paying(
    { uri: null, currency: 'DOT', network: 'polkadot', networkName: 'Polkadot' },
    { link: null },
  ),
  'waiting-in-coins': paying({}, { link: linkWith({ amountCurrency: 'USDT', amount: '15.662345' }) }),
  'waiting-without-rate': paying({ lockExpiresAt: null }),
  'rate-ended': paying({ lockExpiresAt: NOW }),
  'renewal-refused': paying(
    { lockExpiresAt: NOW },
    { trouble: { problem: 'refused', sentence: 'The rate still holds.' } },
  ),
  seen: paying({
    ...whole,
    state: 'seen',
    deposits: [depositWith({ state: 'seen', confirmations: 0, secondsLeft: null })],
    timeline: [seen],
  }),
  confirming: paying({ ...whole, state: 'confirming', deposits: [depositWith()], timeline: [seen] }),
  'confirming-one': paying({
    ...whole,
    state: 'confirming',
    deposits: [depositWith({ confirmations: 2, secondsLeft: 1 })],
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
  'receipt-refused': paying(
    { ...whole, state: 'paid', payout: 'paid' },
    { trouble: { problem: 'email-malformed', sentence: '' } },
  ),
  elsewhere: paying({ deposits: [{ ...final, network: 'polygon', networkName: 'Polygon', isElsewhere: true }] }),
  'payment-expired': paying({ state: 'expired', lockExpiresAt: NOW }),
  declined: paying({
    ...whole,
    state: 'declined',
    deposits: [final, depositWith({ state: 'dropped', secondsLeft: null, explorerUrl: null })],
  }),
};

/** The page in a state and a language. */
export const viewOf = (content: PaymentPageContent, language: PayerLanguage = 'en'): PaymentPageView => ({
  language,
  linkId: ID,
  kept: language === 'en' ? '' : `lang=${language}`,
  apiBase: '/api',
  content,
});
