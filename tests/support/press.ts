import type { Locator, Page } from '@playwright/test';

/** Presses the button that has exactly this name. */
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Approves the order of a row: opens its dialog, gives the reason where one is needed, and confirms. */
export async function approveOrder(page: Page, row: Locator, reason: string | null = null): Promise<void> {
  await row.getByRole('button', { name: /^Approve/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve this order?' });
  if (reason !== null) await dialog.getByLabel('To approve it, say why it may be paid').fill(reason);
  await dialog.getByRole('button', { name: 'Approve order' }).click();
}
