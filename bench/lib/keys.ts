import type { Page } from '@playwright/test';

/** What the screen of the desk shows as the answer to a key. */
export interface Answer {
  /** A dialog with this text, which has the focus. */
  readonly dialog?: string;
  /** The row of this order says that it is approved, where it is on the page: the next one may be on another. */
  readonly decided?: string;
  /** The evidence of this order stands beside the list. */
  readonly beside?: string;
  /** The page says this, as a pattern. */
  readonly said?: string;
}

const TIMES = 'timesToAnswers';
const LONGEST_MS = 30_000;

/**
 * Presses a key, and answers how long it took from the browser's own time of the key until each of the answers was in
 * a picture, in milliseconds. Throws where one does not come.
 */
export async function pressUntil(page: Page, key: string, answers: readonly Answer[]): Promise<number[]> {
  // What compiles this names functions by a helper, which a page does not have.
  await page.evaluate('globalThis.__name ??= (same) => same');
  // Listening before the key is pressed.
  await page.evaluate(
    ([name, wanted, longest]) => {
      const text = (selector: string): string =>
        [...document.querySelectorAll(selector)].map(({ textContent }) => textContent).join('\n');
      const isThere = ({ dialog, decided, beside, said }: (typeof wanted)[number]): boolean =>
        (dialog === undefined ||
          (document.activeElement?.closest('[role=dialog]')?.textContent ?? '').includes(dialog)) &&
        (decided === undefined || /^$|Approved/.test(text(`tr:has([data-order="${decided}"])`))) &&
        (beside === undefined || text('aside').includes(beside)) &&
        (said === undefined || new RegExp(said).test(text('output')));
      const times = new Promise<number[]>((resolve, reject) => {
        const begin = ({ timeStamp }: Event): void => {
          const found: (number | null)[] = wanted.map(() => null);
          // In a frame's callback: what was there in the one before has been drawn by now.
          let before: boolean[] = wanted.map(() => false);
          const look = (): void => {
            const now = performance.now();
            for (const [index, wasThere] of before.entries()) if (wasThere) found[index] ??= now - timeStamp;
            if (found.every((time) => time !== null)) return resolve(found.flatMap((time) => time ?? []));
            if (now - timeStamp > longest) return reject(new Error(`no answer: ${JSON.stringify(wanted)}`));
            before = wanted.map(isThere);
            requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        };
        addEventListener('keydown', begin, { capture: true, once: true });
      });
      Reflect.set(globalThis, name, times);
    },
    [TIMES, answers, LONGEST_MS] as const,
  );
  await page.keyboard.press(key);
  return page.evaluate((name): Promise<number[]> => Reflect.get(globalThis, name), TIMES);
}
