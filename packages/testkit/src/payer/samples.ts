import type {
  LinkId,
  OfferId,
  OrderId,
  Payment,
  PaymentLink,
  PaymentPageContent,
  PaymentRefund,
} from '@kobogate/contract';
import { idFor } from '../contract/ids.ts';

const NOW = '2026-11-21T13:05:00.000Z';

/** For tests: a sample link as its payer gets it. */
export const sampleLink = (changes: Partial<PaymentLink> = {}): PaymentLink => ({
  id: idFor<LinkId>('00000000-0000-7000-8000-000000000000'),
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
  coinsWithoutRate: [],
  isOnce: false,
  expiresAt: null,
  customFields: [],
  state: 'active',
  medianPayoutSeconds: 3.2,
  ...changes,
});

/** For tests: a sample transfer to a sample payment's address. */
export const sampleDeposit = (changes: Partial<Payment['deposits'][number]> = {}): Payment['deposits'][number] => ({
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

/** For tests: one that is final. */
export const finalDeposit = sampleDeposit({ state: 'confirmed', confirmations: 3, secondsLeft: null });

/** For tests: a sample payment that waits for its coins. */
export const samplePayment = (changes: Partial<Payment> = {}): Payment => ({
  id: idFor<OrderId>('00000000-0000-7000-8000-000000000001'),
  linkId: sampleLink().id,
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
  isHeld: false,
  isLinkUsed: false,
  reviewHours: null,
  deposits: [],
  refunds: [],
  timeline: [{ at: NOW, type: 'opened' }],
  customValues: [],
  successMessage: null,
  redirectUrl: null,
  createdAt: NOW,
  updatedAt: NOW,
  version: 1,
  ...changes,
});

/** A sample address of a payer's own. */
export const PAYER_ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** Coins that are offered back to a sample payer, who is asked where they go. */
export const sampleRefund = (changes: Partial<PaymentRefund>): PaymentRefund => ({
  id: idFor<OfferId>('00000000-0000-7000-8000-0000000000f1'),
  asset: 'USDT@bsc',
  currency: 'USDT',
  networkName: 'BNB Smart Chain',
  amount: '5',
  fee: '0.3',
  net: '4.7',
  state: 'offered',
  address: null,
  transaction: null,
  explorerUrl: null,
  ...changes,
});

type Choosing = Extract<PaymentPageContent, { kind: 'choosing' }>;
type Paying = Extract<PaymentPageContent, { kind: 'payment' }>;

/** For tests: the payer's page of a sample link, where nothing is chosen yet. */
export const sampleChoosing = (link: Partial<PaymentLink> = {}, more: Partial<Choosing> = {}): Choosing => ({
  kind: 'choosing',
  link: sampleLink(link),
  choice: { currency: '', network: '', amount: '' },
  values: {},
  key: 'a-sample-key',
  trouble: null,
  ...more,
});

/** For tests: the payer's page of a sample payment. */
export const samplePaying = (payment: Partial<Payment> = {}, more: Partial<Paying> = {}): Paying => ({
  kind: 'payment',
  payment: samplePayment(payment),
  link: sampleLink(),
  trouble: null,
  isMailed: false,
  ...more,
});
