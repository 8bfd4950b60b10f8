// An administrator's decisions where the server fails: a decision stays in the list, marked as not saved; samples, which
// stand in for orders that can't be loaded, are marked, and nothing done to them reaches the server.
import type { Page } from '@playwright/test';
import { TEXTS } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken } from '../support/people.ts';
import { approveOrder } from '../support/press.ts';
import { answering, passOn, signedIn, stub } from '../support/stubs.ts';

const DECISION = /^\/api\/order\/[\w-]+$/;

/** The calls of the page that would change something on the server. */
function changesOf(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return changes;
}

test('[D-3] [D-4] a decision whose call fails shows in the list, says that it is not saved, and is tried again', async ({
  page,
  product,
}) => {
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'avalanche', amount: '21' });
  await payAndMine(product, order);
  await orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
  await signedIn(page, await adminToken(product.call));
  await stub(page, 'PUT', DECISION, answering(500, { message: 'The server is tired.' }));
  await page.goto(`${product.origin}/admin/dashboard?tab=orders&search=${order.id}`);
  const row = page.getByRole('row').filter({ hasText: customer.email });
  await approveOrder(page, row);
  await expect(row.getByText('Approved')).toBeVisible();
  await expect(row.getByText('Not saved, see below')).toBeVisible();
  await expect(row.getByRole('button', { name: /^(?:Approve|Decline)/ })).toHaveCount(0);
  const unsaved = page.getByRole('alert').filter({ hasText: 'Not saved on the server' });
  await expect(unsaved).toContainText('The server is tired.');
  const there = await orderWhere(product, customer.token, order.id, 'as it was', () => true);
  expect(there).toMatchObject({ status: 'pending', payout: 'none' });

  await stub(page, 'PUT', DECISION, passOn);
  await page.getByRole('button', { name: /^Try again/ }).click();
  await expect(unsaved).toHaveCount(0);
  await expect(row.getByText('Not saved, see below')).toHaveCount(0);
  await orderWhere(product, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');
  await expect(row.getByRole('button', { name: /^(?:Approve|Decline)/ })).toHaveCount(0);
});

test('[D-5] samples stand in for orders that can’t be loaded, drawn again each time; nothing done to them reaches the server', async ({
  page,
  product,
}) => {
  await signedIn(page, await adminToken(product.call));
  await stub(page, 'GET', '/order/admin', answering(500));
  const changes = changesOf(page);
  await page.goto(`${product.origin}/admin/dashboard?tab=orders&status=pending`);
  await expect(page.getByText(TEXTS.ordersLoadFailed)).toBeVisible();
  await expect(page.getByText('These are sample orders, not real ones.')).toBeVisible();
  const samples = page.getByRole('table', { name: 'Sample orders' });
  const rows = samples.getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const before = await samples.innerText();
  await rows
    .nth(1)
    .getByRole('button', { name: /^Decline/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Decline order' }).click();
  await expect(page.getByText('Sample, not sent')).toHaveCount(1);
  expect(changes).toEqual([]);
  await page.reload();
  await expect(rows.nth(1)).toBeVisible();
  expect(await samples.innerText()).not.toBe(before);
});
