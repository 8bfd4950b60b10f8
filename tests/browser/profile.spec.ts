// A user views and edits their profile: Cancel brings back what is stored, Save keeps it everywhere, and each rule is
// shown in its order and words.
import type { Page } from '@playwright/test';
import { endpoints } from '@kobogate/contract';
import { expect, test } from '../support/fixtures.ts';
import { signUp } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { answering, cutOff, signedIn, stub } from '../support/stubs.ts';

async function openProfile(page: Page, product: Product): Promise<{ token: string; email: string }> {
  const person = await signUp(product);
  await signedIn(page, person.token);
  await page.goto(`${product.origin}/account/profile`);
  return person;
}

const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true }).click();
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const firstName = (page: Page) => page.getByLabel('First name');

test('[C-7] Cancel restores what is stored; Save leaves edit mode and changes every place that shows the user', async ({
  page,
  product,
}) => {
  const { token, email } = await openProfile(page, product);
  await edit(page);
  await expect(firstName(page)).toBeFocused();
  await expect(page.getByLabel('E-mail address')).toHaveValue(email);
  await expect(page.getByLabel('E-mail address')).not.toBeEditable();
  await firstName(page).fill('Ngozi');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Sample Person' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused();
  await edit(page);
  await expect(firstName(page)).toHaveValue('Sample');

  const gender = page.getByLabel('Gender');
  expect(await gender.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual([
    '',
    'male',
    'female',
    'other',
    'prefer-not-to-say',
  ]);
  await firstName(page).fill(' Ngozi ');
  await page.getByLabel('Phone number').fill('+234 (803) 111-2222');
  await gender.selectOption('prefer-not-to-say');
  await save(page);
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(firstName(page)).toBeHidden();
  await expect(page.getByText('Prefer not to say')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Your profile, Ngozi Person' })).toContainText('NP');
  const { data } = await product.call(endpoints.accounts.getUser, { token });
  expect(data).toMatchObject({ first_name: 'Ngozi', phone: '+234 (803) 111-2222', gender: 'prefer-not-to-say', email });
});

test('[E-5] each rule in its order and words; nothing is sent before all are met', async ({ page, product }) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/user/update')) sent += 1;
  });
  await openProfile(page, product);
  await edit(page);
  const phone = page.getByLabel('Phone number');
  const stored = await phone.inputValue();
  await firstName(page).fill(' ');
  await phone.fill('');
  await save(page);
  await expect(page.getByText('First name is required')).toBeVisible();
  await expect(firstName(page)).toBeFocused();
  await firstName(page).fill('Sample');
  await save(page);
  await expect(page.getByText('Phone number is required')).toBeVisible();
  await phone.fill('12345');
  await save(page);
  await expect(page.getByText('Please enter a valid phone number')).toBeVisible();
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await phone.fill(stored);
  await save(page);
  await expect(page.getByRole('alert')).toHaveText('No changes to save');
  expect(sent).toBe(0);
});

test('[C-7] [G-1] a save that fails says why, and keeps what was typed', async ({ page, product }) => {
  await openProfile(page, product);
  await edit(page);
  await page.getByLabel('Last name').fill('Changed');
  for (const [answer, words] of [
    [answering(422, {}), 'An error occurred while updating your profile.'],
    [answering(422, { message: 'This name is taken.' }), 'This name is taken.'],
    [answering(422, { error: 'This name is taken too.' }), 'This name is taken too.'],
    [answering(422, { message: 'Said first.', error: 'Not said.' }), 'Said first.'],
    [answering(422, { error: ['not a text'] }), 'An error occurred while updating your profile.'],
    [cutOff, 'Kindly check your network (network error)'],
  ] as const) {
    await stub(page, 'PATCH', '/user/update', answer);
    await save(page);
    await expect(page.getByRole('alert')).toHaveText(words);
    await expect(page.getByLabel('Last name')).toHaveValue('Changed');
  }
});
