import type { Page, Route } from '@playwright/test';
import { TOKEN_STORAGE_KEY } from '@kobogate/contract';

/** What a call gets in the server's place. */
export type Answer = (route: Route) => Promise<void>;

/** Answers with a status and a body in the server's place. */
export const answering =
  (status: number, body: object = {}): Answer =>
  (route) =>
    route.fulfill({ status, json: body });

/** No answer at all, as where the network is down. */
export const cutOff: Answer = (route) => route.abort('connectionfailed');

/** The server's own answer after all. */
export const passOn: Answer = (route) => route.continue();

/** Puts an answer in the place of a call, named by its method and its path below the API's base, from now on. */
export async function stub(page: Page, method: string, path: string, answer: Answer): Promise<void> {
  await page.route(
    (url) => url.pathname === `/api${path}`,
    (route) => (route.request().method() === method ? answer(route) : route.fallback()),
  );
}

/** Holds a call back until it is let go with an answer. */
export async function hold(page: Page, method: string, path: string): Promise<(answer: Answer) => void> {
  let letGo: (answer: Answer) => void = () => undefined;
  const answer = new Promise<Answer>((resolve) => {
    letGo = resolve;
  });
  await stub(page, method, path, async (route) => (await answer)(route));
  return letGo;
}

/** Stores entries in the browser before the first page loads, and only then. */
export async function store(page: Page, entries: Readonly<Record<string, string>>): Promise<void> {
  await page.addInitScript((given) => {
    if (sessionStorage.getItem('stored') !== null) return;
    sessionStorage.setItem('stored', 'true');
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value);
  }, entries);
}

/** Opens the browser as somebody who has signed in before. */
export const signedIn = (page: Page, token: string): Promise<void> => store(page, { [TOKEN_STORAGE_KEY]: token });

/** The stored session token, or null. */
export const tokenIn = (page: Page): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), TOKEN_STORAGE_KEY);
