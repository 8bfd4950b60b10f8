import { expect, type Page } from '@playwright/test';
import { signedIn } from '../support/stubs.ts';
import type { Stage } from './stage.ts';
import type { World } from './world.ts';

/** A page in one of its states: what the accessibility tests look at and `npm run screenshots` takes. */
export interface Screen {
  /** `area/page-state`: the picture's folder and name. */
  readonly name: string;
  readonly as: 'nobody' | 'newcomer' | 'customer' | 'admin';
  readonly path: string | ((world: World) => string);
  /** Answers that the page is to get in the server's place. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** What brings the opened page into the state. */
  readonly act?: (page: Page) => Promise<void>;
  /** What shows that something is still under way, where that is the state. */
  readonly underWay?: string;
  /** Rules of axe that do not hold here, and why that is right. */
  readonly exempt?: readonly string[];
}

/** A skeleton, which stands where the content will be. */
export const SKELETON = '[aria-label^=Loading]';

/** Opens the screen in its state. It is there, fonts and all, when this ends. */
export async function show(page: Page, screen: Screen, { origin, world }: Stage): Promise<void> {
  if (screen.as !== 'nobody') await signedIn(page, world[screen.as].token);
  await screen.prepare?.(page);
  await page.goto(origin + (typeof screen.path === 'string' ? screen.path : screen.path(world)));
  if (screen.underWay === undefined) await expectLoaded(page);
  await screen.act?.(page);
  if (screen.underWay !== undefined) await expect(page.locator(screen.underWay).first()).toBeVisible();
  else await expectLoaded(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('h1, [role=alert]').first()).toBeAttached();
  await expect(page.locator('[aria-label^=Loading], .animate-pulse, .animate-spin')).toHaveCount(0);
}
