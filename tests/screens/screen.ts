import { expect, type Page } from '@playwright/test';
import { endpoints, type UserId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import type { Answer } from '../support/intercept.ts';
import { answering, hold, signedIn, stub } from '../support/stubs.ts';
import type { Stage } from './stage.ts';
import type { World } from './world.ts';

/** A page in one state: the accessibility tests check it and `npm run screenshots` takes it. */
export interface State {
  /** `area/page-state`: the picture's folder and name. */
  readonly name: string;
  /** Brings the page into the state. */
  readonly act?: (page: Page) => Promise<void>;
  /** Shows that something is still loading, where that is the state. */
  readonly underWay?: string;
  /** Rules of axe that do not apply here, and why. */
  readonly exempt?: readonly string[];
}

/** A visit to a page, with its first state. */
export interface Screen extends State {
  readonly as: 'visitor' | 'newcomer' | 'customer' | 'admin';
  readonly path: string | ((world: World) => string);
  /** Answers that the page gets in place of the server's. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** States of the same visit that follow, each on the one before: loading the page for each takes twice as long. */
  readonly next?: readonly State[];
}

/** A skeleton, in the place of the content. */
export const SKELETON = '[aria-label^=Loading]';

/** Opens the page and brings it into each of its states in turn. A state is ready, with fonts, when it is yielded. */
export async function* visit(page: Page, screen: Screen, { origin, world }: Stage): AsyncGenerator<State> {
  if (screen.as !== 'visitor') await signedIn(page, world[screen.as].token);
  await screen.prepare?.(page);
  await page.goto(origin + (typeof screen.path === 'string' ? screen.path : screen.path(world)));
  if (screen.underWay === undefined) await expectLoaded(page);
  let before: string | undefined;
  for (const state of [screen, ...(screen.next ?? [])]) {
    const { act, underWay } = state;
    await act?.(page);
    if (before !== undefined) await expect(page.locator(before)).toHaveCount(0);
    if (underWay !== undefined) await expect(page.locator(underWay).first()).toBeVisible();
    else await expectLoaded(page);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    yield state;
    before = underWay;
  }
}

async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('h1, [role=alert]').first()).toBeAttached();
  await expect(page.locator('[aria-label^=Loading], .animate-pulse, .animate-spin')).toHaveCount(0);
}

/** A call without an answer in one state of a visit, and with one in a later state. */
export function heldCall(method: string, path: string) {
  const held = new WeakMap<Page, (answer: Answer) => void>();
  return {
    prepare: async (page: Page): Promise<void> => {
      held.set(page, await hold(page, method, path));
    },
    /** From now on the call gets this answer. */
    answer: (page: Page, answer: Answer): void => held.get(page)?.(answer),
  };
}

/** Closes the open dialog, if there is one, and opens that of the first button with this name. */
export async function openDialog(page: Page, button: string | RegExp): Promise<void> {
  const open = page.locator('[role=dialog], dialog[open]');
  if ((await open.count()) > 0) await page.keyboard.press('Escape');
  await expect(open).toHaveCount(0);
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').waitFor();
}

/** A dialog over the page. */
export const dialog = (name: string, button: string | RegExp): State => ({
  name,
  act: (page) => openDialog(page, button),
});

/** A sample person of the team. */
export const COLLEAGUE = idFor<UserId>('colleague');

/** The signed-in person is that colleague, as far as the page knows. */
export const asColleague = (page: Page): Promise<void> =>
  stub(page, 'GET', '/user', async (request) => {
    const { data } = endpoints.accounts.getUser.answer.parse(await request.serverAnswer());
    await answering(200, { data: { ...data, id: COLLEAGUE } })(request);
  });
