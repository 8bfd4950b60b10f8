import type { Browser, Page } from '@playwright/test';

/** As in the other benches: a phone that is this many times slower than this machine. */
const SLOWNESS = 4;
/** Shorter events are not reported by the browser. */
const LEAST_MS = 16;
/** By then a page has finished its work after the first picture, and the browser has reported the press. */
const SETTLED_MS = 1000;

/** A page, and the presses on it. */
export interface Pressing {
  readonly name: string;
  /** The longest wait that is good enough. */
  readonly goalMs: number;
  readonly url: string;
  /** The local storage at the start. */
  readonly stored?: readonly [string, string];
  /** Each step presses something and ends when it is answered. */
  readonly steps: readonly ((page: Page) => Promise<unknown>)[];
}

/**
 * The longest time from a press to the next picture of the page on a slow phone, in milliseconds: Interaction to Next
 * Paint for so few presses, by the browser's own Event Timing, which has steps of 8. At least 16, since shorter ones
 * are not reported.
 */
export async function slowestPress(browser: Browser, { url, stored, steps }: Pressing): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  try {
    if (stored !== undefined) {
      await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [...stored] as const);
    }
    await context.addInitScript(
      ([least]) => {
        Reflect.set(globalThis, 'slowest', least);
        new PerformanceObserver((list) => {
          const told = list.getEntries().filter((entry) => Reflect.get(entry, 'interactionId') > 0);
          const before = Number(Reflect.get(globalThis, 'slowest'));
          Reflect.set(globalThis, 'slowest', Math.max(before, ...told.map(({ duration }) => duration)));
        }).observe(Object.assign({ type: 'event', buffered: true }, { durationThreshold: least }));
      },
      [LEAST_MS] as const,
    );
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS });
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(SETTLED_MS);
    for (const step of steps) {
      await step(page);
      await page.waitForTimeout(SETTLED_MS);
    }
    return await page.evaluate(() => Number(Reflect.get(globalThis, 'slowest')));
  } finally {
    await context.close();
  }
}
