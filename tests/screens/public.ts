import type { Payment, PaymentPageContent } from '@kobogate/contract';
import { PAYER_PATH, stubPayerPage } from '../support/payer-page.ts';
import {
  PAYER_ADDRESS,
  sampleDeposit,
  sampleLink,
  samplePayment,
  sampleRefund,
} from '@kobogate/contract/payment-samples';
import type { Screen } from './screen.ts';

const payer = (state: string, content: PaymentPageContent, rest: Partial<Screen> = {}): Screen => ({
  name: `public/payment-${state}`,
  as: 'nobody',
  path: PAYER_PATH,
  prepare: (page) => stubPayerPage(page, content),
  ...rest,
});
const choosing = { kind: 'choosing', link: sampleLink(), key: 'a-sample-key', trouble: null } as const;
const nothingChosen = { currency: '', network: '', amount: '' };
type Paying = Extract<PaymentPageContent, { kind: 'payment' }>;
const paying = (changes: Partial<Payment>, rest: Partial<Paying> = {}): Paying => ({
  kind: 'payment',
  payment: samplePayment(changes),
  link: sampleLink(),
  trouble: null,
  isMailed: false,
  ...rest,
});
const whole = { received: '15.662345', missing: '0', uri: null };
const final = sampleDeposit({ state: 'confirmed', confirmations: 3, secondsLeft: null });

/** As long, as foreign and as exact as a merchant and a coin can make it. */
const ODD_NAME = 'محمد وأولاده للتجارة 🎂🎉 Sample Bakery, Catering and Outdoor Events Services Ltd, Surulere';
const odd: PaymentPageContent = {
  kind: 'payment',
  payment: samplePayment({
    name: ODD_NAME,
    purpose: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft 🧁'.repeat(2),
    currency: 'ETH',
    network: 'ethereum',
    networkName: 'Ethereum',
    amount: '1234567.123456789012345678',
    missing: '1234567.123456789012345678',
    rate: '5123456.123456',
    nairaKobo: '632513000000050',
  }),
  link: sampleLink({ name: ODD_NAME }),
  trouble: null,
  isMailed: false,
};

/** What anybody may see without an account. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  { name: 'public/landing', as: 'nobody', path: '/' },
  { name: 'public/about', as: 'nobody', path: '/about' },
  { name: 'public/contact', as: 'nobody', path: '/contact' },
  { name: 'public/support', as: 'nobody', path: '/support' },
  { name: 'public/terms', as: 'nobody', path: '/terms' },
  { name: 'public/privacy', as: 'nobody', path: '/privacy' },
  { name: 'public/aml-kyc', as: 'nobody', path: '/aml-kyc' },
  { name: 'public/cookies', as: 'nobody', path: '/cookies' },
  { name: 'public/learn', as: 'nobody', path: '/learn' },
  { name: 'public/developers', as: 'nobody', path: '/developers' },
  { name: 'public/developers-states', as: 'nobody', path: '/developers/states' },
  { name: 'public/developers-reference', as: 'nobody', path: '/developers/reference' },
  { name: 'public/developers-reference-links', as: 'nobody', path: '/developers/reference/links' },
  { name: 'public/not-found', as: 'nobody', path: '/no-such-page' },
  payer('link', { ...choosing, choice: nothingChosen }),
  payer('amount', {
    ...choosing,
    link: sampleLink({ isAmountOpen: true, amount: '', minimumAmount: '1000', maximumAmount: '500000', isOnce: true }),
    choice: { currency: 'USDT', network: 'bsc', amount: '20' },
    trouble: { problem: 'amount-low', sentence: '', bound: '₦1,000.00', waitSeconds: null },
  }),
  payer(
    'pair-missing',
    { ...choosing, choice: nothingChosen },
    { act: (page) => page.getByRole('button', { name: 'Connect wallet' }).click() },
  ),
  payer('failed', { kind: 'failed', sentence: 'Something broke.' }),
  payer('nothing', { kind: 'nothing' }),
  payer('waiting', paying({})),
  payer('rate-ended', paying({ lockExpiresAt: samplePayment().now })),
  payer('confirming', paying({ ...whole, state: 'confirming', deposits: [sampleDeposit()] })),
  payer(
    'underpaid',
    paying({ state: 'underpaid', received: '10', missing: '5.662345', deposits: [{ ...final, amount: '10' }] }),
  ),
  payer(
    'refund',
    paying({
      ...whole,
      state: 'paid',
      payout: 'paid',
      excess: '5',
      deposits: [final],
      refunds: [
        sampleRefund({}),
        sampleRefund({ id: '00000000-0000-7000-8000-0000000000f2', state: 'sent', address: PAYER_ADDRESS }),
      ],
    }),
  ),
  payer(
    'refund-refused',
    paying(
      {
        state: 'declined',
        received: '10',
        missing: '5.662345',
        deposits: [{ ...final, amount: '10' }],
        refunds: [
          sampleRefund({}),
          sampleRefund({ id: '00000000-0000-7000-8000-0000000000f3', state: 'answered', address: PAYER_ADDRESS }),
        ],
      },
      {
        trouble: { problem: 'address-wrong', sentence: '', bound: null, waitSeconds: null },
        typed: { email: '', offer: sampleRefund({}).id, address: PAYER_ADDRESS.slice(0, -3) },
      },
    ),
  ),
  payer(
    'elsewhere',
    paying({ deposits: [{ ...final, network: 'polygon', networkName: 'Polygon', isElsewhere: true }] }),
  ),
  payer(
    'paid',
    paying({
      ...whole,
      state: 'paid',
      payout: 'paid',
      excess: '1.5',
      deposits: [final],
      successMessage: 'Thank you. Your order is ready on Saturday at ten.',
      redirectUrl: 'https://shop.example/thanks',
    }),
  ),
  payer('used', { kind: 'closed', reason: 'used', link: sampleLink({ state: 'used' }) }),
  payer('expired', {
    kind: 'closed',
    reason: 'expired',
    link: sampleLink({ state: 'expired', expiresAt: '2026-11-20T22:59:59.000Z' }),
  }),
  payer('inactive', { kind: 'closed', reason: 'inactive', link: sampleLink({ state: 'inactive' }) }),
  payer('network-busy', {
    ...choosing,
    choice: { currency: 'USDT', network: 'polygon', amount: '' },
    trouble: { problem: 'network-busy', sentence: '', bound: null, waitSeconds: null },
  }),
  payer('watched', paying({ state: 'expired', lockExpiresAt: samplePayment().now })),
  payer('late', paying({ ...whole, state: 'paid', payout: 'queued', isLate: true, deposits: [final] })),
  payer('odd-texts', odd),
  payer('yoruba', paying({}), {
    prepare: (page) => stubPayerPage(page, paying({}), { language: 'yo', kept: 'lang=yo' }),
  }),
];
