// What the server says of a signed file stays readable on the plan's page, also once that plan itself is on its way; and
// where something was asked of a network, what came of it.
import { expect, test } from '../support/fixtures.ts';
import { adminToken } from '../support/people.ts';
import { answering, hold, signedIn, stub } from '../support/stubs.ts';
import { PLAN_TO_SIGN, TREASURY } from '../screens/treasury-samples.ts';
import { axeFindings } from '../screens/findings.ts';

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
