// After a restore the way back is walked in the browser: what is stopped and what is left to do, what a transfer was, and that two
// administrators let payouts leave again. Each step has its words, and the order that the bank had paid is not paid again.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { axeFindings } from '../screens/findings.ts';
import { backup, folderIn, restore } from '../support/backup.ts';
import { createDatabase, externalServer, NO_EXTERNAL_SERVER } from '../support/databases.ts';
import { approve, newConverter, PAIR, paidTo, payOrders, until } from '../support/drill/actors.ts';
import { type Credentials, NETWORKS, secondAdministrator, signIn } from '../support/drill/walk.ts';
import { expect, test } from '../support/fixtures.ts';
import { mineUntil } from '../support/mine-until.ts';
import { ADMIN, CONFIRMATIONS, type Product, startProduct } from '../support/product.ts';
import { signedIn } from '../support/stubs.ts';

/** The recovery's page as an administrator has it, by the link above every page. */
async function openRecovery(browser: Browser, product: Product, admin: Credentials): Promise<Page> {
  const page = await browser.newPage();
  await signedIn(page, await signIn(product, admin));
  await page.goto(`${product.origin}/admin/dashboard`);
  await page.getByRole('link', { name: 'Open recovery' }).click();
  await expect(page.getByRole('heading', { name: 'Payouts are stopped' })).toBeVisible();
  return page;
}

/** Makes blocks, and has the page read again, until it has a button. */
const whenThere = ({ sandbox }: Product, page: Page, name: string | RegExp) =>
  mineUntil(sandbox, NETWORKS, `the page has ${name}`, async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    return (await page.getByRole('button', { name }).count()) > 0 || undefined;
  });

test('[I5] after a restore the page says what is stopped, a transfer is booked on its order, and two let payouts leave', async ({
  browser,
}) => {
  test.skip(externalServer === undefined, NO_EXTERNAL_SERVER);
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'kobogate-recovery-'));
  const product = await startProduct({ database: 'postgres' });
  const database = await createDatabase();
  try {
    const second = await secondAdministrator(product);
    const order = await newConverter(product, 'approved since');
    await payOrders(product, [order]);
    await product.sandbox.mine(PAIR.network, CONFIRMATIONS);
    await until(product, 'funded', ({ funding }) => funding === 'funded', order);
    const written = await backup(product, folder, '--to', folder);
    expect(written.code, written.output).toBe(0);
    await approve(product, order);
    await until(product, 'paid', ({ payout }) => payout === 'paid', order);
    await product.killServer();
    const moved = { DATABASE_URL: database.address };
    const environment = { ...product.environment, ...moved };
    const restored = await restore({ environment }, folder, [folderIn(written.output)]);
    expect(restored.code, restored.output).toBe(0);
    await product.startServer(moved);

    const page = await openRecovery(browser, product, ADMIN);
    await expect(page.getByRole('heading', { name: 'Left to do' })).toBeVisible();
    await whenThere(product, page, /^Decide on/);
    await expect(page.getByText('One transfer of ours; the books did not know it.')).toBeVisible();
    await expect(page.getByText('One transfer is still to be decided.')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^Decide on/ }).press('Enter');
    const verdict = page.getByRole('dialog', { name: /^What was this transfer of/ });
    await expect(verdict.getByRole('radio', { name: /^The payout of an order/ })).toBeChecked();
    expect(await axeFindings(page)).toEqual([]);
    await verdict.getByRole('button', { name: 'Book it' }).click();
    await expect(page.getByText('Booked on its order')).toBeVisible();
    await expect(page.getByText('The order is paid. Nothing is left to do.')).toBeVisible();

    await whenThere(product, page, 'Resume payouts');
    // Signed in again: minutes may have passed, after which a decision asks for the password again.
    const first = await openRecovery(browser, product, ADMIN);
    await first.getByRole('button', { name: 'Resume payouts' }).click();
    await first.getByRole('dialog').getByRole('button', { name: 'Approve as the first' }).click();
    await expect(first.getByText(/^You have approved\. A second administrator has to approve too/)).toBeVisible();
    await expect(first.getByRole('button', { name: 'Resume payouts' })).toHaveCount(0);

    const other = await openRecovery(browser, product, second);
    await expect(other.getByText('You can be the second.', { exact: false })).toBeVisible();
    await other.getByRole('button', { name: 'Resume payouts' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Let payouts leave' }).click();
    await expect(other.getByText('Payouts are sent as usual')).toBeVisible();
    await other.goto(`${product.origin}/admin/dashboard`);
    await expect(other.getByRole('region', { name: 'Work', exact: true })).toBeVisible();
    await expect(other.getByText('Payouts are stopped')).toHaveCount(0);
    expect(await paidTo(product, order)).toBe(1);
  } finally {
    await product.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
