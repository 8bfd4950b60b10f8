// Everything important can be done with the keyboard alone: from sign-up to a conversion, and an administrator's
// approval. The focus is always visible; a new page gets it, a dialog gives it back to its opener, and where a control
// disappears the place around it gets it.
import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { TOKEN_STORAGE_KEY } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken, mailCode, newEmail, signUp, signUpForm } from '../support/people.ts';
import { ADMIN } from '../support/product.ts';
import { answering, holdFiles, signedIn, stub } from '../support/stubs.ts';

const FURTHEST = 120;

/** Presses Tab until the focus is there. Throws where it never comes, or where it can't be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let count = 0; count < FURTHEST; count += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      // A list's field draws the ring on the label around it.
      const ring = target.locator('xpath=ancestor-or-self::*[position()<=2]');
      const styles = await ring.evaluateAll((all) => all.map((element) => getComputedStyle(element).outlineStyle));
      expect(styles.some((style) => style !== 'none')).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${target.toString()}`);
}
async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}
async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}
/** Goes to a list of choices and down it until the one is chosen. */
async function choose(page: Page, list: Locator, name: RegExp): Promise<void> {
  await press(page, list.getByRole('radio').first(), 'Space');
  const wanted = list.getByRole('radio', { name });
  for (let step = 0; step < 20 && !(await wanted.isChecked()); step += 1) await page.keyboard.press('ArrowDown');
  await expect(wanted).toBeChecked();
}

test('from sign-up to a conversion with the keyboard alone', async ({ page, product }) => {
  test.slow();
  const email = newEmail();
  const form = signUpForm(email);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto(`${product.origin}/signup`);
  await type(page, page.getByLabel('First name'), form.first_name);
  await type(page, page.getByLabel('Last name'), form.last_name);
  await type(page, page.getByLabel('E-mail address'), email);
  await type(page, page.getByLabel('Phone number'), form.phone);
  await type(page, page.getByLabel('Password', { exact: true }), form.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/verify-otp$/);
  await type(page, page.getByLabel('Digit 1 of 4'), await mailCode(product.sandbox, email));
  await expect(page).toHaveURL(/\/account\/dashboard$/);

  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();

  const entry = (name: RegExp) => page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name });
  await press(page, entry(/^Set Payment Method/));
  await expect(heading).toBeFocused();
  await type(page, page.getByLabel('Account number'), String(randomInt(1_000_000_000, 9_999_999_999)));
  await type(page, page.getByRole('combobox', { name: 'Bank name' }), 'access bank');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Bank name' })).toHaveValue('Access Bank');
  await type(page, page.getByLabel('Account name'), 'Sample Person');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved!')).toBeVisible();

  await press(page, entry(/^Wallet/));
  await press(page, button('Generate New Wallet'));
  const dialog = page.getByRole('dialog');
  await choose(page, dialog.getByRole('group', { name: 'Currency' }), /USDT/);
  await press(page, button('Next'));
  await choose(page, dialog.getByRole('group', { name: 'Network' }), /BNB Smart Chain/);
  await press(page, button('Next'));
  await press(page, button('Generate wallet'));
  await press(page, button('Done'));
  await expect(dialog).toBeHidden();

  await press(page, entry(/^Convert to Naira/));
  await type(page, page.getByLabel('Amount', { exact: true }), '25.5');
  await expect(page.getByRole('status').filter({ hasText: /^₦[\d,]*[1-9]/ })).toBeVisible();
  await press(page, button('Generate Transaction'));
  await expect(heading).toContainText('25.5 USDT to');
  await expect(heading).toBeFocused();
});

test('an admin logs in, finds an order and approves it with the keyboard alone', async ({ page, product }) => {
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '31.75' });
  await payAndMine(product, order);
  await orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
  await page.goto(`${product.origin}/login`);
  await type(page, page.getByLabel('E-mail address'), ADMIN.email);
  await type(page, page.getByLabel('Password', { exact: true }), ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/dashboard/);
  await tabTo(page, page.getByRole('tab', { name: 'Dashboard' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  // An order is found by its number, from anywhere on the page; the view is in the address.
  await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search')).toBeFocused();
  await page.keyboard.type(order.id);
  await expect(page).toHaveURL(new RegExp(`search=${order.id}`));
  await expect(page.getByRole('row')).toHaveCount(2);
  // In a field it is a character.
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search')).toHaveValue(`${order.id}/`);
  await expect(page.getByText('Nothing matches.')).toBeVisible();
  await page.keyboard.press('Backspace');
  const row = page.getByRole('row').filter({ hasText: customer.email });
  await press(page, row.getByRole('button', { name: /^Approve/ }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Approve order' }));
  await expect(row.getByText('Approved')).toBeVisible();
  // The button is gone: its row has the focus.
  await expect(row.getByRole('button', { name: /details of the order$/ })).toBeFocused();
});

test('a dialog that is closed gives the focus back to its opener', async ({ page, product }) => {
  const customer = await newCustomer(product);
  await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25.5' });
  const openAndLeave = async (opener: Locator) => {
    await press(page, opener);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener).toBeFocused();
  };
  await signedIn(page, customer.token);
  await page.goto(`${product.origin}/account/wallets`);
  await openAndLeave(page.getByRole('button', { name: 'Generate New Wallet' }));
  await openAndLeave(page.getByRole('button', { name: 'QR code' }));

  const admin = await adminToken(product.call);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [TOKEN_STORAGE_KEY, admin] as const);
  await page.goto(`${product.origin}/admin/dashboard?tab=orders`);
  const row = page.getByRole('row').filter({ hasText: customer.email });
  await openAndLeave(row.getByRole('button', { name: /details of the order$/ }));
  await openAndLeave(row.getByRole('button', { name: /^Decline/ }));

  // A window of 1280 px at 400 %: the end of a dialog can be reached.
  await page.setViewportSize({ width: 320, height: 256 });
  await press(page, row.getByRole('button', { name: /^Decline/ }));
  const decline = page.getByRole('dialog').getByRole('button', { name: 'Decline order' });
  await tabTo(page, decline);
  await expect(decline).toBeInViewport({ ratio: 1 });
});

test('a dialog handles Escape from its first moment, also one whose code loads late', async ({ page, product }) => {
  const customer = await newCustomer(product);
  await signedIn(page, customer.token);
  await page.setViewportSize({ width: 412, height: 823 });
  const release = await holdFiles(page, '**/assets/dialog-*.js');
  await page.goto(`${product.origin}/account/dashboard`);
  await page.evaluate(() => {
    // Before any other task of the page, so that no listener can be a moment late.
    new MutationObserver(() => {
      if (document.querySelector('[role=dialog]') === null || 'dialogs' in document.body.dataset) return;
      document.body.dataset['dialogs'] = 'seen';
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
      );
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: 'Open menu' }).click();
  release();
  await expect(page.locator('body[data-dialogs=seen]')).toBeAttached();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the keys after the one that opens a dialog are the dialog’s, before the next picture', async ({
  page,
  product,
}) => {
  const customer = await newCustomer(product);
  await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '26.5' });
  await signedIn(page, await adminToken(product.call));
  await page.goto(`${product.origin}/admin/dashboard?tab=orders&search=${encodeURIComponent(customer.email)}`);
  await expect(page.getByRole('button', { name: /details of the order$/ })).toBeVisible();
  await page.keyboard.press('j');
  // As on a busy machine: no picture is drawn any more.
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog', { name: 'Decline this order?' });
  await expect(dialog).toContainText('26.5 USDT');
  await page.keyboard.press('Tab');
  await page.keyboard.type('A sample reason');
  await expect(dialog.getByLabel('In your own words (optional)')).toHaveValue('A sample reason');
});

test('the second press of a double one is none in the dialog that the first has opened', async ({ page, product }) => {
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '27.5' });
  const token = await adminToken(product.call);
  await signedIn(page, token);
  const decisions: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith(`/order/${order.id}`)) decisions.push(request.url());
  });
  await page.goto(`${product.origin}/admin/dashboard?tab=orders&search=${encodeURIComponent(customer.email)}`);
  const row = page.getByRole('row').filter({ hasText: customer.email });
  const dialog = page.getByRole('dialog');
  // Beside the dialog, where a press would close it.
  await row.getByRole('button', { name: /^Approve/ }).dblclick();
  await expect(dialog.getByRole('button', { name: 'Approve order' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // On a phone the decision's button comes where that of the panel was.
  await page.setViewportSize({ width: 390, height: 844 });
  await row.getByRole('button', { name: /details of the order$/ }).click();
  await expect(dialog.getByText('Ledger entries').or(dialog.getByText('Timeline')).first()).toBeVisible();
  const decline = dialog.getByRole('button', { name: /^Decline the order/ });
  const place = await decline.boundingBox();
  if (place === null) throw new Error('there is no button');
  await page.mouse.dblclick(place.x + place.width / 2, place.y + place.height / 2);
  const confirm = page.getByRole('button', { name: 'Decline order' });
  await expect(confirm).toBeVisible();
  expect(decisions).toEqual([]);
  // A press of its own is one.
  await confirm.click();
  await expect.poll(() => decisions.length).toBe(1);
});

test('a dialog begins at its first field; opened by touch at itself, so that no keyboard covers it', async ({
  browser,
  product,
}) => {
  const customer = await newCustomer(product);
  await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25.5' });
  const context = await browser.newContext({ hasTouch: true });
  const page = await context.newPage();
  await signedIn(page, await adminToken(product.call));
  await page.goto(`${product.origin}/admin/dashboard?tab=orders`);
  const row = page.getByRole('row').filter({ hasText: customer.email });
  const decline = row.getByRole('button', { name: /^Decline/ });
  const dialog = page.getByRole('dialog');
  const focusOf = async (open: () => Promise<void>, place: Locator) => {
    await open();
    await expect(place).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };
  const reason = dialog.getByLabel('Reason', { exact: true });
  await focusOf(() => press(page, decline), reason);
  await focusOf(() => decline.click(), reason);
  await focusOf(() => decline.tap(), dialog);
  // A dialog that only informs or asks begins at its safest button.
  const details = row.getByRole('button', { name: /details of the order$/ });
  await focusOf(() => press(page, details), dialog.getByRole('button', { name: 'Close' }));
  await context.close();
});

test('Tab leaves an open list of banks closed behind it, with nothing hidden from screen readers', async ({
  page,
  product,
}) => {
  await signedIn(page, (await signUp(product)).token);
  await page.goto(`${product.origin}/account/payment-method`);
  await type(page, page.getByRole('combobox', { name: 'Bank name' }), 'bank');
  const list = page.getByRole('listbox');
  await expect(list).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(list).toHaveCount(0);
  await expect(page.getByLabel('Account name')).toBeFocused();
  await expect(page.locator('#content').locator('xpath=ancestor-or-self::*[@aria-hidden]')).toHaveCount(0);
});

test('a button has the focus again after sending, and a mistyped address gets it', async ({ page, product }) => {
  await stub(page, 'POST', '/auth/login', answering(422, { message: 'The server says no.' }));
  await page.goto(`${product.origin}/login`);
  const email = page.getByLabel('E-mail address');
  await email.fill('sample@example');
  await page.getByLabel('Password', { exact: true }).fill('sample');
  const submit = page.getByRole('button', { name: 'Login', exact: true });
  await press(page, submit);
  await expect(email).toBeFocused();
  await email.fill('sample@example.test');
  await press(page, submit);
  await expect(page.getByText('The server says no.')).toBeVisible();
  await expect(submit).toBeFocused();
});
