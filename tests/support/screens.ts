import { endpoints, type Order } from '@kobogate/contract';
import type { Page } from '@playwright/test';
import { newCustomer, placeOrder } from './customer.ts';
import { type Answer, intercept } from './intercept.ts';
import { adminToken } from './people.ts';
import type { Product } from './product.ts';

/** The screens behind the guards, with data in them. */
export interface Screens {
  readonly customer: { readonly token: string; readonly paths: readonly string[] };
  readonly admin: { readonly token: string; readonly paths: readonly string[] };
  readonly order: Order;
}

/**
 * Makes a customer with an order of as many decimals as a coin can have, and names every screen that loads something.
 */
export async function makeScreens(product: Product): Promise<Screens> {
  const customer = await newCustomer(product);
  const pair = { currency: 'ETH', network: 'arbitrum' };
  const order = await placeOrder(product, customer.token, { ...pair, amount: '0.123456789012345678' });
  const token = await adminToken(product.call);
  const { data } = await product.call(endpoints.accounts.getUser, { token: customer.token });
  return {
    customer: {
      token: customer.token,
      paths: [
        '/account/dashboard',
        '/account/wallets',
        '/account/convert-to-naira',
        '/account/convert-to-naira/history',
        `/account/convert-to-naira/${order.id}`,
        '/account/payment-method',
        '/account/notifications',
        '/account/settings',
        '/account/settings?part=messages',
        '/account/settings?part=programs',
      ],
    },
    admin: {
      token,
      paths: [
        '/admin/dashboard',
        '/admin/dashboard?tab=orders',
        '/admin/users',
        ...(await userPath(product, token, data.email)),
        '/admin/products',
        '/admin/networks',
        '/admin/reports',
        '/admin/settings',
      ],
    },
    order,
  };
}

async function userPath({ call }: Product, token: string, search: string): Promise<string[]> {
  const { data } = await call(endpoints.adminUsers.list, { token, query: { search } });
  return data.map(({ id }) => `/admin/users/${id}`);
}

/** Answers every call except that for the profile, without which no screen behind a guard is drawn. */
export const onEveryCall = (page: Page, answer: Answer): Promise<void> =>
  intercept(page, ({ url: { pathname } }) => pathname.startsWith('/api/') && pathname !== '/api/user', answer);
