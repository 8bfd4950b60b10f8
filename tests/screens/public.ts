import type { OfferId, PaymentPageContent } from '@kobogate/contract';
import {
  finalDeposit,
  PAYER_ADDRESS,
  sampleChoosing,
  sampleDeposit,
  sampleLink,
  samplePaying,
  samplePayment,
  sampleRefund,
} from '@kobogate/testkit/payer/samples.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { PAYER_PATH, stubPayerPage } from '../support/payer-page.ts';
import type { Screen } from './screen.ts';

const payer = (state: string, content: PaymentPageContent, rest: Partial<Screen> = {}): Screen => ({
  name: `public/payment-${state}`,
  as: 'visitor',
  path: PAYER_PATH,
  prepare: (page) => stubPayerPage(page, content),
  ...rest,
});
const whole = { received: '15.662345', missing: '0', uri: null };

/** The longest texts and most decimals of a merchant and a coin, in other scripts. */
const ODD_NAME = 'محمد وأولاده للتجارة 🎂🎉 Sample Bakery, Catering and Outdoor Events Services Ltd, Surulere';
const odd = samplePaying(
  {
    name: ODD_NAME,
    purpose: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft 🧁'.repeat(2),
    currency: 'ETH',
    network: 'ethereum',
    networkName: 'Ethereum',
    amount: '1234567.123456789012345678',
    missing: '1234567.123456789012345678',
    rate: '5123456.123456',
    nairaKobo: '632513000000050',
  },
  { link: sampleLink({ name: ODD_NAME }) },
);

/** The pages without an account. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  { name: 'public/landing', as: 'visitor', path: '/' },
  { name: 'public/about', as: 'visitor', path: '/about' },
  { name: 'public/contact', as: 'visitor', path: '/contact' },
  { name: 'public/support', as: 'visitor', path: '/support' },
  { name: 'public/terms', as: 'visitor', path: '/terms' },
  { name: 'public/privacy', as: 'visitor', path: '/privacy' },
  { name: 'public/aml-kyc', as: 'visitor', path: '/aml-kyc' },
  { name: 'public/cookies', as: 'visitor', path: '/cookies' },
  { name: 'public/learn', as: 'visitor', path: '/learn' },
  { name: 'public/developers', as: 'visitor', path: '/developers' },
  { name: 'public/developers-quick-start', as: 'visitor', path: '/developers/quick-start' },
  { name: 'public/developers-versions', as: 'visitor', path: '/developers/versions' },
  { name: 'public/developers-states', as: 'visitor', path: '/developers/states' },
  { name: 'public/developers-reference', as: 'visitor', path: '/developers/reference' },
  { name: 'public/developers-reference-links', as: 'visitor', path: '/developers/reference/links' },
  { name: 'public/not-found', as: 'visitor', path: '/no-such-page' },
  payer('link', sampleChoosing()),
  payer(
    'amount',
    sampleChoosing(
      { isAmountOpen: true, amount: '', minimumAmount: '1000', maximumAmount: '500000', isOnce: true },
      {
        choice: { currency: 'USDT', network: 'bsc', amount: '20' },
        trouble: { problem: 'amount-low', sentence: '', bound: '₦1,000.00', waitSeconds: null },
      },
    ),
  ),
  payer('pair-missing', sampleChoosing(), {
    act: (page) => page.getByRole('button', { name: 'Connect wallet' }).click(),
  }),
  payer(
    'fields',
    sampleChoosing(
      {
        customFields: [
          { key: 'size', label: 'Size', type: 'choice', isRequired: true, choices: ['M', 'L'] },
          { key: 'print', label: 'Name on the back', type: 'text', isRequired: false, choices: [] },
        ],
      },
      { trouble: { problem: 'fields-missing', sentence: '', bound: null, waitSeconds: null } },
    ),
  ),
  payer('failed', { kind: 'failed', sentence: 'Something broke.' }),
  payer('nothing', { kind: 'nothing' }),
  payer('waiting', samplePaying({})),
  payer('rate-ended', samplePaying({ lockExpiresAt: samplePayment().now })),
  payer('confirming', samplePaying({ ...whole, state: 'confirming', deposits: [sampleDeposit()] })),
  payer(
    'underpaid',
    samplePaying({
      state: 'underpaid',
      received: '10',
      missing: '5.662345',
      deposits: [{ ...finalDeposit, amount: '10' }],
    }),
  ),
  payer(
    'refund',
    samplePaying({
      ...whole,
      state: 'paid',
      payout: 'paid',
      excess: '5',
      deposits: [finalDeposit],
      refunds: [
        sampleRefund({}),
        sampleRefund({
          id: idFor<OfferId>('00000000-0000-7000-8000-0000000000f2'),
          state: 'sent',
          address: PAYER_ADDRESS,
        }),
      ],
    }),
  ),
  payer(
    'refund-refused',
    samplePaying(
      {
        state: 'declined',
        received: '10',
        missing: '5.662345',
        deposits: [{ ...finalDeposit, amount: '10' }],
        refunds: [
          sampleRefund({}),
          sampleRefund({
            id: idFor<OfferId>('00000000-0000-7000-8000-0000000000f3'),
            state: 'answered',
            address: PAYER_ADDRESS,
          }),
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
    samplePaying({ deposits: [{ ...finalDeposit, network: 'polygon', networkName: 'Polygon', isElsewhere: true }] }),
  ),
  payer(
    'paid',
    samplePaying({
      ...whole,
      state: 'paid',
      payout: 'paid',
      excess: '1.5',
      deposits: [finalDeposit],
      successMessage: 'Thank you. Your order is ready on Saturday at ten.',
      redirectUrl: 'https://shop.example/thanks',
    }),
  ),
  payer('link-used', samplePaying({ isLinkUsed: true, state: 'expired' }, { link: sampleLink({ state: 'used' }) })),
  payer('used', { kind: 'closed', reason: 'used', link: sampleLink({ state: 'used' }) }),
  payer('expired', {
    kind: 'closed',
    reason: 'expired',
    link: sampleLink({ state: 'expired', expiresAt: '2026-11-20T22:59:59.000Z' }),
  }),
  payer('inactive', { kind: 'closed', reason: 'inactive', link: sampleLink({ state: 'inactive' }) }),
  payer(
    'network-busy',
    sampleChoosing(
      {},
      {
        choice: { currency: 'USDT', network: 'polygon', amount: '' },
        trouble: { problem: 'network-busy', sentence: '', bound: null, waitSeconds: null },
      },
    ),
  ),
  payer('watched', samplePaying({ state: 'expired', lockExpiresAt: samplePayment().now })),
  payer('late', samplePaying({ ...whole, state: 'paid', payout: 'queued', isLate: true, deposits: [finalDeposit] })),
  payer('odd-texts', odd),
  payer('yoruba', samplePaying({}), {
    prepare: (page) => stubPayerPage(page, samplePaying({}), { language: 'yo', kept: 'lang=yo' }),
  }),
];
