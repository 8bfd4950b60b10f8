import type { Page } from '@playwright/test';

/** Collects the violations of the content security policy by the pages that are opened here. */
export async function collectViolations(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  await page.exposeFunction('reportViolation', (words: string) => found.push(words));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(window, 'reportViolation');
      if (typeof report === 'function') {
        report(`${location.pathname}: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
      }
    });
  });
  return found;
}
