// Every form survives a moment without a network and repeated presses: it says what happened, keeps what was typed,
// sends once however often it is pressed, and is sent as soon as the network is back.
import type { Locator } from '@playwright/test';
import { TEXTS } from '@kobogate/contract';
import { PASSWORD, signUp } from '../support/people.ts';
import { FORMS } from '../forms/all.ts';
import { openAs } from '../forms/form.ts';
import { expect, test } from '../support/fixtures.ts';
import { press } from '../support/press.ts';
import { answering, cutOff, hold, signedIn, stub } from '../support/stubs.ts';

/** Two presses at once: nothing is drawn between them. */
const pressTwice = (button: Locator): Promise<void> =>
  button.evaluate((element) => {
    if (!(element instanceof HTMLElement)) throw new Error('not a button');
    element.click();
    element.click();
  });

for (const { what, open, reach, button, method, call, done } of FORMS) {
  test(`[G-2] ${what}: without a network it says so and keeps what was typed; pressed twice it sends once`, async ({
    page,
    product,
  }) => {
    const values = await open(page, product);
    await reach?.(page);
    const fields = Object.entries(values).map(([label, value]) => ({
      field: page.getByLabel(label, { exact: true }),
      value,
    }));
    for (const { field, value } of fields) await field.fill(value);
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === method && call.test(new URL(request.url()).pathname)) sent += 1;
    });
    const submit = page.getByRole('button', { name: button, exact: true }).last();

    await page.context().setOffline(true);
    await pressTwice(submit);
    await expect(page.getByText(TEXTS.networkError).first()).toBeVisible();
    expect(sent).toBe(1);
    for (const { field, value } of fields) await expect(field).toHaveValue(value);

    await page.context().setOffline(false);
    await expect(submit).toBeEnabled();
    await pressTwice(submit);
    const sign = await done(page);
    if (sign !== undefined) await expect(sign).toBeVisible();
    expect(sent).toBe(2);
  });
}

test('[C-11] a dialog without an answer holds for 10 seconds, then says so and lets go', async ({ page, product }) => {
  await page.clock.install();
  await openAs(page, product, '/account/settings#api-keys', (await signUp(product)).token);
  await press(page, 'Create an API key');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('A sample key');
  await dialog.getByRole('checkbox').first().check();
  await dialog.locator('input[type=password]').fill(PASSWORD);
  await hold(page, 'POST', '/api-keys');
  await dialog.locator('button[type=submit]').click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(page.getByText('Still waiting for an answer.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('[C-11] a switch without an answer says so after 10 seconds, and goes back where none comes', async ({
  page,
  product,
}) => {
  await page.clock.install();
  await openAs(page, product, '/account/settings#notifications', (await signUp(product)).token);
  const letGo = await hold(page, 'PATCH', '/notifications/choices');
  const payouts = page
    .getByRole('region', { name: 'Mails about your money' })
    .getByRole('switch', { name: /^Payouts/ });
  await payouts.click();
  await expect(payouts).not.toBeChecked();
  await page.clock.fastForward(10_000);
  await expect(page.getByText('Still waiting for an answer.')).toBeVisible();
  letGo(cutOff);
  await expect(page.getByRole('alert').getByText(TEXTS.networkError)).toBeVisible();
  await expect(payouts).toBeChecked();
  await expect(page.getByText('Still waiting for an answer.')).toHaveCount(0);
});

test('[C-11] choices of text messages that fail to load say so, and are there after another try', async ({
  page,
  product,
}) => {
  await signedIn(page, (await signUp(product)).token);
  await stub(page, 'GET', '/notifications/text-choices', answering(500, { message: 'The words of the server.' }));
  await page.goto(`${product.origin}/account/settings#texts`);
  const section = page.getByRole('region', { name: 'Text messages' });
  await expect(section.getByText('The words of the server.')).toBeVisible();
  const choices = { deposit: true, approval: true, decline: true, payout: true, failure: true };
  await stub(page, 'GET', '/notifications/text-choices', answering(200, { data: choices }));
  await section.getByRole('button', { name: /again/i }).click();
  await expect(section.getByRole('switch')).toHaveCount(5);
});
