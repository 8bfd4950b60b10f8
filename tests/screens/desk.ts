import type { Page } from '@playwright/test';
import { type AdminOrder, endpoints, type OrderId, type UserId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { answering, stub } from '../support/stubs.ts';
import { asColleague, COLLEAGUE, dialog, openDialog, type Screen } from './screen.ts';

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
  payoutDoubt: {
    reason: 'the rail says that it paid ₦22,257.35 instead of ₦47,968.43',
    rail: 'budpay',
    reference: 'kg-01939b7e00007000800000000000aa-1',
  },
  payoutClaim: {
    ...OFFICER,
    reference: '000013261121130809000123456789',
    evidence: 'The bank’s operations desk named the session on the phone, and sent the statement by mail.',
  },
});

/** What makes an order one of those that are approved together. */
const CLEAN: Partial<AdminOrder> = {
  status: 'pending',
  funding: 'funded',
  payout: 'none',
  priority: 'low',
  heldReason: null,
  firstApproval: null,
  rateMove: null,
  listedSenders: [],
};

/** The first order of the list is looked at by two colleagues. */
async function withLookers(page: Page): Promise<void> {
  let found: (id: OrderId) => void = () => undefined;
  const first = new Promise<OrderId>((resolve) => {
    found = resolve;
  });
  await stub(page, 'GET', '/order/admin', async (request) => {
    const list = endpoints.adminOrders.list.answer.parse(await request.serverAnswer());
    for (const { id } of list.slice(0, 1)) found(id);
    await answering(200, list)(request);
  });
  const lookers = async () => {
    const looker = { orderId: await first, since: OFFICER.at };
    return [
      { ...looker, adminId: OFFICER.adminId, by: OFFICER.by },
      { ...looker, adminId: idFor<UserId>('another officer'), by: 'Chukwuemeka Nnamdi-Okonkwo' },
    ];
  };
  for (const method of ['GET', 'PUT']) {
    await stub(page, method, '/admin/presence', async (request) => answering(200, { data: await lookers() })(request));
  }
}

const NOTES = [
  {
    id: 'note-2',
    at: '2026-11-21T14:02:00.000Z',
    by: OFFICER.by,
    text: '@Bola Ade the customer sent a letter of their bank.\nIt is in the mailbox of the desk, with the reference 000013261121130809000123456789.',
    orderId: null,
  },
  { id: 'note-1', at: '2026-11-20T09:12:00.000Z', by: 'Bola Ade', text: 'Called: no answer.', orderId: null },
];
const withNotes = (page: Page) =>
  stub(page, 'GET', /^\/api\/(?:order|admin\/users)\/[\w-]+\/notes$/, answering(200, { data: NOTES }));

/** What can only be pressed where there is room for it; what it opens is there at any width. */
const onDesktop =
  (act: (page: Page) => Promise<unknown>) =>
  async (page: Page): Promise<void> => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1440, height: 900 });
    await act(page);
    if (size !== null) await page.setViewportSize(size);
  };

/** A colleague wants fewer orders to need two approvals. */
const wantedByColleague = (page: Page) =>
  stub(page, 'GET', '/admin/settings', async (request) => {
    const { data } = endpoints.settings.read.answer.parse(await request.serverAnswer());
    const proposal = {
      value: { secondAboveKobo: '900000000' },
      adminId: COLLEAGUE,
      by: 'Sample Colleague',
      at: '2026-01-05T09:30:00.000Z',
    };
    await answering(200, { data: { ...data, approvals: { ...data.approvals, proposal } } })(request);
  });

/** The colleague’s own view of the same. */
const wantedBySelf = async (page: Page) => {
  await asColleague(page);
  await wantedByColleague(page);
};

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
  {
    name: 'admin/orders-looked-at',
    as: 'admin',
    path: `${ORDERS}&status=pending&coins=arrived&sort=oldest`,
    prepare: withLookers,
    act: (page) =>
      page.getByText('Ada Obi and Chukwuemeka Nnamdi-Okonkwo look at it').first().waitFor({ state: 'attached' }),
    next: [
      {
        name: 'admin/orders-looked-at-panel',
        act: async (page) => {
          await page
            .getByRole('button', { name: /details of the order$/ })
            .first()
            .click();
          await page.getByText(/look at it too/).waitFor();
        },
      },
    ],
  },
  {
    name: 'admin/orders-chosen',
    as: 'admin',
    path: ORDERS,
    prepare: withOrders(CLEAN),
    act: onDesktop(async (page) => {
      await page
        .getByLabel(/^Choose the order/)
        .first()
        .check();
      await page.getByText(/ chosen$/).waitFor();
    }),
    next: [{ name: 'admin/orders-approve-together', act: onDesktop((page) => openDialog(page, 'Approve them')) }],
  },
  {
    name: 'admin/orders-notes',
    as: 'admin',
    path: `${ORDERS}&status=pending&coins=arrived&sort=oldest`,
    prepare: withNotes,
    act: async (page) => {
      await page
        .getByRole('button', { name: /details of the order$/ })
        .first()
        .click();
      await page.getByText('Called: no answer.').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'admin/user-notes',
    as: 'admin',
    path: ({ customerId }) => `/admin/users/${customerId}`,
    prepare: withNotes,
    act: (page) => page.getByText('Called: no answer.').scrollIntoViewIfNeeded(),
    next: [
      {
        name: 'admin/user-note-missing',
        act: async (page) => {
          await page.getByRole('button', { name: 'Add note' }).click();
          await page.getByText('Please write the note.').waitFor();
        },
      },
    ],
  },
  {
    name: 'admin/orders-retry-listed',
    as: 'admin',
    path: `${ORDERS}&payout=failed&sort=oldest`,
    prepare: withOrders({
      payout: 'failed',
      listedSenders: ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94', 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
    }),
    act: async (page) => {
      await page
        .getByRole('button', { name: /details of the order$/ })
        .first()
        .click();
      await page
        .getByRole('button', { name: /^Retry the payout/ })
        .first()
        .click();
      await page.getByRole('dialog', { name: 'Send this payout again?' }).getByText('On the sanctions list').waitFor();
    },
  },
  {
    name: 'admin/orders-another-account',
    as: 'admin',
    path: `${ORDERS}&payout=failed&sort=oldest`,
    prepare: withOrders({
      payout: 'failed',
      formerPayee: { bankName: 'ACCESS BANK', accountNumber: '0000014579', accountName: 'Adaeze Ngozi Obi' },
    }),
    act: async (page) => {
      await page
        .getByRole('button', { name: /details of the order$/ })
        .first()
        .click();
      await page.getByText('Another account than before').waitFor();
      await page.getByText('Ledger entries').waitFor();
    },
    next: [
      {
        name: 'admin/orders-retry-another-account',
        act: async (page) => {
          await page
            .getByRole('button', { name: /^Retry the payout/ })
            .first()
            .click();
          await page.getByRole('dialog', { name: 'Send this payout again?' }).waitFor();
        },
      },
    ],
  },
  { name: 'admin/settings-risk', as: 'admin', path: '/admin/settings#risk' },
  {
    name: 'admin/settings-proposal',
    as: 'admin',
    path: '/admin/settings#approvals',
    prepare: wantedByColleague,
    next: [dialog('admin/settings-confirm', 'Confirm this'), dialog('admin/settings-refuse', 'Refuse it')],
  },
  {
    name: 'admin/settings-own-proposal',
    as: 'admin',
    path: '/admin/settings#approvals',
    prepare: wantedBySelf,
    next: [dialog('admin/settings-withdraw', 'Withdraw it')],
  },
];
