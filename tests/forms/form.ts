import { expect, type Locator, type Page } from '@playwright/test';
import type { Product } from '../support/product.ts';
import { signedIn } from '../support/stubs.ts';

/** A form that sends something. */
export interface Form {
  readonly what: string;
  /** Prepares a user and opens the page. Answers what to type, by label. */
  readonly open: (page: Page, product: Product) => Promise<Readonly<Record<string, string>>>;
  /** Gets to the form and fills in the controls without a label. */
  readonly reach?: (page: Page) => Promise<void>;
  readonly button: string;
  readonly method: string;
  readonly call: RegExp;
  /** The element that shows that it was sent. */
  readonly done: (page: Page) => Locator | Promise<void>;
}

/** Opens a page as the owner of a token, or without one, and waits for the script of a server-rendered page. */
export async function openAs(page: Page, { origin }: Product, path: string, token?: string): Promise<void> {
  if (token !== undefined) await signedIn(page, token);
  await page.goto(origin + path);
  if (token === undefined) await page.waitForLoadState('networkidle');
}

/** The page has gone on to an address. */
export const at = (page: Page, path: RegExp): Promise<void> => expect(page).toHaveURL(path);
