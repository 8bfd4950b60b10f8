// A merchant makes a key and a webhook in Settings: each secret is shown once and works; deliveries are listed there.
import { endpoints } from '@kobogate/contract';
import { expect, test } from '../support/fixtures.ts';
import { send } from '../support/http.ts';
import { fromNewAddress, PASSWORD, signUp } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { signedIn } from '../support/stubs.ts';
import { eventually } from '../support/wait.ts';
import { isSignedWith, startWebhookReceiver } from '../support/webhook-receiver.ts';

const NEW_PASSWORD = `${PASSWORD} new`;

async function setPasswordByMail(product: Product, email: string): Promise<void> {
  await product.call(endpoints.accounts.forgotPassword, { body: { email }, headers: fromNewAddress() });
  const token = await eventually('a mail with a link', async () => {
    const [mail] = await product.sandbox.mail(email);
    return /reset-password\?token=(?<token>[\w-]+)/.exec(mail?.text ?? '')?.groups?.['token'];
  });
  const body = { token, newPassword: NEW_PASSWORD };
  await product.call(endpoints.accounts.resetPassword, { body, headers: fromNewAddress() });
}

test('[C-10] a key is made, works, is not shown again, is paused and resumed, and is refused once revoked', async ({
  page,
  product,
}) => {
  const { email, token } = await signUp(product);
  await signedIn(page, token);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.origin}/account/settings#api-keys`);
  // On a phone the tab of the part that is shown is in sight, among more than have room.
  await expect(page.getByRole('tab', { name: 'Programs', selected: true })).toBeInViewport({ ratio: 1 });
  if (size !== null) await page.setViewportSize(size);
  await page.getByRole('button', { name: 'Create an API key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Till');
  await page.getByLabel('Make and change payment links').check();
  await page.getByRole('button', { name: 'Make the key' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter your password.');
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Make the key' }).click();
  const secret = await page.getByText(/^kobo_live_[\w-]{43}$/).innerText();
  await expect(page.getByRole('heading', { name: 'Copy your key now' })).toBeFocused();
  const use = async () => (await send('GET', `${product.apiBase}/payment-links`, { token: secret })).status;
  expect(await use()).toBe(200);
  await page.reload();
  const row = page.getByRole('list', { name: 'API keys' }).getByRole('listitem');
  await expect(row).toContainText('Read payment links, make and change payment links, read payments');
  await expect(row).toContainText('Last used');
  await expect(page.getByText(secret)).toHaveCount(0);
  // A password reset by mail pauses every key.
  await setPasswordByMail(product, email);
  expect(await use()).toBe(401);
  await page.reload();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/account\//);
  await page.goto(`${product.origin}/account/settings#api-keys`);
  await expect(page.getByText('Keys are paused')).toBeVisible();
  await row.getByRole('button', { name: /^Let it work/ }).click();
  await page.getByLabel('Your password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Let it work', exact: true }).click();
  await expect(page.getByText('Keys are paused')).toBeHidden();
  expect(await use()).toBe(200);
  await row.getByRole('button', { name: 'Revoke Till' }).click();
  await page.getByLabel('Your password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  // Elements behind a dialog have no role, so the list would be empty before anything was revoked.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).toHaveCount(0);
  expect(await use()).toBe(401);
});

test('[C-10] a webhook is added, tested, listed in its log and sent again; its secret rotates; it is changed, switched off and removed', async ({
  page,
  product,
}) => {
  const { token } = await signUp(product);
  const receiver = await startWebhookReceiver();
  await signedIn(page, token);
  await page.goto(`${product.origin}/account/settings#webhooks`);
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByLabel('Address of your program').fill('https://10.0.0.1/');
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('private network');
  await page.getByLabel('Address of your program').fill(receiver.url);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const secret = await page.getByText(/^whsec_[\w-]{43}$/).innerText();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('button', { name: 'Send a sample' }).click();
  await page.getByRole('dialog').getByLabel('Event', { exact: true }).selectOption('payment.held');
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  const log = page.getByRole('list', { name: /^Deliveries to/ });
  await expect(log).toContainText('payment.held #1');
  await expect(log).toContainText('Delivered');
  expect(receiver.received.map((each) => isSignedWith(secret, each))).toEqual([true]);
  await log.getByRole('button').click();
  await expect(page.getByRole('dialog')).toContainText(/It answered 200 \(\d+ ms\)\./);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => receiver.received.length).toBe(2);
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Make it' }).click();
  await expect(page.getByRole('button', { name: 'Retire the old secret' })).toBeVisible();
  const { data } = await product.call(endpoints.webhooks.list, { token });
  expect(data).toMatchObject([{ url: receiver.url, secrets: 2, lastSequence: 1 }]);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('button', { name: 'Retire the old secret' }).click();
  await expect(page.getByRole('button', { name: 'New secret' })).toBeVisible();
  await page.getByRole('button', { name: 'Change http' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('payment.opened').check();
  await dialog.getByLabel('Address of your program').fill(`${receiver.url}/moved`);
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: `Change ${receiver.url}/moved` })).toBeVisible();
  await page.getByRole('button', { name: /^Turn off/ }).click();
  await page.getByRole('button', { name: /^Turn on/ }).click();
  await expect(page.getByRole('button', { name: /^Turn off/ })).toBeVisible();
  const changed = await product.call(endpoints.webhooks.list, { token });
  expect(changed.data).toMatchObject([{ url: `${receiver.url}/moved`, secrets: 1, isActive: true }]);
  expect(changed.data[0]?.events).toContain('payment.opened');
  await page.getByRole('button', { name: /^Remove http/ }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Change ${receiver.url}/moved` })).toHaveCount(0);
  expect((await product.call(endpoints.webhooks.list, { token })).data).toEqual([]);
  await receiver.close();
});
