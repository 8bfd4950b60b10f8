// What the server says of a signed file stays readable on the plan's page, also once that plan itself is on its way; where
// something was asked of a network, what came of it; where the treasury is; and what to do about a plan that no block takes.
import type { TreasuryPlan, WorkItem } from '@kobogate/contract';
import { expect, test } from '../support/fixtures.ts';
import { adminToken } from '../support/people.ts';
import { answering, hold, signedIn, stub } from '../support/stubs.ts';
import { evmTreasury, tronTreasury } from '../support/treasury.ts';
import { PLAN_TO_SIGN, TREASURY } from '../screens/treasury-samples.ts';
import { axeFindings } from '../screens/findings.ts';

const HOURS = 3_600_000;

test('[S8] a plan’s page keeps the answer about a file of several plans after its own plan was taken', async ({
  page,
  product,
}) => {
  const said = 'Plan 2 of 2, Cardano: This plan is discarded. Nothing was sent. Handed in all the same: 1 transaction.';
  const { plan } = PLAN_TO_SIGN;
  const showing = (stage: 'to-sign' | 'sending') =>
    answering(200, { data: { ...PLAN_TO_SIGN, plan: { ...plan, stage, waiting: stage === 'sending' ? 1 : 0 } } });
  const path = `/admin/treasury/plans/${plan.id}`;
  await stub(page, 'GET', path, showing('to-sign'));
  const letGo = await hold(page, 'POST', '/admin/treasury/signed');
  await signedIn(page, await adminToken(product.call));
  await page.goto(`${product.origin}/admin/treasury/${plan.id}`);
  const handIn = page.getByRole('button', { name: 'Hand in signed file' });
  await expect(handIn).toBeVisible();
  await expect(page.getByText(/ at most$/)).toBeVisible();
  // Who gets coins is read whole, to be compared with what the key tool lists before it signs.
  await expect(page.getByRole('table', { name: 'Transactions' }).getByRole('row').nth(1)).toContainText(
    '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  );
  const file = { name: 'all.signed', mimeType: 'application/json', buffer: Buffer.from('{}') };
  await page.getByLabel('Signed file').setInputFiles(file);
  await stub(page, 'GET', path, showing('sending'));
  letGo(answering(409, { message: said }));
  await expect(page.getByText('On its way')).toBeVisible();
  await expect(handIn).toHaveCount(0);
  await expect(page.getByText(`all.signed: ${said}`)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test('[S8] a network’s row says what came of what was asked there, and leads to why it was not done', async ({
  page,
  product,
}) => {
  const [ethereum, ...others] = TREASURY.networks;
  const tasks = TREASURY.tasks.map((task) => ({ ...task, networkName: 'Ethereum' }));
  const refused = tasks.filter(({ isDone }) => isDone === false);
  const data = { ...TREASURY, networks: [ethereum, ...others], tasks: refused };
  await stub(page, 'GET', '/admin/treasury', answering(200, { data }));
  await signedIn(page, await adminToken(product.call));
  await page.goto(`${product.origin}/admin/treasury`);
  const row = page.getByRole('row').filter({ hasText: 'Your own coins: not done.' });
  await expect(row).toContainText('Ethereum');
  await row.getByRole('link', { name: 'See why' }).click();
  await expect(page.getByRole('region', { name: 'Asked' })).toBeInViewport();
  expect(await axeFindings(page)).toEqual([]);
});

test('[S4] [S8] a plan that no block has had for hours is in the work queue, and its page says what to do', async ({
  page,
  product,
}) => {
  const { plan } = PLAN_TO_SIGN;
  const since = new Date(Date.now() - 3 * HOURS).toISOString();
  const waiting = { ...plan, stage: 'sending' as const, waiting: 1, waitingSince: since, noReplacement: null };
  const item: WorkItem = {
    kind: 'plans-stuck',
    id: plan.id,
    since,
    about: null,
    nairaKobo: null,
    amount: null,
    currency: null,
    network: plan.network,
    networkName: plan.networkName,
  };
  const show = (changes: Partial<TreasuryPlan>) =>
    stub(
      page,
      'GET',
      `/admin/treasury/plans/${plan.id}`,
      answering(200, { data: { ...PLAN_TO_SIGN, plan: { ...waiting, ...changes } } }),
    );
  await show({});
  await stub(page, 'GET', '/admin/queue', answering(200, { data: [item], next: null }));
  await stub(
    page,
    'GET',
    '/admin/work',
    answering(200, { data: [{ kind: 'plans-stuck', count: 1, oldest: since, isYours: true }] }),
  );
  await signedIn(page, await adminToken(product.call));
  await page.goto(`${product.origin}/admin/dashboard`);
  await expect(page.getByRole('link', { name: /^Treasury.*1/ })).toBeVisible();
  const row = page.getByRole('list', { name: 'Queue' }).getByRole('button');
  await expect(row).toContainText('Plan is held up, 3 hours ago');
  await row.click();
  await expect(page).toHaveURL(new RegExp(`/admin/treasury/${plan.id}$`));
  const heldUp = page.getByRole('status').filter({ hasText: 'The network has not included it for hours.' });
  await expect(heldUp).toContainText('have it replaced by one that pays more');
  await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Replace…' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await show({ noReplacement: 'Transactions of this network have no others that could take their place.' });
  await page.reload();
  await expect(heldUp).toContainText('It can’t be replaced now: Transactions of this network');
  await show({ waitingSince: new Date().toISOString() });
  await page.reload();
  await expect(page.getByText('Waits since')).toBeVisible();
  await expect(heldUp).toHaveCount(0);
});

test('[S8] [D10] the treasury’s address of each network is on its page: whole, to be copied, and at the explorer', async ({
  page,
  product,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.origin });
  await signedIn(page, await adminToken(product.call));
  await page.goto(`${product.origin}/admin/treasury`);
  const row = page.getByRole('row').filter({ hasText: 'BNB Smart Chain' });
  const address = evmTreasury();
  const link = row.getByRole('link', { name: /^The treasury on BNB Smart Chain/ });
  await expect(link).toContainText(address);
  await expect(link).toHaveAttribute('href', `https://bscscan.com/address/${address}`);
  await row.getByRole('button', { name: /the treasury’s address on BNB Smart Chain$/ }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(page.getByRole('row').filter({ hasText: 'TRON' })).toContainText(tronTreasury());
  expect(await axeFindings(page)).toEqual([]);
});
