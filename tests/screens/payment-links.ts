import type {
  LinkId,
  LinkState,
  MerchantPayment,
  OfferId,
  OrderId,
  OwnPaymentLink,
  PayeeChoice,
  PaymentRefund,
  PublicBrand,
} from '@kobogate/contract';
import { sampleLink, samplePayment } from '@kobogate/testkit/payer/samples.ts';
import type { Page } from '@playwright/test';
import { DEFAULT_SETTINGS, endpoints } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { press } from '../support/press.ts';
import { answering, stub } from '../support/stubs.ts';
import { dialog, heldCall, type Screen, SKELETON } from './screen.ts';

const LIST = '/payment-links';
const link = (name: string, state: LinkState, more: Partial<OwnPaymentLink> = {}): OwnPaymentLink => ({
  ...sampleLink(),
  id: idFor<LinkId>(`01890000-0000-7000-8000-${name.length.toString().padStart(12, '0')}`),
  name,
  purpose: 'A sample order: two trays of small chops, and a cake for forty people',
  bannerImageId: null,
  profileImageId: null,
  coins: ['USDT', 'USDC', 'BTC'],
  accepted: [],
  state,
  active: state !== 'inactive',
  successMessage: 'Thank you for your order',
  redirectUrl: 'https://example.com/thanks',
  metadata: {},
  totals: { payments: 14, paid: 12, nairaKobo: '30000600' },
  version: 1,
  createdAt: '2026-01-05T09:30:00.000Z',
  updatedAt: '2026-01-05T09:30:00.000Z',
  ...more,
});
const BAKERY = link('Sample Bakery', 'active');
const LINKS = [
  BAKERY,
  link('Sample Studio', 'used', { isOnce: true, amount: '1200.00', amountCurrency: 'USD' }),
  link('Sample tips', 'inactive', { isAmountOpen: true, amount: '', minimumAmount: '500.00' }),
  link('A sample sale of last year', 'expired', { expiresAt: '2025-12-31T22:59:59.000Z' }),
];
const TOTALS = {
  byState: { active: 1, inactive: 1, expired: 1, used: 1 },
  payments: 56,
  paid: 48,
  nairaKobo: '120002400',
};
const PAYMENT: MerchantPayment = {
  ...samplePayment({ state: 'paid', payout: 'paid', received: '15.662345', missing: '0', uri: null, version: 3 }),
  id: idFor<OrderId>('01890000-0000-7000-8000-0000000000aa'),
  orderId: idFor<OrderId>('01890000-0000-7000-8000-0000000000aa'),
  linkId: BAKERY.id,
  linkName: BAKERY.name,
  purpose: BAKERY.purpose,
  timeline: ['opened', 'deposit-seen', 'elsewhere', 'underpaid', 'payout-failed'].map((type) => ({
    at: '2026-01-05T09:31:00.000Z',
    type,
  })),
  payerEmail: null,
  pageUrl: 'https://pay.example/custom-payment/a/payments/b',
  metadata: {},
  customValues: [{ key: 'size', label: 'Size', value: 'Large' }],
  reference: 'Order 1041',
  summary: 'Paid: ₦25,000.50 is in your bank account.',
  refundable: [],
};

const COINS = { asset: 'USDT@bsc', currency: 'USDT', networkName: 'BNB Smart Chain', fee: '0.3' };
const REFUND: PaymentRefund = {
  ...COINS,
  id: idFor<OfferId>('01890000-0000-7000-8000-0000000000f1'),
  amount: '5',
  net: '4.7',
  state: 'answered',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  transaction: null,
  explorerUrl: null,
};
/** A payment whose naira its merchant’s bank did not take. */
const REFUSED: MerchantPayment = {
  ...PAYMENT,
  id: idFor<OrderId>('01890000-0000-7000-8000-0000000000ad'),
  orderId: idFor<OrderId>('01890000-0000-7000-8000-0000000000ad'),
  payout: 'failed',
  summary: 'Paid, but the payout did not go through. Your money is safe with us; we will look into it.',
  timeline: ['opened', 'deposit-seen', 'funded', 'payout-queued', 'payout-sent', 'payout-failed'].map((type) => ({
    at: '2026-01-05T09:31:00.000Z',
    type,
  })),
};
/** A payment whose coins are given back, in several states. */
const GIVING: MerchantPayment = {
  ...PAYMENT,
  id: idFor<OrderId>('01890000-0000-7000-8000-0000000000ac'),
  excess: '12',
  timeline: ['opened', 'deposit-seen', 'overpaid', 'payout-paid', 'refund-offered', 'refund-answered'].map((type) => ({
    at: '2026-01-05T09:31:00.000Z',
    type,
  })),
  refundable: [{ ...COINS, networkName: 'Polygon', amount: '3', net: '2.7', isClosing: false }],
  refunds: [
    REFUND,
    {
      ...REFUND,
      id: idFor<OfferId>('01890000-0000-7000-8000-0000000000f2'),
      amount: '4',
      net: '3.7',
      state: 'offered',
      address: null,
    },
    { ...REFUND, id: idFor<OfferId>('01890000-0000-7000-8000-0000000000f3'), amount: '3', net: '2.7', state: 'sent' },
  ],
};

const switched = (paymentLinks: boolean) => async (page: Page) => {
  const { brand, switches } = DEFAULT_SETTINGS;
  const data: PublicBrand = { ...brand, switches: { ...switches, paymentLinks } };
  await stub(page, 'GET', '/brand', answering(200, { data }));
};
const listing = (data: readonly OwnPaymentLink[]) => async (page: Page) => {
  await switched(true)(page);
  const byState = { active: 0, inactive: 0, expired: 0, used: 0 };
  const totals = data.length === 0 ? { byState, payments: 0, paid: 0, nairaKobo: '0' } : TOTALS;
  await stub(page, 'GET', LIST, answering(200, { data, next: null, total: 1, totals }));
};
const showing = async (page: Page) => {
  await switched(true)(page);
  await stub(page, 'GET', `${LIST}/${BAKERY.id}`, answering(200, { data: BAKERY }));
  const short: MerchantPayment = {
    ...PAYMENT,
    id: idFor<OrderId>('01890000-0000-7000-8000-0000000000ab'),
    received: '10',
    missing: '5.662345',
    state: 'underpaid',
    payout: 'none',
    reference: null,
    summary: '5.662345 USDT are missing. What came is kept for this payment.',
  };
  await stub(page, 'GET', '/payments', answering(200, { data: [short, PAYMENT], next: null, total: 2 }));
  const byState = { waiting: 0, seen: 0, confirming: 0, underpaid: 1, paid: 1, expired: 0, declined: 0 };
  await stub(page, 'GET', '/payments/totals', answering(200, { data: { byState, nairaKobo: '2500050' } }));
  await stub(page, 'GET', `/payments/${GIVING.id}`, answering(200, { data: GIVING }));
  await stub(page, 'GET', `/payments/${REFUSED.id}`, answering(200, { data: REFUSED }));
  const payee = { bankName: 'ACCESS BANK', accountNumber: '0000014579', accountName: 'SAMPLE BAKERY' };
  const data: PayeeChoice = { state: 'same', payee, present: payee };
  await stub(page, 'GET', `/bank-account/orders/${REFUSED.id}`, answering(200, { data }));
  await stub(page, 'GET', `/payments/${short.id}`, answering(200, { data: short }));
};

const sum = (payments: number, nairaKobo: string) => ({ payments, nairaKobo });
/** The overview of settled payments, and what is under each reference. */
const settled = (isAny: boolean) => async (page: Page) => {
  await showing(page);
  const links = LINKS.map(({ id, name }, index) => ({ ...sum(12 - index, `${9 - index}000060`), linkId: id, name }));
  const data = {
    today: sum(isAny ? 3 : 0, isAny ? '7500150' : '0'),
    settled: sum(isAny ? 60 : 0, isAny ? '120002400' : '0'),
    waiting: sum(2, '5000100'),
    held: sum(1, '1234567890'),
    short: sum(0, '0'),
    links: isAny ? links : [],
  };
  await stub(page, 'GET', '/payments/overview', answering(200, { data }));
  const references = ['INV-2026-0007', 'Order 1041', 'Table 9'].map((reference, index) =>
    Object.assign(sum(index + 1, `${index + 1}500050`), { reference, lastSettledAt: '2026-01-05T09:31:00.000Z' }),
  );
  await stub(
    page,
    'GET',
    '/payments/references',
    answering(200, { data: isAny ? references : [], next: null, total: 3 }),
  );
};
const readingOverview = heldCall('GET', '/payments/overview');
const tab = (name: string) => async (page: Page) => {
  await page.getByRole('tab', { name }).click();
  await page.getByRole('tabpanel', { name }).waitFor();
};

/** The first coin on offer has no rate. */
const withoutRate = async (page: Page) => {
  await switched(true)(page);
  await stub(page, 'GET', '/payment-links/coins', async (request) => {
    const { data } = endpoints.paymentLinks.listCoins.answer.parse(await request.serverAnswer());
    const [first, ...rest] = data;
    await answering(200, { data: first === undefined ? data : [{ ...first, hasRate: false }, ...rest] })(request);
  });
};

const PATH = '/account/payment-link';
const WORDS = { message: 'The books are closed for a moment.' };
const at = (name: string, path: string, more: Partial<Screen>): Screen => ({
  name: `account/payment-link${name}`,
  as: 'customer',
  path: PATH + path,
  ...more,
});

const reading = heldCall('GET', LIST);

/** A merchant's payment links. */
export const PAYMENT_LINK_SCREENS: readonly Screen[] = [
  at('-off', '', { prepare: switched(false) }),
  at('s-empty', '', { as: 'newcomer', prepare: listing([]) }),
  at('s-loading', '', {
    underWay: SKELETON,
    prepare: async (page) => {
      await switched(true)(page);
      await reading.prepare(page);
    },
    next: [
      { name: 'account/payment-links-failed', act: async (page) => reading.answer(page, answering(422, WORDS)) },
      {
        name: 'account/payment-links',
        act: async (page) => {
          await listing(LINKS)(page);
          await press(page, 'Try again');
          await page.getByRole('button', { name: `Share ${BAKERY.name}` }).waitFor();
        },
      },
      {
        name: 'account/payment-link-share',
        act: async (page) => {
          await page.getByRole('button', { name: `Share ${BAKERY.name}` }).click();
          await page.getByRole('dialog').getByRole('img').waitFor();
        },
      },
    ],
  }),
  at('-settled', '/payments', {
    prepare: settled(true),
    next: [
      { name: 'account/payment-link-settled-references', act: tab('By reference') },
      { name: 'account/payment-link-settled-payments', act: tab('All payments') },
      dialog('account/payment-link-settled-export', 'Export settled'),
    ],
  }),
  at('-settled-empty', '/payments', {
    prepare: settled(false),
    next: [{ name: 'account/payment-link-settled-no-references', act: tab('By reference') }],
  }),
  at('-settled-loading', '/payments', {
    underWay: SKELETON,
    prepare: async (page) => {
      await settled(true)(page);
      await readingOverview.prepare(page);
    },
    next: [
      {
        name: 'account/payment-link-settled-failed',
        act: async (page) => readingOverview.answer(page, answering(422, WORDS)),
      },
    ],
  }),
  at('', `/${BAKERY.id}`, {
    prepare: showing,
    next: [dialog('account/payment-link-export', 'Export'), dialog('account/payment-link-switch-off', 'Switch off')],
  }),
  at('-payment', `/${BAKERY.id}/payments/01890000-0000-7000-8000-0000000000ab`, {
    prepare: showing,
    next: [dialog('account/payment-link-settle', 'Accept the amount received')],
  }),
  at('-payout-failed', `/${BAKERY.id}/payments/${REFUSED.id}`, { prepare: showing }),
  at('-giving-back', `/${BAKERY.id}/payments/${GIVING.id}`, {
    prepare: showing,
    next: [
      dialog('account/payment-link-offering', 'Offer back'),
      dialog('account/payment-link-confirming', 'Confirm address'),
    ],
  }),
  at('-new', '/new', {
    as: 'newcomer',
    prepare: switched(true),
    act: async (page) => {
      await page.getByRole('button', { name: 'Create link' }).click();
      await page.getByText('Please give the link a name').waitFor();
    },
  }),
  at('-own-fields', '/new', {
    prepare: switched(true),
    act: async (page) => {
      await press(page, 'Add a field');
      await page.getByLabel('Field 1', { exact: true }).fill('Size');
      await page.getByLabel('Answer').selectOption('choice');
      await press(page, 'Add a field');
      await page.getByLabel('Field 2', { exact: true }).waitFor();
    },
  }),
  at('-open-amount', '/new', {
    prepare: withoutRate,
    act: async (page) => {
      await page.getByRole('switch', { name: 'The payer chooses the amount' }).click();
      await page.getByLabel('Largest amount').waitFor();
    },
  }),
];
