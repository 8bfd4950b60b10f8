import type { Page } from '@playwright/test';

/** Presses the button that has exactly this name. */
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
