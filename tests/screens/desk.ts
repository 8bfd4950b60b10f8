import type { Page } from '@playwright/test';
import { type AdminOrder, endpoints, type UserId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { answering, stub } from '../support/stubs.ts';
import type { Screen } from './screen.ts';

const ORDERS = '/admin/dashboard?tab=orders';
const OFFICER = { adminId: idFor<UserId>('officer'), by: 'Ada Obi', at: '2026-11-21T13:08:09.000Z' };

/** The list, each order with what is true of it here. */
const withOrders = (facts: Partial<AdminOrder>) => async (page: Page) =>
  stub(page, 'GET', '/order/admin', async (request) => {
    const list = endpoints.adminOrders.list.answer.parse(await request.serverAnswer());
    await answering(
      200,
      list.map((order) => Object.assign(order, facts)),
    )(request);
  });

/** A payout that came back and is called paid again, of which another officer states that it was paid. */
const withClaim = withOrders({
  payout: 'reversed',
  payoutNeedsPerson: true,
  payoutClaim: {
    ...OFFICER,
    reference: '000013261121130809000123456789',
    evidence: 'The bank’s operations desk named the session on the phone, and sent the statement by mail.',
  },
});

/** The desk: what is decided there besides single orders. */
export const DESK_SCREENS: readonly Screen[] = [
  {
    name: 'admin/orders-undecided',
    as: 'admin',
    path: `${ORDERS}&payout=failed&sort=oldest`,
    prepare: withClaim,
    act: async (page) => {
      await page
        .getByRole('button', { name: /details of the order$/ })
        .first()
        .click();
      await page.getByText('stated that it was paid').waitFor();
      await page.getByText('Ledger entries').waitFor();
    },
    next: [
      {
        name: 'admin/orders-take-as-paid',
        act: async (page) => {
          await page.getByRole('button', { name: /^Take as paid/ }).click();
          await page.getByRole('dialog', { name: 'Confirm that this payout was paid?' }).waitFor();
        },
      },
    ],
  },
];
