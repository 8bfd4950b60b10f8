import type { Page } from '@playwright/test';
import { answering, stub } from '../support/stubs.ts';
import { ALL_REFUNDS, FOUND_PAYMENTS, LATE, SURPLUSES, SUSPENSE, TAKEN, UNCLAIMED } from './refund-samples.ts';
import { asColleague, dialog, openDialog, type Screen } from './screen.ts';

/** A refund that waits is all of the queue. */
async function withRefundInQueue(page: Page): Promise<void> {
  const [refund] = ALL_REFUNDS;
  if (refund === undefined) throw new Error('the samples have no refund');
  const { id, customerName: about, requestedAt: since, amount, currency, networkName } = refund;
  const item = {
    kind: 'refunds',
    id,
    since,
    about,
    nairaKobo: null,
    amount,
    currency,
    network: 'polygon',
    networkName,
  };
  await stub(page, 'GET', '/admin/queue', answering(200, { data: [item], next: null }));
  await stub(page, 'GET', `/admin/refunds/${id}`, answering(200, { data: refund }));
  const answer = { message: 'Refund approved', data: { ...refund, status: 'approved' } };
  await stub(page, 'PUT', `/admin/refunds/${id}`, answering(200, answer));
}

/** Opens the refund that waits beside the queue. */
const openRefund = async (page: Page) => {
  await page.getByRole('list', { name: 'Queue' }).getByRole('button').first().click();
  await page.getByRole('button', { name: /^Approve the refund/ }).waitFor();
};

/** The administrators' area: refunds, in the queue and on their page, and coins that wait for a decision. */
export const REFUND_SCREENS: readonly Screen[] = [
  {
    name: 'admin/queue-refund',
    as: 'admin',
    path: '/admin/dashboard?kind=refunds',
    prepare: withRefundInQueue,
    act: openRefund,
  },
  {
    name: 'admin/queue-refund-approve',
    as: 'admin',
    path: '/admin/dashboard?kind=refunds',
    prepare: withRefundInQueue,
    act: async (page) => {
      await openRefund(page);
      await page.getByRole('button', { name: /^Approve the refund/ }).click();
      await page.getByRole('dialog', { name: 'Approve this refund?' }).waitFor();
    },
    next: [
      {
        name: 'admin/queue-refund-decided',
        act: async (page) => {
          const asked = page.getByRole('dialog', { name: 'Approve this refund?' });
          await asked.getByLabel('Why it may leave').fill('A sample');
          await asked.getByRole('button', { name: 'Approve refund' }).click();
          await page.getByText('Refund approved').first().waitFor();
        },
      },
    ],
  },
  {
    name: 'admin/refunds',
    as: 'admin',
    path: '/admin/refunds',
    prepare: async (page) => {
      await stub(page, 'GET', '/admin/refunds', answering(200, { data: ALL_REFUNDS }));
      await stub(page, 'GET', '/admin/suspense', answering(200, { data: SUSPENSE }));
    },
    next: [
      dialog('admin/refunds-approve', /^Approve/),
      dialog('admin/refunds-credit-suspense', /as USDC$/),
      {
        name: 'admin/refunds-accept',
        act: async (page) => {
          await openDialog(page, /^Accept/);
          await page.getByRole('dialog').getByRole('button', { name: 'Accept refund' }).click();
          await page.getByText('Please say why').waitFor();
        },
      },
    ],
  },
  { name: 'admin/refunds-empty', as: 'admin', path: '/admin/refunds' },
  {
    name: 'admin/refunds-after-restore',
    as: 'admin',
    path: '/admin/refunds',
    prepare: async (page) => {
      await stub(page, 'GET', '/admin/suspense/unclaimed', answering(200, { data: UNCLAIMED }));
      await stub(page, 'GET', '/admin/found-payments', answering(200, { data: FOUND_PAYMENTS }));
    },
    next: [
      dialog('admin/refunds-credit-unclaimed', /^Credit 13030.25/),
      dialog('admin/refunds-explain', /^Say what 250.65/),
    ],
  },
  {
    name: 'admin/refunds-first-named',
    as: 'admin',
    path: '/admin/refunds',
    prepare: async (page) => {
      await asColleague(page);
      await stub(page, 'GET', '/admin/suspense/unclaimed', answering(200, { data: UNCLAIMED }));
    },
    next: [dialog('admin/refunds-name-another', /^Credit 13030.25/)],
  },
  {
    name: 'admin/refunds-surplus',
    as: 'admin',
    path: '/admin/refunds',
    prepare: (page) =>
      stub(page, 'GET', '/admin/suspense/unclaimed', answering(200, { data: SURPLUSES, taken: TAKEN })),
    next: [
      dialog('admin/refunds-credit-surplus', /^Credit 1.75/),
      {
        name: 'admin/refunds-take-surplus',
        act: async (page) => {
          await page.keyboard.press('Escape');
          await openDialog(page, /^The operator’s own: 1.75/);
        },
      },
      {
        name: 'admin/refunds-keep-surplus',
        act: async (page) => {
          await page.keyboard.press('Escape');
          await openDialog(page, /^Leave them here: 1.75/);
        },
      },
      {
        name: 'admin/refunds-return-taken',
        act: async (page) => {
          await page.keyboard.press('Escape');
          await openDialog(page, /^Not the operator’s own: 0.25/);
        },
      },
      {
        name: 'admin/refunds-keep-taken',
        act: async (page) => {
          await page.keyboard.press('Escape');
          await openDialog(page, /^Still the operator’s own: 13/);
        },
      },
    ],
  },
  {
    name: 'admin/refunds-late',
    as: 'admin',
    path: '/admin/refunds',
    prepare: (page) => stub(page, 'GET', '/admin/suspense/late', answering(200, { data: LATE })),
    next: [
      dialog('admin/refunds-late-send', /^Send back 13.03/),
      {
        name: 'admin/refunds-late-keep',
        act: async (page) => {
          await page.keyboard.press('Escape');
          await openDialog(page, /^Keep 0.5/);
        },
      },
    ],
  },
];
