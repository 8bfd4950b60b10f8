// Every screen in every state: axe finds nothing in light and dark, on a phone and on a desktop; nothing scrolls
// sideways on the smallest phone or at twice the size; every control on a phone is large enough for a thumb; nothing
// moves under reduced motion; no third party is called; the strict content security policy is not violated; and
// apostrophes are typographic.
import type { Page } from '@playwright/test';
import { SCREENS } from './all.ts';
import { axeFindings, overhang, runningAnimations, smallTargets, straightApostrophes } from './findings.ts';
import { expect, test } from './fixtures.ts';
import { collectViolations } from '../support/violations.ts';
import { type State, visit } from './screen.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
// The smallest phone, and a window of 1280 px at 200 %.
const NARROW = [320, 640];

test.describe.configure({ mode: 'parallel' });

/** Checks a state in every form; begins and ends on a phone, in light. */
async function expectNothingWrong(page: Page, { name, exempt }: State): Promise<void> {
  const found: Record<string, unknown> = {};
  found['small'] = await smallTargets(page);
  found['straight'] = await straightApostrophes(page);
  found['phone, light'] = await axeFindings(page, 'everything', exempt);
  await page.emulateMedia({ colorScheme: 'dark' });
  found['phone, dark'] = await axeFindings(page, 'colours');
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: 720 });
    found[`sideways at ${width}`] = await overhang(page);
  }
  await page.setViewportSize(DESKTOP);
  found['desktop, dark'] = await axeFindings(page, 'colours');
  await page.emulateMedia({ colorScheme: 'light' });
  found['desktop, light'] = await axeFindings(page, 'everything', exempt);
  await page.setViewportSize(PHONE);
  // A fault in one state does not hide the next.
  expect.soft(found, name).toEqual({
    small: [],
    straight: [],
    'phone, light': [],
    'phone, dark': [],
    'sideways at 320': 0,
    'sideways at 640': 0,
    'desktop, dark': [],
    'desktop, light': [],
  });
  await expect.poll(() => runningAnimations(page)).toBe(0);
}

for (const screen of SCREENS) {
  test([screen, ...(screen.next ?? [])].map(({ name }) => name).join(', '), async ({ page, stage }) => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== stage.origin) foreign.push(request.url());
    });
    const forbidden = await collectViolations(page);
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await page.setViewportSize(PHONE);
    for await (const state of visit(page, screen, stage)) await expectNothingWrong(page, state);
    expect(foreign).toEqual([]);
    expect(forbidden).toEqual([]);
  });
}
