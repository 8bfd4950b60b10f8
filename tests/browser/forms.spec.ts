// The sign-in pages follow the specification to the letter: fields, links, refusals and what they send.
import type { Page } from '@playwright/test';
import { TEXTS, VERIFICATION_EMAIL_STORAGE_KEY } from '@kobogate/contract';
import { expect, test } from '../support/fixtures.ts';
import { newEmail, PASSWORD, signUpForm } from '../support/people.ts';
import { answering, hold, holdFiles, store, stub } from '../support/stubs.ts';

async function expectLeadsTo(page: Page, name: string, path: string): Promise<void> {
  const from = page.url();
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(new URL(path, from).href);
  await page.goto(from);
}

/** Fills in the sign-up form. */
async function fillSignUp(page: Page, email: string): Promise<void> {
  const { first_name: first, last_name: last, phone, password } = signUpForm(email);
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Last name').fill(last);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

test('[A-7] login: two fields, a password that can be shown, and the links', async ({ page, product }) => {
  await page.goto(`${product.origin}/login`);
  await expect(page.getByRole('main').locator('input')).toHaveCount(2);
  await expect(page.getByLabel('E-mail address')).toHaveAttribute('type', 'email');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill(PASSWORD);
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue(PASSWORD);
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await expectLeadsTo(page, 'Create an account', '/signup');
  await expectLeadsTo(page, 'Forgot password?', '/forgot-password');
});

test('[B-7] login and sign-up are disabled and say what they do while sending', async ({ page, product }) => {
  await page.goto(`${product.origin}/login`);
  const letLoginGo = await hold(page, 'POST', '/auth/login');
  await page.getByLabel('E-mail address').fill(newEmail());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
  letLoginGo(answering(401, { message: 'No.' }));
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled();

  await page.goto(`${product.origin}/signup`);
  const letSignUpGo = await hold(page, 'POST', '/auth/register');
  await fillSignUp(page, newEmail());
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeDisabled();
  letSignUpGo(answering(422, { message: 'No.' }));
  await expect(page.getByRole('button', { name: 'Create account' })).toBeEnabled();
});

test('[A-10] the code’s page without an address says so and leads to login', async ({ page, product }) => {
  await page.goto(`${product.origin}/verify-otp`);
  await expect(page).toHaveURL(`${product.origin}/login`);
  await expect(page.getByText('No email found. Please start the verification process again.')).toHaveCount(1);
  await expect(page.getByText('No email found. Please start the verification process again.')).toBeVisible();
});

test('[E-3] the code takes digits only, one a box, and a paste of exactly four', async ({ page, product, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.origin });
  await store(page, { [VERIFICATION_EMAIL_STORAGE_KEY]: newEmail() });
  const sent: unknown[] = [];
  await stub(page, 'POST', '/auth/verify', (request) => {
    sent.push(request.sent());
    return answering(422, { message: 'The code is wrong.' })(request);
  });
  await page.goto(`${product.origin}/verify-otp`);
  const boxes = page.getByRole('group', { name: '4-digit code' }).getByRole('textbox');
  await expect(boxes).toHaveCount(4);
  const expectBoxes = (...values: string[]) =>
    expect
      .poll(() => boxes.evaluateAll((all) => all.map((box) => (box instanceof HTMLInputElement ? box.value : ''))))
      .toEqual(values);
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('ControlOrMeta+v');
  };

  await boxes.first().focus();
  await page.keyboard.type('a-1x२2');
  await expectBoxes('1', '2', '', '');
  await boxes.first().focus();
  await page.keyboard.type('7');
  await expectBoxes('7', '2', '', '');
  for (const wrong of ['123', '12345', '12a4', 'abcd']) {
    await paste(wrong);
    await expect(page.getByText('Please paste a 4-digit code.')).toBeVisible();
    await expectBoxes('7', '2', '', '');
  }
  expect(sent).toEqual([]);
  await paste('4826');
  await expect(page.getByText('The code is wrong.')).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ otp: '4826' })]);
  await expectBoxes('', '', '', '');
});

test('a code that is typed before the page’s script is there fills the boxes, and is sent once', async ({
  page,
  product,
}) => {
  await store(page, { [VERIFICATION_EMAIL_STORAGE_KEY]: newEmail() });
  const sent: unknown[] = [];
  await stub(page, 'POST', '/auth/verify', (request) => {
    sent.push(request.sent());
    return answering(422, { message: 'The code is wrong.' })(request);
  });
  const letGo = await holdFiles(page, '**/*.js');
  await page.goto(`${product.origin}/verify-otp`, { waitUntil: 'commit' });
  const boxes = page.getByRole('group', { name: '4-digit code' }).getByRole('textbox');
  await boxes.first().focus();
  await page.keyboard.type('4826');
  await expect(boxes.first()).toHaveValue('4826');
  letGo();
  await expect(page.getByText('The code is wrong.')).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ otp: '4826' })]);
});

test('[A-11] the forgotten password’s page: an illustration, and its two links', async ({ page, product }) => {
  await page.goto(`${product.origin}/forgot-password`);
  await expect(page.getByRole('main').locator('svg').first()).toBeVisible();
  await expectLeadsTo(page, 'Request Link', '/forgotten-password');
  await expectLeadsTo(page, 'Log in', '/login');
});

test('[A-12] one required field asks for a link, by e-mail address or phone number', async ({ page, product }) => {
  const sent: unknown[] = [];
  await stub(page, 'POST', '/auth/forgot-password', (request) => {
    sent.push(request.sent());
    return answering(200, { message: '' })(request);
  });
  await page.goto(`${product.origin}/forgotten-password`);
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(1);
  const field = page.getByLabel('E-mail or phone number');
  await expect(field).toHaveAttribute('required');
  for (const value of ['sample@example.test', '+234 801 234 5678']) {
    await field.fill(value);
    await page.getByRole('button', { name: 'Request Verification Link' }).click();
    await expect(page.getByText(`If ${value} belongs to an account`)).toBeVisible();
  }
  expect(sent).toEqual([{ email: 'sample@example.test' }, { email: '+234 801 234 5678' }]);
  await expect(page.getByText(TEXTS.resetLinkSent).first()).toBeVisible();
});

test('[E-7] asking for a link and setting the password send nothing while the field is empty', async ({
  page,
  product,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  for (const [path, button, label] of [
    ['/forgotten-password', 'Request Verification Link', 'E-mail or phone number'],
    ['/reset-password?token=sample', 'Reset Password', 'New password'],
  ] as const) {
    await page.goto(product.origin + path);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText(TEXTS.fillRequired)).toBeVisible();
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true');
  }
  expect(sent).toEqual([]);
});
