// Who has lost app, passkeys and recovery codes asks for the way back from the second step of logging in. Open sessions and the mailbox
// hear of it, and stop it; two administrators decide on it in the queue and on the user's page.
import { endpoints } from '@kobogate/contract';
import type { Page } from '@playwright/test';
import { axeFindings } from '../screens/findings.ts';
import { createApp } from '../support/app-code.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken, newColleague, PASSWORD, signUp } from '../support/people.ts';
import { press } from '../support/press.ts';
import type { Product } from '../support/product.ts';
import { signedIn } from '../support/stubs.ts';
import { eventually } from '../support/wait.ts';

const STATEMENT = 'My phone fell into the lagoon. My last conversion was of 21.5 USDC.';

async function withApp(product: Product) {
  const person = await signUp(product);
  const { token } = person;
  const { enrolTotp, confirmTotp } = endpoints.twoFactor;
  const { secret } = (await product.call(enrolTotp, { token, body: { password: PASSWORD } })).data;
  const { recoveryCodes } = (await product.call(confirmTotp, { token, body: { code: await createApp(secret)() } }))
    .data;
  const { data: user } = await product.call(endpoints.accounts.getUser, { token });
  return { ...person, id: user.id, recoveryCodes: recoveryCodes ?? [] };
}

async function openSecondStep(page: Page, { origin }: Product, email: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Login');
  await press(page, 'I have none of these any more');
}

async function ask(page: Page, product: Product, email: string): Promise<void> {
  await openSecondStep(page, product, email);
  await page.getByLabel('What happened?').fill(STATEMENT);
  await press(page, 'Ask for it');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have your request');
}

test('[A-8] it is asked for once, told in open sessions and by mail, and stopped in Settings', async ({
  page,
  product,
  browser,
}) => {
  const person = await withApp(product);
  await openSecondStep(page, product, person.email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lost your second step?');
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'Ask for it');
  await expect(page.getByText('Please tell us what happened.')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('What happened?').fill(STATEMENT);
  await press(page, 'Ask for it');
  await expect(page.getByText('Two people of our team review it.')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await openSecondStep(page, product, person.email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have your request');

  const elsewhere = await browser.newPage();
  await signedIn(elsewhere, person.token);
  await elsewhere.goto(`${product.origin}/account/notifications`);
  await expect(elsewhere.getByText('asked for your second step to be removed').first()).toBeVisible();
  await elsewhere.goto(`${product.origin}/account/settings`);
  await expect(elsewhere.getByText('Your second step was reported as lost.')).toBeVisible();
  expect(await axeFindings(elsewhere)).toEqual([]);
  await press(elsewhere, 'Stop it');
  await expect(elsewhere.getByText('The request is stopped.').first()).toBeVisible();
  await expect(elsewhere.getByText('Your second step was reported as lost.')).toHaveCount(0);

  // So does a change in Settings that takes the second step.
  await ask(page, product, person.email);
  await elsewhere.reload();
  await expect(elsewhere.getByText('Your second step was reported as lost.')).toBeVisible();
  await press(elsewhere, 'Get new codes');
  const dialog = elsewhere.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByLabel('Code of your app, or a recovery code').fill(person.recoveryCodes[0] ?? '');
  await dialog.getByRole('button', { name: 'Get new codes' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'Keep these recovery codes' })).toBeVisible();
  await expect(elsewhere.getByText('Your second step was reported as lost.')).toHaveCount(0);
  await elsewhere.close();
});

test('[A-8] two administrators grant it, on the user’s page and in the queue; one refuses, and the person reads why', async ({
  page,
  product,
  browser,
}) => {
  test.slow();
  const person = await withApp(product);
  const { call, origin } = product;
  await ask(page, product, person.email);
  const first = await adminToken(call);
  const second = await newColleague(product, first, 'administrator');
  await signedIn(page, first);
  await page.goto(`${origin}/admin/users/${person.id}`);
  const card = page.getByRole('region', { name: 'Lost second step' });
  await expect(card).toContainText(STATEMENT);
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'Grant it');
  const dialog = page.getByRole('dialog', { name: 'Grant the removal of the second step?' });
  await dialog.getByRole('button', { name: 'Grant it' }).click();
  await expect(dialog.getByText('Please give a reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Called the number of the account');
  await dialog.getByRole('button', { name: 'Grant it' }).click();
  await expect(card.getByText('You have granted it.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Grant it' })).toHaveCount(0);

  // An administrator of less than a day does not count as the second one, and refuses as any other.
  const other = await browser.newPage();
  await signedIn(other, second);
  await other.goto(`${origin}/admin/dashboard?kind=factor-resets`);
  const row = other
    .getByRole('list', { name: 'Queue' })
    .getByRole('button', { name: /Sample Person/ })
    .first();
  await row.press('Enter');
  await expect(other.getByText('has granted it.')).toBeVisible();
  expect(await axeFindings(other)).toEqual([]);
  await press(other, 'Grant it');
  const newcomers = other.getByRole('dialog', { name: 'Grant the removal of the second step?' });
  await newcomers.getByLabel('Reason').fill('So did I');
  await newcomers.getByRole('button', { name: 'Grant it' }).click();
  await expect(newcomers.getByText('less than a day')).toBeVisible();
  await newcomers.getByRole('button', { name: 'Not now' }).click();
  await press(other, 'Refuse it');
  const refusal = other.getByRole('dialog', { name: 'Refuse to remove the second step?' });
  await refusal.getByLabel('Reason').fill('The voice was not theirs');
  await refusal.getByRole('button', { name: 'Refuse it' }).click();
  await expect(other.getByText('Refused. The person reads the reason.').first()).toBeVisible();
  await eventually('the mail with the reason', async () => {
    const mails = await product.sandbox.mail(person.email);
    return mails.some(({ text }) => text.includes('The voice was not theirs')) || undefined;
  });
  await other.close();
  const again = await browser.newPage();
  await openSecondStep(again, product, person.email);
  await expect(again.getByText('The voice was not theirs')).toBeVisible();
  await again.close();
});
