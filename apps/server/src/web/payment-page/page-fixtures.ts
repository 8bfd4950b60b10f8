import type { Payment, PaymentLink } from '@kobogate/contract';

const NOW = '2026-11-21T13:05:00.000Z';

/** A sample link as the payment API answers it. */
export const sampleLink = (changes: Partial<PaymentLink> = {}): PaymentLink => ({
  id: 'a-link',
  name: 'Sample Bakery',
  purpose: 'A sample purpose',
  amount: '25000.50',
  amountCurrency: 'NGN',
  isAmountOpen: false,
  minimumAmount: null,
  maximumAmount: null,
  bannerImage: null,
  profileImage: null,
  coins: ['USDT', 'BTC'],
  networks: [
    { currency: 'USDT', network: 'bsc', networkName: 'BNB Smart Chain' },
    { currency: 'BTC', network: 'mainnet', networkName: 'Bitcoin mainnet' },
  ],
  isOnce: false,
  expiresAt: null,
  state: 'active',
  medianPayoutSeconds: 3.2,
  ...changes,
});

/** A sample payment of that link. */
export const samplePayment = (changes: Partial<Payment> = {}): Payment => ({
  id: 'a-payment',
  linkId: 'a-link',
  name: 'Sample Bakery',
  purpose: 'A sample purpose',
  currency: 'USDT',
  network: 'bsc',
  networkName: 'BNB Smart Chain',
  amount: '15.5',
  received: '0',
  missing: '15.5',
  excess: '0',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  uri: null,
  rate: '1600',
  marketRate: null,
  nairaKobo: '2500050',
  feeKobo: '0',
  vatKobo: '0',
  lockExpiresAt: null,
  now: NOW,
  state: 'waiting',
  isLate: false,
  payout: 'none',
  deposits: [],
  timeline: [],
  successMessage: null,
  redirectUrl: null,
  createdAt: NOW,
  updatedAt: NOW,
  version: 1,
  ...changes,
});
