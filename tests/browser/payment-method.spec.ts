// The bank form, to the letter of the specification: its list of banks, what it refuses, and how it says that it saved, and that its button
// stays under the pointer.
import { randomInt } from 'node:crypto';
import { endpoints, TEXTS } from '@kobogate/contract';
import { expect, test } from '../support/fixtures.ts';
import { signUp } from '../support/people.ts';
import { press } from '../support/press.ts';
import { answering, hold, signedIn, stub } from '../support/stubs.ts';

test('[C-5] the banks are sorted by the alphabet, and narrowed by any part of a name, whatever its case', async ({
  page,
  product,
}) => {
  const { token } = await signUp(product);
  const { data: banks } = await product.call(endpoints.bankAccounts.listBanks, { token });
  const names = banks.map(({ bank_name: name }) => name).toSorted((one, other) => one.localeCompare(other, 'en'));
  await signedIn(page, token);
  await page.goto(`${product.origin}/account/payment-method`);
  await page.getByRole('button', { name: 'Open list: Bank name' }).click();
  const options = page.getByRole('option');
  await expect(options).toHaveCount(names.length);
  const shown = await options.allInnerTexts();
  expect(shown.map((text) => text.split('\n')[0])).toEqual(names);
  const search = page.getByRole('combobox', { name: 'Bank name' });
  for (const typed of ['MICRO', 'micro', 'Cro']) {
    await search.fill(typed);
    const fitting = banks.filter(({ bank_name: name, aliases }) =>
      [name, ...aliases].some((text) => text.toLowerCase().includes(typed.toLowerCase())),
    );
    expect(fitting.length).toBeGreaterThan(0);
    await expect(options, typed).toHaveCount(fitting.length);
  }
  await search.fill('no bank of this name');
  await expect(options).toHaveCount(0);
  await expect(page.getByText('No bank has this name.')).toBeVisible();
});

test('[E-4] [C-5] all three bank fields are required; a save shows Saved! for 3 seconds, and a name that the bank denies', async ({
  page,
  product,
}) => {
  const { token } = await signUp(product);
  const { data: banks } = await product.call(endpoints.bankAccounts.listBanks, { token });
  const bank = banks.find(({ bank_name: name }) => name === 'Zenith Bank');
  if (bank === undefined) throw new Error('there is no Zenith Bank');
  const accountNumber = String(randomInt(1_000_000_000, 9_999_999_999));
  const accountName = 'JOHN DOE ENTERPRISES';
  await product.sandbox.tellOfAccount({ accountNumber, bankCode: bank.bank_code, accountName });
  const sent: unknown[] = [];
  await stub(page, 'PATCH', '/bank-account', (request) => {
    sent.push(request.sent());
    return request.passOn();
  });
  await signedIn(page, token);
  await page.goto(`${product.origin}/account/payment-method`);
  const save = page.getByRole('button', { name: 'Save bank details' });
  const missing = page.getByText(TEXTS.bankDetailsMissing);
  const steps = [
    () => page.getByLabel('Account number').fill(accountNumber),
    async () => {
      await page.getByRole('combobox', { name: 'Bank name' }).fill('zenith');
      await page.getByRole('option', { name: /^Zenith Bank/ }).click();
    },
    () => page.getByLabel('Account name').fill('Sample Person'),
  ];
  for (const step of steps) {
    await save.click();
    await expect(missing).toBeVisible();
    await step();
  }
  expect(sent).toEqual([]);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await press(page, 'Save bank details');
  const saved = page.getByRole('button', { name: 'Saved!' });
  await expect(saved).toBeVisible();
  expect(sent).toEqual([{ accountNumber, bankName: 'Zenith Bank', accountName: 'Sample Person' }]);
  await page.clock.runFor(2999);
  await expect(saved).toBeVisible();
  await page.clock.runFor(1);
  await expect(saved).toHaveCount(0);
  await expect(save).toBeVisible();
  await expect(page.getByText('The bank has another name for this account')).toBeVisible();
});

test('[C-5] the bank’s answer about the name moves neither the fields below it nor the button that saves', async ({
  page,
  product,
}) => {
  const { token } = await signUp(product);
  const letGo = await hold(page, 'POST', '/bank-account/name');
  await signedIn(page, token);
  await page.goto(`${product.origin}/account/payment-method`);
  await page.getByLabel('Account number').fill('0123456785');
  await page.getByRole('combobox', { name: 'Bank name' }).fill('zenith');
  await page.getByRole('option', { name: /^Zenith Bank/ }).click();
  await expect(page.getByText('Asking the bank for the name')).toBeVisible();
  const places = async () => {
    const found = [];
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      found.push(await page.getByRole('button', { name: 'Save bank details' }).boundingBox());
    }
    return found;
  };
  const before = await places();
  letGo(answering(200, { data: { name: 'ADA NGOZI OBI', digitFits: true } }));
  await expect(page.getByRole('button', { name: 'Use the bank’s name' })).toBeVisible();
  expect(await places()).toEqual(before);
});
