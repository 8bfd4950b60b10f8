// The operator changes settings in a real browser, and they apply: to visitors, to accounts, to orders. These
// tests change the whole gateway, so they have one of their own.
import type { Page } from '@playwright/test';
import { endpoints, EVENTS_PATH, TEXTS } from '@kobogate/contract';
import { interceptNothing } from '../support/intercept.ts';
import { newCustomer, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken, signUp } from '../support/people.ts';
import { type Product, startProduct, WITHOUT_WATCHERS } from '../support/product.ts';
import { answering, cutOff, passOn, signedIn, stub } from '../support/stubs.ts';

let running: Product;
let admin = '';
test.beforeAll(async () => {
  running = await startProduct({ environment: async () => WITHOUT_WATCHERS });
  admin = await adminToken(running.call);
});
test.afterAll(() => running.stop());

const form = (page: Page, name: string) => page.getByRole('form', { name });
const save = (page: Page, name: string) => page.getByRole('button', { name: `Save ${name}` }).click();

async function openSettings(page: Page): Promise<void> {
  await signedIn(page, admin);
  await page.goto(`${running.origin}/admin/settings`);
  await expect(form(page, 'brand')).toBeVisible();
}

test('[A-6] the sample’s text marked as one, then the operator’s own, everywhere and in the history', async ({
  page,
}) => {
  const about = `${running.origin}/about`;
  await page.goto(about);
  await expect(page.getByRole('main')).toContainText('a B2B one-click crypto payment platform');
  await expect(page.getByText('Licensed in Nigeria under a payment services act.')).toBeVisible();
  await expect(page.getByText('This line is sample text.')).toBeVisible();

  await openSettings(page);
  const licence = 'Licensed by the Central Bank of Nigeria, PSS/0042';
  await page.getByLabel('Licence line').fill(licence);
  await page.getByLabel('Company name').fill('Marina Payments');
  await page.getByLabel('Support e-mail').fill('not an address');
  await save(page, 'brand');
  await expect(page.getByLabel('Support e-mail')).toBeFocused();
  await expect(page.getByText('Please enter a valid email address, or leave it empty')).toBeVisible();
  await page.getByLabel('Support e-mail').fill('help@example.test');
  await page.getByRole('button', { name: 'Add a channel' }).click();
  await page.getByLabel('Name of channel 1').fill('Mastodon');
  await page.getByLabel('Address of channel 1').fill('http://example.test');
  await save(page, 'brand');
  await expect(page.getByLabel('Address of channel 1')).toBeFocused();
  await page.getByLabel('Address of channel 1').fill('https://example.test/us');
  await save(page, 'brand');
  await expect(page.getByText('Brand saved')).toBeVisible();
  await page.getByText(/^Changed by /).click();
  const changes = page.getByRole('list', { name: 'Changes of brand' });
  await expect(changes).toContainText(`Licensed in Nigeria under a payment services act became ${licence}`);
  await expect(changes).toContainText('Support e-mail: nothing became help@example.test');

  await page.goto(about);
  await expect(page.getByText(`${licence}.`)).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Marina Payments is a B2B one-click');
  await expect(page.getByText('This line is sample text.')).toHaveCount(0);
  // The address is still the sample's, and is marked so.
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('A sample address.');
  await expect(footer).toContainText('Marina Payments');
  await expect(footer.getByRole('link', { name: 'Mastodon' })).toHaveAttribute('href', 'https://example.test/us');
  await page.goto(`${running.origin}/support`);
  await expect(page.getByRole('link', { name: 'help@example.test' })).toBeVisible();
});

test('[H-5] [R2] clearing policy, limits, rate locks: wrong input in words, then they apply to the next order', async ({
  page,
}) => {
  await openSettings(page);
  await page.getByRole('switch', { name: 'Clear small orders automatically' }).click();
  await save(page, 'clearing policy');
  await expect(page.getByLabel('Clear automatically below')).toBeFocused();
  await expect(form(page, 'clearing policy')).toContainText('Please enter naira above 0 in plain digits');
  await page.getByLabel('Clear automatically below').fill('100000');
  await page.getByLabel('Only accounts at least').fill('soon');
  await save(page, 'clearing policy');
  await expect(form(page, 'clearing policy')).toContainText('Please enter whole days');
  await page.getByLabel('Only accounts at least').fill('0');
  await save(page, 'clearing policy');
  await expect(page.getByText('Clearing policy saved')).toBeVisible();

  await page.getByLabel('Smallest conversion').fill('2000000');
  await page.getByLabel('Largest conversion').fill('1000000');
  await save(page, 'limits');
  await expect(form(page, 'limits').getByRole('alert')).toContainText(
    'The smallest conversion can’t be larger than the largest one.',
  );
  await page.getByLabel('Smallest conversion').fill('20000');
  await save(page, 'limits');
  await expect(page.getByText('Limits saved')).toBeVisible();
  await save(page, 'limits');
  await expect(form(page, 'limits').getByRole('alert')).toContainText(TEXTS.noChanges);

  const { token } = await newCustomer(running);
  const pair = { currency: 'USDT', network: 'bsc' };
  await expect(placeOrder(running, token, { ...pair, amount: '5' })).rejects.toThrow(
    'The smallest conversion is ₦20,000.00',
  );
  expect(await placeOrder(running, token, { ...pair, amount: '20' })).toMatchObject({ status: 'processing' });
  expect(await placeOrder(running, token, { ...pair, amount: '200' })).toMatchObject({ status: 'pending' });

  await page.getByLabel('One customer locks at most').fill('400000');
  await save(page, 'rate locks');
  await expect(page.getByText('Rate locks saved')).toBeVisible();
  await expect(placeOrder(running, token, { ...pair, amount: '200' })).rejects.toThrow('at most ₦400,000.00 can be');

  await page.goto(`${running.origin}/admin/dashboard`);
  await expect(page.getByText('Below ₦100,000.00')).toBeVisible();
  await page.getByRole('link', { name: 'Change in Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Clearing policy' })).toBeInViewport();
});

test('[D-1] holds and tiers are kept, and a customer whose tier is set converts as much as it allows', async ({
  page,
}) => {
  await openSettings(page);
  await page.getByLabel('It counts as new for').fill('36');
  await save(page, 'holds');
  await expect(page.getByText('Holds saved')).toBeVisible();
  const automatic = page.getByLabel('Orders clear automatically from');
  const most = form(page, 'tiers').getByRole('group', { name: 'Tier 1' }).getByLabel('At a time at most');
  await automatic.selectOption('Tier 1');
  await most.fill('35000');
  await save(page, 'tiers');
  await expect(page.getByText('Tiers saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('It counts as new for')).toHaveValue('36');
  await expect(automatic).toHaveValue('1');
  await expect(most).toHaveValue(/^35,?000$/);

  const { email, token } = await newCustomer(running);
  const pair = { currency: 'USDT', network: 'bsc' };
  await placeOrder(running, token, { ...pair, amount: '25' });
  const { data: found } = await running.call(endpoints.adminUsers.list, { token: admin, query: { search: email } });
  await page.goto(`${running.origin}/admin/users/${found[0]?.id}`);
  await page.getByRole('button', { name: 'Set tier' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Tier', { exact: true }).selectOption('Tier 1');
  await dialog.getByLabel('Reason').fill('Sample papers were seen');
  await dialog.getByRole('button', { name: 'Save tier' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Tier 1', { exact: true })).toBeVisible();
  await expect(page.getByText('Reason: Tier 0 became 1. Sample papers were seen')).toBeVisible();
  await expect(placeOrder(running, token, { ...pair, amount: '25' })).rejects.toThrow(
    'Your account converts up to ₦35,000.00 at a time.',
  );
  await placeOrder(running, token, { ...pair, amount: '20' });
});

/**
 * Saves the switches and waits for the answer itself: the message of the save before may still be on the screen.
 */
async function saveSwitches(page: Page): Promise<void> {
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/admin/settings/switches') && response.request().method() !== 'GET',
  );
  await save(page, 'switches');
  expect((await answered).status()).toBe(200);
}

test('[C-9] [C-10] what the operator switches off shows Coming Soon, and what is on is shown', async ({
  page,
  browser,
}) => {
  const person = await signUp(running);
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signedIn(theirs, person.token);
  const soon = theirs.getByRole('main').getByText(TEXTS.comingSoon, { exact: true });
  await theirs.goto(`${running.origin}/account/settings`);
  await expect(theirs.getByRole('button', { name: 'Change password' })).toBeVisible();
  await expect(soon).toHaveCount(0);

  await openSettings(page);
  const links = page.getByRole('switch', { name: 'Payment links' });
  for (const isOn of [true, false]) {
    if ((await links.isChecked()) !== isOn) {
      await links.click();
      await saveSwitches(page);
    }
    await theirs.goto(`${running.origin}/account/payment-link`);
    await expect(isOn ? theirs.getByText('No payment links yet') : soon).toBeVisible();
  }

  await page.getByRole('switch', { name: 'Account settings' }).click();
  await saveSwitches(page);
  await expect(page.getByText('Switches saved').last()).toBeVisible();
  await theirs.goto(`${running.origin}/account/settings`);
  await expect(soon).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Change password' })).toHaveCount(0);
  await page.getByRole('switch', { name: 'Account settings' }).click();
  await saveSwitches(page);
  await theirs.reload();
  await expect(theirs.getByRole('button', { name: 'Change password' })).toBeVisible();
  await context.close();
});

test('the second administrator sees the conflict, keeps what was typed, and can’t save over the first', async ({
  page,
}) => {
  await openSettings(page);
  const { data } = await running.call(endpoints.settings.read, { token: admin });
  const { version, value } = data.brand;
  await running.call(endpoints.settings.saveBrand, {
    token: admin,
    body: { version, value: { ...value, summary: 'what the first one wrote' } },
  });
  await page.getByLabel('What it is').fill('what the second one wrote');
  await save(page, 'brand');
  await expect(form(page, 'brand').getByRole('alert')).toContainText('This has been changed since you opened it');
  await expect(page.getByLabel('What it is')).toHaveValue('what the second one wrote');
  await expect(page.getByRole('button', { name: 'Save brand' })).toBeDisabled();
  await page.getByRole('button', { name: 'Show the current one' }).click();
  await expect(page.getByLabel('What it is')).toHaveValue('what the first one wrote');
  await expect(page.getByRole('button', { name: 'Save brand' })).toBeEnabled();
});

test('[C-11] [G-2] a save that fails keeps what was typed, and settings that do not load can be loaded again', async ({
  page,
}) => {
  await openSettings(page);
  await stub(page, 'PUT', '/admin/settings/limits', cutOff);
  await page.getByLabel('Largest conversion').fill('777777');
  await save(page, 'limits');
  await expect(form(page, 'limits').getByRole('alert')).toContainText(TEXTS.networkError);
  await expect(page.getByLabel('Largest conversion')).toHaveValue('777777');
  await interceptNothing(page);
  // A stream of events that opens late would load everything again by itself, before the press.
  await stub(page, 'GET', EVENTS_PATH, cutOff);
  await stub(page, 'GET', '/admin/settings', answering(403, { message: 'This page is for administrators.' }));
  await page.reload();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This page is for administrators.');
  await stub(page, 'GET', '/admin/settings', passOn);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(form(page, 'limits')).toBeVisible();
});

test('a switch and a limit are set by keyboard alone', async ({ page }) => {
  await openSettings(page);
  const toggle = page.getByRole('switch', { name: 'Clear small orders automatically' });
  const wasOn = await toggle.isChecked();
  await toggle.focus();
  await page.keyboard.press('Space');
  await expect(toggle).toBeChecked({ checked: !wasOn });
  await expect(page.getByRole('button', { name: 'Save clearing policy' })).toBeVisible();
  await page.getByLabel('Smallest conversion').fill('30000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Limits saved')).toBeVisible();
  await expect(page.getByLabel('Smallest conversion')).toBeFocused();
});
