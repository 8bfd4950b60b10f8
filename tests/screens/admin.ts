import type { Page } from '@playwright/test';
import { endpoints, TEXTS } from '@kobogate/contract';
import { answering, cutOff, hold, stub } from '../support/stubs.ts';
import { RECONCILIATION, RECONCILIATIONS } from './reconciliation-samples.ts';
import { SANCTIONS } from './sanctions-samples.ts';
import { ALL_REFUNDS, SUSPENSE } from './refund-samples.ts';
import { type Screen, SKELETON } from './screen.ts';

const ORDERS = '/admin/dashboard?tab=orders';
const orders = (state: string, rest: Omit<Screen, 'name' | 'as' | 'path'> = {}): Screen => ({
  name: `admin/orders${state}`,
  as: 'admin',
  path: ORDERS,
  ...rest,
});
const pressFirst = async (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();
const openFirst = async (page: Page, name: RegExp) => {
  await pressFirst(page, name);
  await page.getByRole('dialog').waitFor();
};

const editBitcoin = async (page: Page) => {
  await page.getByRole('button', { name: 'Edit BTC on Bitcoin mainnet' }).click();
  await page.getByRole('dialog').waitFor();
};
/** Somebody else changes Bitcoin's terms while they are edited here; nothing reaches the server. */
const changedMeanwhile = async (page: Page) => {
  let isChanged = false;
  await stub(page, 'PUT', '/admin/products/BTC/mainnet', (route) => {
    isChanged = true;
    return answering(409, { message: 'Somebody else has changed this since you opened it.' })(route);
  });
  await stub(page, 'GET', '/admin/products', async (route) => {
    const { data } = endpoints.products.list.answer.parse(await (await route.fetch()).json());
    for (const { terms } of data.products) if (isChanged) terms.version += 1;
    await answering(200, { data })(route);
  });
};

/** Every pending order can have coins of a listed sender. */
const withListedSenders = (page: Page) =>
  stub(page, 'GET', '/order/admin', async (route) => {
    const list = endpoints.orders.listForAdmin.answer.parse(await (await route.fetch()).json());
    const senders = SANCTIONS.hits.map(({ address }) => address);
    await answering(
      200,
      list.map((order) => (order.status === 'pending' ? Object.assign(order, { listedSenders: senders }) : order)),
    )(route);
  });
const openListed = (page: Page) => openFirst(page, /^Approve the order/);

/** The administrators' area. */
export const ADMIN_SCREENS: readonly Screen[] = [
  { name: 'admin/overview', as: 'admin', path: '/admin/dashboard' },
  {
    name: 'admin/overview-verified',
    as: 'admin',
    path: '/admin/dashboard',
    act: (page) => pressFirst(page, /^Verify/),
  },
  orders(''),
  orders('-empty', { prepare: (page) => stub(page, 'GET', '/order/admin', answering(200, [])) }),
  orders('-loading', {
    underWay: SKELETON,
    prepare: async (page) => {
      await hold(page, 'GET', '/order/admin');
    },
  }),
  orders('-sample', { prepare: (page) => stub(page, 'GET', '/order/admin', answering(422)) }),
  orders('-detail', { act: (page) => openFirst(page, /details of the order$/) }),
  orders('-decline', { act: (page) => openFirst(page, /^Decline the order/) }),
  orders('-retry', { act: (page) => openFirst(page, /^Retry the payout/) }),
  orders('-not-saved', {
    prepare: async (page) => {
      await page.route('**/api/order/*', (route) =>
        route.request().method() === 'PUT' ? cutOff(route) : route.fallback(),
      );
    },
    act: async (page) => {
      await pressFirst(page, /^Approve the order/);
      await page.getByText(TEXTS.networkError).first().waitFor();
    },
  }),
  orders('-listed', { prepare: withListedSenders }),
  orders('-listed-detail', { prepare: withListedSenders, act: openListed }),
  orders('-listed-no-reason', {
    prepare: withListedSenders,
    act: async (page) => {
      await openListed(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Approve the order' }).click();
      await page.getByText('Please give a reason.').waitFor();
    },
  }),
  { name: 'admin/users', as: 'admin', path: '/admin/users' },
  {
    name: 'admin/users-empty',
    as: 'admin',
    path: '/admin/users',
    prepare: (page) => stub(page, 'GET', '/admin/users', answering(200, { data: [], next: null })),
  },
  {
    name: 'admin/users-failed',
    as: 'admin',
    path: '/admin/users',
    prepare: (page) => stub(page, 'GET', '/admin/users', answering(422, { message: 'The list is closed.' })),
  },
  { name: 'admin/user', as: 'admin', path: ({ customerId }) => `/admin/users/${customerId}` },
  {
    name: 'admin/user-disable',
    as: 'admin',
    path: ({ customerId }) => `/admin/users/${customerId}`,
    act: (page) => openFirst(page, /^Disable/),
  },
  {
    name: 'admin/user-promote',
    as: 'admin',
    path: ({ customerId }) => `/admin/users/${customerId}`,
    act: (page) => openFirst(page, /^Make an administrator/),
  },
  { name: 'admin/products', as: 'admin', path: '/admin/products' },
  { name: 'admin/products-edit', as: 'admin', path: '/admin/products', act: editBitcoin },
  {
    name: 'admin/products-conflict',
    as: 'admin',
    path: '/admin/products',
    prepare: changedMeanwhile,
    act: async (page) => {
      await editBitcoin(page);
      await page.getByLabel('Spread').fill('2.5');
      await page.getByRole('button', { name: 'Save terms' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'admin/refunds',
    as: 'admin',
    path: '/admin/refunds',
    prepare: async (page) => {
      await stub(page, 'GET', '/admin/refunds', answering(200, { data: ALL_REFUNDS }));
      await stub(page, 'GET', '/admin/suspense', answering(200, { data: SUSPENSE }));
    },
  },
  { name: 'admin/refunds-empty', as: 'admin', path: '/admin/refunds' },
  {
    name: 'admin/refunds-approve',
    as: 'admin',
    path: '/admin/refunds',
    prepare: (page) => stub(page, 'GET', '/admin/refunds', answering(200, { data: ALL_REFUNDS })),
    act: (page) => openFirst(page, /^Approve/),
  },
  {
    name: 'admin/refunds-accept',
    as: 'admin',
    path: '/admin/refunds',
    prepare: (page) => stub(page, 'GET', '/admin/refunds', answering(200, { data: ALL_REFUNDS })),
    act: async (page) => {
      await openFirst(page, /^Accept/);
      await page.getByRole('dialog').getByRole('button', { name: 'Accept refund' }).click();
      await page.getByText('Please say why').waitFor();
    },
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
    name: 'admin/reconciliation',
    as: 'admin',
    path: '/admin/reconciliation',
    prepare: (page) => stub(page, 'GET', '/admin/reconciliations', answering(200, { data: RECONCILIATIONS })),
  },
  { name: 'admin/reconciliation-empty', as: 'admin', path: '/admin/reconciliation' },
  {
    name: 'admin/reconciliation-day',
    as: 'admin',
    path: `/admin/reconciliation/${RECONCILIATION.id}`,
    prepare: (page) =>
      stub(page, 'GET', `/admin/reconciliations/${RECONCILIATION.id}`, answering(200, { data: RECONCILIATION })),
  },
  { name: 'admin/settings', as: 'admin', path: '/admin/settings' },
];
