import { expect, type Page } from '@playwright/test';
import {
  endpoints,
  type FactorResetDetail,
  type FactorResetId,
  type OfferId,
  PROOF_NEEDED,
  type StaffRole,
  TEXTS,
  type UserId,
} from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { PAYER_ADDRESS, sampleRefund } from '@kobogate/testkit/payer/samples.ts';
import { press } from '../support/press.ts';
import { answering, cutOff, stub } from '../support/stubs.ts';
import { SANCTIONS } from './sanctions-samples.ts';
import { dialog, heldCall, type Screen, SKELETON } from './screen.ts';

const ORDERS = '/admin/dashboard?tab=orders';
const pressFirst = async (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();
const readingOrders = heldCall('GET', '/order/admin');

/** Another administrator changes Bitcoin's terms while they are edited here; nothing reaches the server. */
const changedByAnother = async (page: Page) => {
  let isChanged = false;
  await stub(page, 'PUT', '/admin/products/BTC/mainnet', (request) => {
    isChanged = true;
    return answering(409, { message: 'This has been changed since you opened it.' })(request);
  });
  await stub(page, 'GET', '/admin/products', async (request) => {
    const { data } = endpoints.products.list.answer.parse(await request.serverAnswer());
    for (const { terms } of data.products) if (isChanged) terms.version += 1;
    await answering(200, { data })(request);
  });
};

/** Every pending order can have coins of a listed sender, and goes to another name. */
const withListedSenders = (page: Page) =>
  stub(page, 'GET', '/order/admin', async (request) => {
    const list = endpoints.adminOrders.list.answer.parse(await request.serverAnswer());
    const senders = SANCTIONS.hits.map(({ address }) => address);
    await answering(
      200,
      list.map((order) => {
        if (order.status !== 'pending') return order;
        const doubtful = { nameResolution: 'mismatch', resolvedName: 'JOHN DOE ENTERPRISES', nameScore: 0 } as const;
        const bankAccount = { ...order.bankAccount, ...doubtful };
        return Object.assign(order, { listedSenders: senders, bankAccount });
      }),
    )(request);
  });

/** The evidence of an order is that of a payment by link, of which coins go back, to a customer who owes something. */
const withCoinsBack = (page: Page) =>
  stub(page, 'GET', /\/order\/[\w-]+\/evidence$/, async (request) => {
    const { data } = endpoints.evidence.read.answer.parse(await request.serverAnswer());
    const refunds = [
      sampleRefund({}),
      sampleRefund({
        id: idFor<OfferId>('00000000-0000-7000-8000-0000000000f2'),
        state: 'sent',
        address: PAYER_ADDRESS,
        transaction: `0x${'ab'.repeat(32)}`,
      }),
    ];
    const about = { link: 'Sample shop', purpose: 'A pair of shoes', payerEmail: null, reference: 'INV-7' };
    const customer = { ...data.customer, owes: ['₦16,000.00', '31.25 USDT on BNB Smart Chain'] };
    const payment = { ...about, fields: [], metadata: {}, refunds };
    await answering(200, { data: { ...data, customer, payment } })(request);
  });

const openEvidence = async (page: Page) => {
  await pressFirst(page, /details of the order$/);
  await page.getByRole('button', { name: 'Close' }).waitFor();
};

/** The administrator has no second factor yet, and has to set one up. */
const hasToSetUp = (page: Page) =>
  stub(page, 'GET', '/user', async (request) => {
    const { data } = endpoints.accounts.getUser.answer.parse(await request.serverAnswer());
    await answering(200, { data: { ...data, mustSetUpTwoFactor: true } })(request);
  });

/** The signed-in person is of another role, as far as the page knows. */
const withRole = (role: StaffRole) => async (page: Page) =>
  stub(page, 'GET', '/user', async (request) => {
    const { data } = endpoints.accounts.getUser.answer.parse(await request.serverAnswer());
    await answering(200, { data: { ...data, isAdmin: false, role } })(request);
  });

const INVITATIONS = [
  { id: '01890000-0000-7000-8000-00000000000a', email: 'bola@example.test', expiresAt: '2126-11-28T09:00:00Z' },
  { id: '01890000-0000-7000-8000-00000000000b', email: 'chidi@example.test', expiresAt: '2026-11-01T09:00:00Z' },
].map((invitation, at) =>
  Object.assign(invitation, {
    role: at === 0 ? 'reviewer' : 'finance',
    by: 'Sample Person',
    invitedAt: '2026-10-29T09:00:00Z',
    isExpired: at === 1,
  }),
);

/** Coins that a customer owes, of which the first of two people has said something. */
const OWED = {
  asset: 'USDT@bsc',
  title: 'USDT on BNB Smart Chain',
  amount: '31.25',
  free: [{ asset: 'USDC@polygon', title: 'USDC on Polygon', amount: '40' }],
  first: {
    adminId: '01890000-0000-7000-8000-00000000000c',
    by: 'Bola Ade',
    at: '2026-11-29T09:00:00Z',
    says: '31.25 USDT on BNB Smart Chain is written off.',
    reason: 'They do not answer any more.',
  },
};

const wantsProof = answering(403, { message: 'This takes your password again.', code: PROOF_NEEDED });

/** A person who has lost the second step, and what the first administrator said. */
const withLostFactor = (first: FactorResetDetail['first']) => (page: Page) =>
  stub(page, 'GET', /\/admin\/users\/[^/]+$/, async (request) => {
    const { data } = endpoints.adminUsers.get.answer.parse(await request.serverAnswer());
    const factorReset: FactorResetDetail = {
      id: idFor<FactorResetId>('0190a0a0-0000-7000-8000-00000000000f'),
      askedAt: '2026-01-05T09:30:00.000Z',
      dueAt: '2026-01-08T09:30:00.000Z',
      statement:
        'My phone was stolen in Yaba on Friday, with the app on it, and the paper with the codes was in its case. My last conversion was 21.5 USDC to my GTBank account.',
      begunBy: 'sign-in',
      device: 'Chrome on Android',
      address: '102.89.32.x',
      knownBy: 'address',
      first,
      grantedAt: null,
    };
    return answering(200, { data: { ...data, factorReset } })(request);
  });

/** The administrators' area. */
export const ADMIN_SCREENS: readonly Screen[] = [
  {
    name: 'admin/set-up',
    as: 'admin',
    path: '/admin/dashboard',
    prepare: hasToSetUp,
    next: [dialog('admin/set-up-app', 'Set up an app')],
  },
  {
    name: 'admin/settings-proof',
    as: 'admin',
    path: '/admin/settings',
    prepare: (page) => stub(page, 'PUT', '/admin/settings/exposure', wantsProof),
    act: async (page) => {
      await page.getByLabel('One customer locks at most').fill('1234567');
      await press(page, 'Save rate locks');
      await page.getByRole('dialog', { name: 'Show that it is you' }).waitFor();
    },
    // The press waits for the answer.
    underWay: '.animate-spin',
  },
  {
    name: 'admin/overview',
    as: 'admin',
    path: '/admin/dashboard',
    next: [{ name: 'admin/overview-verified', act: (page) => pressFirst(page, /^Verify/) }],
  },
  {
    name: 'admin/queue-order',
    as: 'admin',
    path: '/admin/dashboard?kind=orders',
    act: async (page) => {
      await page.getByRole('list', { name: 'Queue' }).getByRole('button').first().click();
      await page.getByRole('button', { name: /^Approve the order/ }).waitFor();
    },
  },
  {
    name: 'admin/orders',
    as: 'admin',
    path: ORDERS,
    prepare: (page) => stub(page, 'PUT', /^\/api\/order\/[\w-]+$/, cutOff),
    next: [
      dialog('admin/orders-approve', /^Approve the order/),
      dialog('admin/orders-decline', /^Decline the order/),
      {
        name: 'admin/orders-not-saved',
        act: async (page) => {
          await page.keyboard.press('Escape');
          await pressFirst(page, /^Approve the order/);
          await page.getByRole('dialog').getByRole('button', { name: 'Approve order' }).click();
          await page.getByText(TEXTS.networkError).first().waitFor();
        },
      },
    ],
  },
  {
    name: 'admin/orders-failed',
    as: 'admin',
    path: `${ORDERS}&payout=failed&sort=oldest`,
    next: [
      { name: 'admin/orders-evidence', act: openEvidence },
      {
        name: 'admin/orders-retry',
        act: async (page) => {
          await pressFirst(page, /^Retry the payout/);
          await page.getByRole('dialog', { name: 'Send this payout again?' }).waitFor();
        },
      },
    ],
  },
  {
    name: 'admin/orders-evidence-refunds',
    as: 'admin',
    path: `${ORDERS}&payout=failed&sort=oldest`,
    prepare: withCoinsBack,
    act: async (page) => {
      await openEvidence(page);
      await page.getByText('Back to the payer').last().scrollIntoViewIfNeeded();
    },
  },
  { name: 'admin/orders-keys', as: 'admin', path: ORDERS, act: (page) => page.keyboard.press('?') },
  { ...dialog('admin/orders-name-list', 'Name this list'), as: 'admin', path: `${ORDERS}&network=solana&from=1000000` },
  {
    name: 'admin/orders-loading',
    as: 'admin',
    path: ORDERS,
    underWay: SKELETON,
    prepare: readingOrders.prepare,
    next: [
      { name: 'admin/orders-sample', act: async (page) => readingOrders.answer(page, answering(422)) },
      {
        name: 'admin/orders-empty',
        act: async (page) => {
          await stub(page, 'GET', '/order/admin', answering(200, []));
          await press(page, 'Try again');
          await expect(page.getByRole('row')).toHaveCount(0);
        },
      },
    ],
  },
  {
    name: 'admin/orders-not-found',
    as: 'admin',
    path: `${ORDERS}&search=0690000031&coins=awaited`,
  },
  {
    name: 'admin/orders-listed',
    as: 'admin',
    path: ORDERS,
    prepare: withListedSenders,
    next: [
      dialog('admin/orders-listed-approve', /^Approve the order/),
      {
        name: 'admin/orders-listed-no-reason',
        act: async (page) => {
          await page.getByRole('dialog').getByRole('button', { name: 'Approve order' }).click();
          await page.getByText('Please give a reason.').waitFor();
        },
      },
    ],
  },
  {
    name: 'admin/users-failed',
    as: 'admin',
    path: '/admin/users',
    prepare: (page) => stub(page, 'GET', '/admin/users', answering(422, { message: 'The list is closed.' })),
    next: [
      {
        name: 'admin/users-empty',
        act: async (page) => {
          await stub(page, 'GET', '/admin/users', answering(200, { data: [], next: null }));
          await press(page, 'Try again');
          await expect(page.getByRole('alert')).toHaveCount(0);
        },
      },
    ],
  },
  { name: 'admin/users', as: 'admin', path: '/admin/users' },
  {
    name: 'admin/user',
    as: 'admin',
    path: ({ customerId }) => `/admin/users/${customerId}`,
    next: [
      dialog('admin/user-disable', /^Disable/),
      dialog('admin/user-role', /^Set role/),
      dialog('admin/user-tier', /^Set tier/),
      dialog('admin/user-data', /^Download their data/),
      dialog('admin/user-closing', /^Close account/),
    ],
  },
  {
    name: 'admin/user-owes',
    as: 'admin',
    path: ({ customerId }) => `/admin/users/${customerId}`,
    prepare: async (page) => {
      await stub(page, 'GET', /\/admin\/users\/[^/]+$/, async (request) => {
        const { data } = endpoints.adminUsers.get.answer.parse(await request.serverAnswer());
        return answering(200, { data: { ...data, owes: ['₦16,000.00', '31.25 USDT on BNB Smart Chain'] } })(request);
      });
      await stub(page, 'GET', /\/admin\/users\/[^/]+\/debts$/, answering(200, { data: [OWED] }));
    },
    next: [
      dialog('admin/user-owes-settle', /^Settle 31.25/),
      {
        name: 'admin/user-owes-coins',
        act: async (page) => {
          await page.getByLabel('Settle with').selectOption('USDC@polygon');
        },
      },
    ],
  },
  {
    name: 'admin/user-lost-factor',
    as: 'admin',
    path: ({ customerId }) => `/admin/users/${customerId}`,
    prepare: withLostFactor(null),
    next: [dialog('admin/user-lost-factor-grant', /^Grant it/), dialog('admin/user-lost-factor-refuse', /^Refuse it/)],
  },
  {
    name: 'admin/user-lost-factor-first',
    as: 'admin',
    path: ({ customerId }) => `/admin/users/${customerId}`,
    prepare: withLostFactor({
      adminId: idFor<UserId>('0190a0a0-0000-7000-8000-00000000000a'),
      by: 'Bola Sample',
      at: '2026-01-05T12:30:00.000Z',
      reason: 'Called the number of the account: they knew the amount of the last conversion and its bank.',
    }),
  },
  {
    name: 'admin/user-closed',
    as: 'admin',
    path: ({ customerId }) => `/admin/users/${customerId}`,
    prepare: async (page) => {
      await stub(page, 'GET', /\/admin\/users\/[^/]+$/, async (request) => {
        const { data } = endpoints.adminUsers.get.answer.parse(await request.serverAnswer());
        const closed = {
          at: '2026-01-05T09:30:00.000Z',
          by: null,
          eraseFrom: '2026-02-04T09:30:00.000Z',
          erasedAt: null,
        };
        return answering(200, { data: { ...data, state: 'closed', closed } })(request);
      });
    },
    next: [dialog('admin/user-open-again', /^Enable account/)],
  },
  {
    name: 'admin/products',
    as: 'admin',
    path: '/admin/products',
    prepare: changedByAnother,
    next: [
      dialog('admin/products-edit', 'Edit BTC on Bitcoin mainnet'),
      {
        name: 'admin/products-conflict',
        act: async (page) => {
          await page.getByLabel('Spread').fill('2.5');
          await page.getByRole('button', { name: 'Save terms' }).click();
          await page.getByRole('alert').first().waitFor();
        },
      },
    ],
  },
  { name: 'admin/reports', as: 'admin', path: '/admin/reports' },
  {
    name: 'admin/sanctions-hit',
    as: 'admin',
    path: '/admin/dashboard',
    prepare: (page) => stub(page, 'GET', '/admin/sanctions', answering(200, { data: SANCTIONS })),
    act: (page) => page.getByRole('heading', { name: 'Sanctions list' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'admin/settings',
    as: 'admin',
    path: '/admin/settings',
    next: [
      {
        name: 'admin/settings-legal',
        act: async (page) => {
          await page.locator('summary').filter({ hasText: 'AML and KYC' }).click();
          await page.getByLabel('AML and KYC: Sanctions lists').waitFor();
        },
      },
    ],
  },
  {
    name: 'admin/team',
    as: 'admin',
    path: '/admin/team',
    prepare: (page) => stub(page, 'GET', '/admin/team/invitations', answering(200, { data: INVITATIONS })),
    next: [dialog('admin/team-invite', /^Invite a colleague/)],
  },
  { name: 'admin/support-team', as: 'admin', path: '/admin/team', prepare: withRole('support') },
  { name: 'admin/support-desk', as: 'admin', path: ORDERS, prepare: withRole('support') },
  {
    name: 'admin/support-user',
    as: 'admin',
    path: ({ customerId }) => `/admin/users/${customerId}`,
    prepare: withRole('support'),
  },
  { name: 'admin/finance-refunds', as: 'admin', path: '/admin/refunds', prepare: withRole('finance') },
  { name: 'admin/reviewer-no-reports', as: 'admin', path: '/admin/reports', prepare: withRole('reviewer') },
];
