// Not the contract's samples: this runs as plain JavaScript, and says what takes most bytes.
const LINK = {
  id: '00000000-0000-7000-8000-000000000000',
  name: 'Sample Bakery and Catering Services, Surulere',
  purpose: 'Two trays of small chops, one of puff-puff and a cake for Saturday, brought to the house before noon',
  amount: '25000.50',
  amountCurrency: 'NGN',
  isAmountOpen: false,
  minimumAmount: null,
  maximumAmount: null,
  bannerImage: '/api/images/00000000-0000-7000-8000-000000000002',
  profileImage: '/api/images/00000000-0000-7000-8000-000000000003',
  coins: ['BTC', 'ETH', 'USDT', 'USDC', 'BNB', 'ADA', 'SOL', 'DOT'],
  networks: ['ethereum', 'bsc', 'polygon', 'arbitrum', 'optimism', 'avalanche', 'solana'].map((network) => ({
    currency: 'USDT',
    network,
    networkName: network,
  })),
  isOnce: true,
  expiresAt: '2026-12-01T08:00:00.000Z',
  state: 'active',
  medianPayoutSeconds: 3.2,
};
const NOW = '2026-11-21T13:05:00.000Z';
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const PAYMENT = {
  id: '00000000-0000-7000-8000-000000000001',
  linkId: LINK.id,
  name: LINK.name,
  purpose: LINK.purpose,
  currency: 'USDT',
  network: 'bsc',
  networkName: 'BNB Smart Chain',
  amount: '15.662345',
  received: '10',
  missing: '5.662345',
  excess: '0',
  address: ADDRESS,
  uri: `ethereum:0x55d398326f99059fF775485246999027B3197955@56/transfer?address=${ADDRESS}&uint256=5662345000000000000`,
  rate: '1596.223456',
  marketRate: '1612.35',
  nairaKobo: '2500050',
  feeKobo: '23256',
  vatKobo: '1744',
  lockExpiresAt: '2026-11-21T13:19:59.000Z',
  now: NOW,
  state: 'underpaid',
  isLate: false,
  payout: 'none',
  deposits: ['bsc', 'polygon'].map((network) => ({
    transaction: `0x${'5d1f2a9b'.repeat(8)}`,
    explorerUrl: `https://bscscan.com/tx/0x${'5d1f2a9b'.repeat(8)}`,
    currency: 'USDT',
    network,
    networkName: network,
    amount: '10',
    state: 'confirmed',
    confirmations: 3,
    confirmationsNeeded: 3,
    secondsLeft: null,
    isElsewhere: network === 'polygon',
  })),
  timeline: [{ at: NOW, type: 'opened' }],
  successMessage: null,
  redirectUrl: null,
  createdAt: NOW,
  updatedAt: NOW,
  version: 1,
};
const view = (/** @type {string} */ language, /** @type {object} */ content) => ({
  language,
  linkId: LINK.id,
  kept: `lang=${language}`,
  apiBase: '/api',
  content,
});

/** The payer's page where it says most, in the languages that take most bytes, as `render/payment.mjs` draws it. */
export const PAYER_VIEWS = ['yo', 'ha'].flatMap((language) => [
  {
    state: `choosing, ${language}`,
    view: view(language, {
      kind: 'choosing',
      link: LINK,
      choice: { currency: 'USDT', network: '', amount: '' },
      key: 'a-sample-key',
      trouble: null,
    }),
  },
  {
    state: `waiting, ${language}`,
    view: view(language, { kind: 'payment', payment: PAYMENT, link: LINK, trouble: null, isMailed: false }),
  },
]);
