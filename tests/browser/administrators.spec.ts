// Where the operator requires it, an administrator's password alone opens nothing: the first sign-in goes through the
// set-up of a second step and then on. An unused session ends on the server, and the login says so;
// and a decision with an old proof needs a new one, also from the holder of a stolen token.
import pg from 'pg';
import type { Page } from '@playwright/test';
import { BACKGROUND_HEADER, endpoints } from '@kobogate/contract';
import { createApp } from '../support/app-code.ts';
import { externalServer, NO_EXTERNAL_SERVER } from '../support/databases.ts';
import { expect, test } from '../support/fixtures.ts';
import { send } from '../support/http.ts';
import { signUp } from '../support/people.ts';
import { ADMIN, type Product, startProduct, WITHOUT_WATCHERS } from '../support/product.ts';
import { tokenIn } from '../support/stubs.ts';
import { axeFindings } from '../screens/findings.ts';

let product: Product;
test.beforeAll(async () => {
  test.skip(externalServer === undefined, NO_EXTERNAL_SERVER);
  product = await startProduct({ environment: async () => ({ ...WITHOUT_WATCHERS, ADMIN_SECOND_FACTOR: 'required' }) });
});
test.afterAll(() => product?.stop());

async function query(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: product.environment['DATABASE_URL'] });
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function typeLogin(page: Page): Promise<void> {
  await page.getByLabel('E-mail address').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

test('[A12] [A4] [B-2] the first sign-in sets a second step up, an unused session ends, and an old proof decides nothing', async ({
  page,
}) => {
  test.slow();
  const { call, origin, apiBase } = product;
  await page.goto(`${origin}/login`);
  await typeLogin(page);
  await expect(page.getByRole('heading', { name: 'Set up a second step' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  const token = (await tokenIn(page)) ?? '';
  const status = async (method: string, path: string, body?: object, headers = {}) => {
    const answer = await send(method, apiBase + path, { token, body, headers });
    return { status: answer.status, code: Object(answer.json)['code'] };
  };
  const needed = { status: 403, code: 'second-factor-needed' };
  expect(await status('GET', '/order/admin')).toEqual(needed);
  expect(await status('POST', '/conversion', {})).toEqual(needed);
  // Every page leads here.
  await page.goto(`${origin}/account/wallets`);
  await expect(page.getByRole('heading', { name: 'Set up a second step' })).toBeVisible();
  await page.goto(`${origin}/admin/dashboard`);

  await page.getByRole('button', { name: 'Set up an app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await dialog.getByLabel('Your password').fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  const nextCode = createApp(secret);
  await dialog.getByLabel('Code from your app').fill(await nextCode());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('region', { name: 'Keep these recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page).toHaveURL(`${origin}/admin/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${origin}/account/settings`);
  await expect(page.getByText('Your role keeps it on.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);

  await query(`update session set proved_at = now() - interval '6 minutes'`);
  const person = await signUp(product);
  const { data: user } = await call(endpoints.accounts.getUser, { token: person.token });
  const clearing = {
    automaticBelowKobo: '1000000000000',
    paymentsBelowKobo: null,
    minimumAccountDays: 0,
    shortBasisPoints: 10,
  };
  const stale = { status: 403, code: 'proof-needed' };
  expect(await status('PUT', '/admin/settings/clearing', { version: 0, value: clearing })).toEqual(stale);
  expect(await status('PUT', `/admin/users/${user.id}/role`, { role: 'administrator', reason: 'x' })).toEqual(stale);
  expect((await status('POST', '/auth/prove', { password: ADMIN.password })).status).toBe(422);

  await page.goto(`${origin}/admin/settings`);
  await page.getByRole('switch', { name: 'Account settings' }).click();
  await page.getByRole('button', { name: 'Save switches' }).click();
  const proof = page.getByRole('dialog', { name: 'Show that it is you' });
  await proof.getByLabel('Your password').fill(ADMIN.password);
  await proof.getByLabel('Code of your app, or a recovery code').fill(await nextCode());
  expect(await axeFindings(page)).toEqual([]);
  await proof.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Switches saved', { exact: true })).toBeVisible();

  // A page that is left open goes on fetching, which does not keep the session alive.
  await query(`update session set last_seen_at = now() - interval '29 minutes'`);
  expect((await status('GET', '/user', undefined, { [BACKGROUND_HEADER]: '1' })).status).toBe(200);
  await query(`update session set last_seen_at = now() - interval '31 minutes'`);
  await page.goto(`${origin}/admin/refunds`);
  await expect(page).toHaveURL(`${origin}/login`);
  await expect(page.getByText('You were signed out because nothing was done here for 30 minutes.')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await typeLogin(page);
  // The last digit sends it.
  await page.getByLabel('Code from your app').fill(await nextCode());
  await expect(page).toHaveURL(`${origin}/admin/refunds`);
});
