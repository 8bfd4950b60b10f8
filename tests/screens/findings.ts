import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

interface Colour {
  r: number;
  g: number;
  b: number;
  alpha: number;
}

declare global {
  interface Window {
    // Its own types leave the colours out.
    axe: typeof axe & { commons: { color: { Color: { prototype: Colour & { parseString(text: string): Colour } } } } };
  }
}

// WCAG 2.2 AA and what it builds on; `best-practice` holds landmarks and the order of headings.
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

// Less than half as long as the package's `source`, which each page would have to parse again.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds on the current page, or in the dialog that covers it: one text a rule, with the elements. The page behind a
 * dialog is a state of its own. `colours` checks contrast alone.
 */
export async function axeFindings(
  page: Page,
  what: 'everything' | 'colours' = 'everything',
  exempt: readonly string[] = [],
): Promise<string[]> {
  await settled(page);
  if (!(await page.evaluate(() => 'axe' in window))) await addAxe(page);
  const options: RunOptions = {
    runOnly: what === 'colours' ? ['color-contrast'] : { type: 'tag', values: TAGS },
    rules: Object.fromEntries(exempt.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
    // Reads all style sheets and media for a rule about sound that plays automatically.
    preload: false,
  };
  return page.evaluate(async (chosen) => {
    // A toast that begins to fade while axe looks is too faint for it: meanwhile nothing fades.
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(still);
    // The sticky header covers a part of what lies at its edge, wherever the page happens to be scrolled to.
    window.scrollTo({ top: 0, behavior: 'instant' });
    const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
    const { violations } = await window.axe.run(dialogs[dialogs.length - 1] ?? document, chosen);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, options);
}

/** Playwright's `evaluate` hands the text to `eval`, which compiles it anew in each page; so the engine has it from the page before. */
async function addAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: AXE });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
  await session.detach();
  await page.evaluate(readEachColourOnce);
}

/** Half of axe's time for contrast goes into reading the same few colours for every text. */
function readEachColourOnce(): void {
  const { prototype } = window.axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map<string, Colour>();
  prototype.parseString = function (text) {
    const { r, g, b, alpha } = known.get(text) ?? parseString.call(this, text);
    known.set(text, { r, g, b, alpha });
    return Object.assign(this, { r, g, b, alpha });
  };
}

/** Waits until the page is rendered and its animations have ended. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/**
 * By how many pixels the page is wider than its window; waits for pop-ups that follow a change of it over some frames.
 */
export function overhang(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const LONGEST_WAIT_MS = 30_000;
    const FRAMES_IN_A_ROW = 5;
    const { documentElement: whole } = document;
    const end = performance.now() + LONGEST_WAIT_MS;
    for (let fitting = 0; fitting < FRAMES_IN_A_ROW && performance.now() < end;) {
      await new Promise(requestAnimationFrame);
      fitting = whole.scrollWidth <= whole.clientWidth ? fitting + 1 : 0;
    }
    return whole.scrollWidth - whole.clientWidth;
  });
}

/**
 * Touch targets smaller than 44 px in width or height. A link inside a sentence is exempt, a radio button
 * or checkbox is as large as its label, and elements behind a dialog can't be touched.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST = 44;
    const dialogs = [...document.querySelectorAll('[role=dialog]')];
    const root = dialogs.at(-1) ?? document;
    const all = [
      ...root.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [role=tab]'),
    ];
    return all.flatMap((element) => {
      const isInSentence =
        element instanceof HTMLAnchorElement &&
        getComputedStyle(element).display === 'inline' &&
        element.parentElement?.textContent !== element.textContent;
      const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (isInSentence || !isVisible || element.closest('[aria-hidden=true], [inert]') !== null) return [];
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
      const isTick = element instanceof HTMLInputElement && ['radio', 'checkbox'].includes(element.type);
      const { width, height } = (isTick && label !== undefined ? label : element).getBoundingClientRect();
      // One pixel: for screen readers only.
      if (width <= 1 || height <= 1) return [];
      // Half a pixel is lost where a box begins between two pixels.
      const isLarge = width >= LEAST - 0.5 && height >= LEAST - 0.5;
      const words = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40);
      return isLarge ? [] : [`${element.tagName} “${words}” ${Math.round(width)} × ${Math.round(height)}`];
    });
  });
}

/** How many animations are running. */
export function runningAnimations(page: Page): Promise<number> {
  return page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
}

/** Words on the page with a straight apostrophe, which is for code only. */
export function straightApostrophes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (text) =>
      text.parentElement?.closest('pre, code, script, style, template') === null
        ? NodeFilter.FILTER_ACCEPT
        : NodeFilter.FILTER_REJECT,
    );
    const found: string[] = [];
    while (texts.nextNode()) found.push(...(texts.currentNode.nodeValue?.match(/\p{L}+'\p{L}+/gu) ?? []));
    return found;
  });
}
