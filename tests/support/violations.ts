import type { Page } from '@playwright/test';

/** Collects what the pages that are opened here were kept from doing by their content security policy. */
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
