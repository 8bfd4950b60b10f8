// The settings of an account in a real browser: the password, the devices, and the mails.
import type { Browser, Locator, Page } from '@playwright/test';
import { endpoints } from '@kobogate/contract';
import { interceptNothing } from '../support/intercept.ts';
import { expect, test } from '../support/fixtures.ts';
import { fromNewAddress, PASSWORD, type Person, signUp } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { answering, cutOff, hold, holdStream, passOn, signedIn, stub, tokenIn } from '../support/stubs.ts';
import { eventually } from '../support/wait.ts';

const SETTINGS = '/account/settings';
const NEW = 'a brand new phrase';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

async function logIn({ call }: Product, email: string, password = PASSWORD): Promise<string> {
  const { data } = await call(endpoints.accounts.login, { body: { email, password }, headers: fromNewAddress() });
  return data.token ?? '';
}

/** The settings, and a phone of the same user with the wallets open. */
async function twoDevices(page: Page, browser: Browser, product: Product) {
  const person = await signUp(product);
  const context = await browser.newContext({ userAgent: PHONE, extraHTTPHeaders: fromNewAddress() });
  const phone = await context.newPage();
  await phone.goto(`${product.origin}/login`);
  await phone.getByLabel('E-mail address').fill(person.email);
  await phone.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await phone.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(phone).toHaveURL(`${product.origin}/account/dashboard`);
  await open(page, product, person);
  return { person, phone };
}

async function open(page: Page, product: Product, { token }: Person): Promise<void> {
  await signedIn(page, token);
  await page.goto(product.origin + SETTINGS);
  await expect(page.getByLabel('Current password')).toBeVisible();
}

async function openMessages(page: Page, product: Product, { token }: Person): Promise<void> {
  await signedIn(page, token);
  await page.goto(`${product.origin}${SETTINGS}?part=messages`);
  await expect(page.getByRole('switch').first()).toBeVisible();
}

const devices = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
const passwordForm = (page: Page) => page.getByRole('form', { name: 'Password' });

async function typePasswords(page: Page, current: string, next: string): Promise<void> {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password').fill(next);
  await page.getByRole('button', { name: 'Change password' }).click();
}

test.describe('the password', () => {
  test('[C-10] changed with the current one: this device stays, the others end, only the new one signs in', async ({
    page,
    browser,
    product,
  }) => {
    const { person, phone } = await twoDevices(page, browser, product);
    await expect(devices(page)).toHaveCount(2);
    await typePasswords(page, PASSWORD, NEW);
    await expect(passwordForm(page).getByRole('status')).toHaveText(
      'Your password is changed, and one other device was signed out.',
    );
    await expect(page.getByLabel('Current password')).toHaveValue('');
    await expect(page.getByLabel('New password')).toHaveValue('');
    await expect(devices(page)).toHaveCount(1);

    // In a tab of its own: the phone's first one leaves by itself, and would interrupt the way here.
    const tab = await phone.context().newPage();
    await tab.goto(`${product.origin}/account/wallets`, { waitUntil: 'commit' });
    await expect(tab).toHaveURL(`${product.origin}/login`);
    expect(await tokenIn(tab)).toBeNull();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await expect(logIn(product, person.email)).rejects.toThrow(/401/);
    expect(await logIn(product, person.email, NEW)).not.toBe('');
    const mail = await eventually('a mail about it', async () =>
      (await product.sandbox.mail(person.email)).find(({ subject }) => subject.includes('password was changed')),
    );
    expect(mail.text).toContain('one other device was signed out');
    await phone.context().close();
  });

  test('[C-10] [B-3] [G-2] the rules before anything is sent, then the server’s words; a wrong current one and no answer keep what was typed and end no session', async ({
    page,
    product,
  }) => {
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/user/password')) sent += 1;
    });
    await open(page, product, await signUp(product));
    const alert = passwordForm(page).getByRole('alert');
    await typePasswords(page, PASSWORD, '');
    await expect(alert).toHaveText('Please fill in all required fields');
    await expect(page.getByLabel('New password')).toBeFocused();
    await typePasswords(page, PASSWORD, 'short');
    await expect(alert).toHaveText('Please choose a password of at least 8 characters.');
    await typePasswords(page, PASSWORD, PASSWORD);
    await expect(alert).toHaveText('This is your password already. Please choose another one.');
    expect(sent).toBe(0);
    await typePasswords(page, PASSWORD, 'password1');
    await expect(alert).toContainText('one of the first that others would guess');
    expect(sent).toBe(1);

    await typePasswords(page, 'not my password', NEW);
    await expect(alert).toHaveText('The current password is not right. Please type it again.');
    await expect(page.getByLabel('Current password')).toHaveValue('not my password');
    await expect(page).toHaveURL(product.origin + SETTINGS);
    expect(await tokenIn(page)).not.toBeNull();

    await stub(page, 'PUT', '/user/password', cutOff);
    await typePasswords(page, PASSWORD, NEW);
    await expect(alert).toContainText('Kindly check your network (network error)');
    await expect(alert).toContainText('may have been changed all the same');
    await stub(page, 'PUT', '/user/password', answering(503));
    await typePasswords(page, PASSWORD, NEW);
    await expect(alert).toHaveText('Your password could not be changed. Please try again.');
    await expect(page.getByLabel('New password')).toHaveValue(NEW);
  });
});

test.describe('the devices', () => {
  test('[C-10] [B-3] each is named in words; one that is signed out lands at login with its next call', async ({
    page,
    browser,
    product,
  }) => {
    const { phone } = await twoDevices(page, browser, product);
    await expect(devices(page).first()).toContainText('This device');
    await expect(devices(page).first()).toContainText('Active now');
    const row = devices(page).filter({ hasText: 'Safari on iPhone' });
    await expect(row).toContainText(/Last seen \d.* Lagos time,\sjust now/);
    await expect(row).toContainText(/From 10\.\d+\.\d+\.x, signed in \d.* Lagos time,\sjust now/);
    await expect(devices(page).first().getByRole('button')).toHaveCount(0);

    await row.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
    await expect(page.getByText('That device is signed out.')).toBeVisible();
    await expect(devices(page)).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused();
    await expect(page.getByText('You are not signed in anywhere else.')).toBeVisible();

    await phone.goto(`${product.origin}/account/wallets`);
    await expect(phone).toHaveURL(`${product.origin}/login`);
    expect(await tokenIn(phone)).toBeNull();
    await phone.context().close();
  });

  test('[C-10] everywhere else at once, and this device stays', async ({ page, product }) => {
    const person = await signUp(product);
    const others = [await logIn(product, person.email), await logIn(product, person.email)];
    await open(page, product, person);
    await expect(devices(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(page.getByText('Every other device is signed out.')).toBeVisible();
    await expect(devices(page)).toHaveCount(1);
    for (const token of others)
      await expect(product.call(endpoints.accounts.getUser, { token })).rejects.toThrow(/401/);
    await page.reload();
    await expect(devices(page)).toHaveCount(1);
  });

  test('[C-10] a sign-out that fails says so and keeps the row; one that came too late shows the current state', async ({
    page,
    product,
  }) => {
    const person = await signUp(product);
    await logIn(product, person.email);
    const { data } = await product.call(endpoints.sessions.list, { token: person.token });
    const other = data.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    await open(page, product, person);
    const button = page.getByRole('button', { name: /^Sign out Unknown device/ });
    const letGo = await hold(page, 'DELETE', `/user/sessions/${other}`);
    await button.click();
    await expect(page.getByRole('button', { name: 'Signing out...' })).toBeDisabled();
    letGo(answering(503, {}));
    await expect(page.getByText('That device could not be signed out. Please try again.')).toBeVisible();
    await expect(devices(page)).toHaveCount(2);
    await interceptNothing(page);
    await stub(page, 'DELETE', `/user/sessions/${other}`, async (request) => {
      await product.call(endpoints.sessions.end, { token: person.token, params: { id: other } });
      await request.passOn();
    });
    await button.click();
    await expect(page.getByText('This device is signed out already.')).toBeVisible();
    await expect(devices(page)).toHaveCount(1);
  });

  test('[C-10] [C-11] says that it is loading, and offers another try where it failed', async ({ page, product }) => {
    const letStreamGo = await holdStream(page);
    const letGo = await hold(page, 'GET', '/user/sessions');
    await open(page, product, await signUp(product));
    await expect(page.getByLabel('Loading your devices')).toBeVisible();
    letGo(answering(422, { message: 'The list is being mended.' }));
    const region = page.getByRole('region', { name: 'Where you are signed in' });
    await expect(region.getByRole('alert')).toContainText('The list is being mended.');
    await interceptNothing(page);
    await region.getByRole('button', { name: 'Try again' }).click();
    await expect(devices(page)).toHaveCount(1);
    letStreamGo();
  });
});

test.describe('the choice of mails', () => {
  const mails = (page: Page) => page.getByRole('group', { name: 'Mails about' });
  const payouts = (page: Page) => mails(page).getByRole('switch', { name: 'Payouts' });
  const CHOICES = '/notifications/choices';

  test('where the reader’s own colours are forced, on differs from off, and a button has words and an edge', async ({
    page,
    product,
  }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await open(page, product, await signUp(product));
    const looks = (target: Locator) =>
      target.evaluate((element) => {
        const { backgroundColor: ground, borderTopWidth: edge, color, forcedColorAdjust } = getComputedStyle(element);
        return { ground, edge, color, forcedColorAdjust };
      });
    const primary = await looks(page.getByRole('button', { name: 'Change password' }));
    expect(primary).toMatchObject({ edge: '1px', forcedColorAdjust: 'none' });
    expect(primary.ground).not.toBe(primary.color);
    expect(await looks(page.getByRole('button', { name: 'Set up' }))).toMatchObject({ edge: '1px' });
    await page.getByRole('tab', { name: 'Messages' }).click();
    const on = mails(page).getByRole('switch', { name: 'Deposits' });
    await expect(on).toBeChecked();
    const off = page.getByRole('switch', { checked: false }).first();
    expect((await looks(on)).ground).not.toBe((await looks(off)).ground);
  });

  test('[C-10] each kind is turned off and on by a switch that acts at once and stays; protecting mails always go', async ({
    page,
    product,
  }) => {
    const person = await signUp(product);
    await openMessages(page, product, person);
    const switches = mails(page).getByRole('switch');
    await expect(switches).toHaveCount(5);
    for (const name of ['Deposits', 'Approvals', 'Declines', 'Payouts', 'Failures']) {
      await expect(mails(page).getByRole('switch', { name })).toBeChecked();
    }
    const letGo = await hold(page, 'PATCH', CHOICES);
    await payouts(page).focus();
    await page.keyboard.press('Space');
    await expect(payouts(page)).not.toBeChecked();
    letGo(passOn);
    await mails(page).getByRole('switch', { name: 'Declines' }).click();
    await expect
      .poll(async () => (await product.call(endpoints.notifications.getChoices, { token: person.token })).data)
      .toEqual({ deposit: true, approval: true, decline: false, payout: false, failure: true });
    await page.reload();
    await expect(payouts(page)).not.toBeChecked();
    await expect(mails(page).getByRole('switch', { name: 'Declines' })).not.toBeChecked();
    await expect(page.getByText(/Always on: mails about your password, your payout account/)).toBeVisible();
  });

  test('[C-10] text messages are off until the user chooses them, and leave the mails as they are; a change that fails is undone and says why', async ({
    page,
    product,
  }) => {
    const person = await signUp(product);
    await openMessages(page, product, person);
    const texts = page.getByRole('group', { name: 'Text messages about' }).getByRole('switch', { name: 'Payouts' });
    await expect(texts).not.toBeChecked();
    await texts.click();
    await expect(texts).toBeChecked();
    await expect
      .poll(async () => (await product.call(endpoints.notifications.getTextChoices, { token: person.token })).data)
      .toEqual({ deposit: false, approval: false, decline: false, payout: true, failure: false });
    await expect(payouts(page)).toBeChecked();

    const region = page.getByRole('region', { name: 'Mails about your money' });
    await stub(page, 'PATCH', CHOICES, answering(503, { message: 'The server is tired.' }));
    await payouts(page).click();
    await expect(region.getByRole('alert')).toHaveText(
      'Payouts: the change was not confirmed, so the switch is back where it was.The server is tired.',
    );
    await expect(payouts(page)).toBeChecked();
    await stub(page, 'PATCH', CHOICES, cutOff);
    await payouts(page).click();
    await expect(region.getByRole('alert')).toContainText('Kindly check your network (network error)');
    await expect(payouts(page)).toBeChecked();
  });

  test('[C-10] of quick clicks on one switch the last one is stored on the server too', async ({ page, product }) => {
    const person = await signUp(product);
    await openMessages(page, product, person);
    const letGo = await hold(page, 'PATCH', CHOICES);
    for (let click = 0; click < 3; click += 1) await payouts(page).click();
    await expect(payouts(page)).not.toBeChecked();
    const saved: unknown[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'PATCH') saved.push(response.request().postDataJSON());
    });
    letGo(passOn);
    await expect.poll(() => saved).toEqual([{ payout: false }, { payout: true }, { payout: false }]);
    const { data } = await product.call(endpoints.notifications.getChoices, { token: person.token });
    expect(data.payout).toBe(false);
    await expect(payouts(page)).not.toBeChecked();
  });
});
