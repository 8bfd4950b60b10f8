// Axe looks at each combination of text and ground once, and again wherever that look says nothing: a fault in colours is found
// beside and behind what has passed, whatever else was seen before.
import { expect, test } from '@playwright/test';
import { axeFindings } from './findings.ts';

const GOOD = '<p id="good">A text that can be read</p>';

const FAULTS = [
  ['a faint text', '<p style="color: #bbb">Faint</p>'],
  ['the same text on another ground', '<div style="background: #444"><p>Dark on dark</p></div>'],
  ['a smaller text', '<p style="color: #888; font-size: 14px">Small</p>'],
  ['a text in a box that lets the ground through', '<div style="opacity: 0.3"><p>Through</p></div>'],
  [
    'a text that is placed over something else',
    '<div style="position: relative; height: 60px"><div style="background: #444; height: 60px"></div>' +
      '<p style="position: absolute; top: 0">Over it</p></div>',
  ],
  [
    'a text that is moved out of its ground',
    '<div style="background: #444; height: 60px"></div><p style="margin-top: -50px">Out</p>',
  ],
] as const;

test('each fault in colours is found beside a text that has passed, each time', async ({ page }) => {
  const show = async (body: string): Promise<string[]> => {
    await page.setContent(
      `<!doctype html><html lang="en"><title>Sample</title><style>html { background: #fff; color: #222 }
        .large { color: #888; font-size: 40px }</style><main><h1>Sample</h1><p class="large">Large</p>${GOOD}${body}</main>`,
    );
    return axeFindings(page);
  };
  expect(await show('')).toEqual([]);
  for (const [what, added] of FAULTS) {
    // What has failed is never taken for known.
    for (const time of ['first', 'second']) {
      expect(await show(added), `${what}, the ${time} time`).toEqual([expect.stringMatching(/^color-contrast: .*<p/)]);
    }
  }
  expect(await show('')).toEqual([]);
});

test('a text of a disabled control, which may be faint, is judged once the control is not disabled any more', async ({
  page,
}) => {
  await page.setContent(
    `<!doctype html><html lang="en"><title>Sample</title><main><h1>Sample</h1>
      <button style="color: #bbb; background: #fff" disabled>Send it</button></main>`,
  );
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button').evaluate((button) => button.removeAttribute('disabled'));
  expect(await axeFindings(page)).toEqual([expect.stringContaining('color-contrast')]);
});

test('what has passed is not looked at again', async ({ page }) => {
  await page.setContent(`<!doctype html><html lang="en"><title>Sample</title><main><h1>Sample</h1>${GOOD}</main>`);
  expect(await axeFindings(page, 'colours')).toEqual([]);
  let looks = 0;
  await page.exposeFunction('noteLook', () => {
    looks += 1;
  });
  await page.evaluate(() => {
    const { run } = window.axe;
    Object.assign(window.axe, {
      run: (...given: Parameters<typeof run>) => {
        Object(window).noteLook();
        return run(...given);
      },
    });
  });
  expect(await axeFindings(page, 'colours')).toEqual([]);
  expect(looks).toBe(0);
});
