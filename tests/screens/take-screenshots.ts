// Not a test: Playwright's runner takes the pictures, because it starts the product, distributes the work
// and reports which screen could not be brought into its state.
import { fileURLToPath } from 'node:url';
import { SCREENS } from './all.ts';
import { test } from './fixtures.ts';
import { README_PICTURES } from './readme.ts';
import { visit } from './screen.ts';

const FOLDER = fileURLToPath(new URL('../../screenshots/', import.meta.url));
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

const isForReadme = process.env['README_PICTURES'] === 'true';
const README_FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));

test.describe.configure({ mode: 'parallel' });

for (const { screen, size, colorScheme } of isForReadme ? README_PICTURES : []) {
  test(screen.name, async ({ page, stage }) => {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
    await page.setViewportSize(size);
    for await (const state of visit(page, screen, stage)) {
      await page.screenshot({ path: `${README_FOLDER}${state.name}.png`, animations: 'disabled' });
    }
  });
}

for (const screen of isForReadme ? [] : SCREENS) {
  test(screen.name, async ({ page, stage }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for await (const state of visit(page, screen, stage)) {
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.evaluate(() => window.scrollTo(0, 0));
        const fullPage = (await page.getByRole('dialog').count()) === 0;
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const path = `${FOLDER}${state.name}-${size.width}-${colorScheme}.png`;
          await page.screenshot({ path, fullPage, animations: 'disabled' });
        }
      }
    }
  });
}
