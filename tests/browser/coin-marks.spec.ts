// Coins and networks are recognised at 16 px: every mark is drawn, and no two look alike, on light and on dark.
import { CURRENCIES, NETWORK_IDS } from '@kobogate/contract';
import { expect, test } from '../support/fixtures.ts';

const SIZE = 16;
const GROUNDS = { light: '#fffdf8', dark: '#131f1a' };
/** Of 255, on average over all pixels and channels. */
const LEAST_DIFFERENCE = 6;
/** Networks that carry the mark of their own coin. */
const COINS_NETWORKS = new Set(['mainnet', 'ethereum', 'bsc', 'solana', 'cardano', 'polkadot', 'tron']);

test('every coin and network has a mark that is told from all others at 16 px', async ({ page, product }) => {
  await page.goto(`${product.origin}/`);
  const marks: Record<string, string> = {};
  for (const name of [...CURRENCIES, ...NETWORK_IDS]) {
    const drawing = page.locator(`svg[data-mark="${name}"]`).first();
    await expect(drawing, name).toHaveCount(1);
    marks[name] = await drawing.evaluate((svg) => svg.outerHTML);
  }
  await page.goto('about:blank');
  for (const ground of Object.values(GROUNDS)) {
    const drawn: [string, number[]][] = [];
    for (const [name, svg] of Object.entries(marks)) {
      if (COINS_NETWORKS.has(name)) continue;
      const pixels = await page.evaluate(
        async ({ markup, colour, size }) => {
          const image = new Image(size, size);
          const sized = markup.replace(
            '<svg ',
            `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" `,
          );
          image.src = `data:image/svg+xml,${encodeURIComponent(sized)}`;
          await image.decode();
          const canvas = new OffscreenCanvas(size, size);
          const context = canvas.getContext('2d');
          if (context === null) throw new Error('this browser does not draw');
          context.fillStyle = colour;
          context.fillRect(0, 0, size, size);
          context.drawImage(image, 0, 0, size, size);
          return [...context.getImageData(0, 0, size, size).data];
        },
        { markup: svg, colour: ground, size: SIZE },
      );
      expect(new Set(pixels).size, `${name} is one colour`).toBeGreaterThan(8);
      for (const [other, others] of drawn) {
        const sum = pixels.reduce((total, value, at) => total + Math.abs(value - (others[at] ?? 0)), 0);
        expect(sum / pixels.length, `${name} and ${other} look alike on ${ground}`).toBeGreaterThan(LEAST_DIFFERENCE);
      }
      drawn.push([name, pixels]);
    }
  }
});
