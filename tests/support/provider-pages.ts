import { expect, type Page } from '@playwright/test';
import { press } from './press.ts';

/** Goes to a provider by its button and comes back as a sample person. */
export async function choose(page: Page, provider: string, email: string, name = 'Ada Sample'): Promise<void> {
  await page.getByRole('link', { name: `Continue with ${provider}` }).click();
  await page.getByLabel('Another sample’s e-mail address').fill(email);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await press(page, 'Go on as this sample');
}

/** Gives what a provider's answer leaves open of a new account. */
export async function finish(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Finish signing up');
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  await page.getByLabel('Phone number').fill('0803 000 0009');
  await press(page, 'Create account');
}
