import type { Page } from '@playwright/test';
import { EVENTS_PATH, TOKEN_STORAGE_KEY } from '@kobogate/contract';
import { type Answer, intercept } from './intercept.ts';

/** Answers with a status and a body in place of the server. */
export const answering =
  (status: number, body: object = {}): Answer =>
  (request) =>
    request.answer({ status, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

/** No answer at all, as where the network is down. */
export const cutOff: Answer = (request) => request.cutOff();

/** The server's own answer after all. */
export const passOn: Answer = (request) => request.passOn();

/** Replaces the answer of a call, named by its method and its path below the API's base, from now on. */
export function stub(page: Page, method: string, path: string | RegExp, answer: Answer): Promise<void> {
  const isMeant = (pathname: string): boolean =>
    typeof path === 'string' ? pathname === `/api${path}` : path.test(pathname);
  return intercept(page, (request) => request.method === method && isMeant(request.url.pathname), answer);
}

/** Holds a call back until it is let go with an answer. */
export async function hold(page: Page, method: string, path: string): Promise<(answer: Answer) => void> {
  let letGo: (answer: Answer) => void = () => undefined;
  const answer = new Promise<Answer>((resolve) => {
    letGo = resolve;
  });
  await stub(page, method, path, async (request) => (await answer)(request));
  return letGo;
}

/**
 * Keeps the page's live stream from opening until it is let go. Once it is open, and at each event, everything that failed
 * is asked for again: a button that offers that goes by itself.
 */
export async function holdStream(page: Page): Promise<() => void> {
  const letGo = await hold(page, 'GET', EVENTS_PATH);
  return () => letGo(cutOff);
}

/** Holds the files back whose addresses match the pattern, until they are let go. */
export async function holdFiles(page: Page, pattern: string): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(pattern, async (route) => {
    await isLetGo;
    await route.continue();
  });
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

/** Opens the browser as a user who has signed in before. */
export const signedIn = (page: Page, token: string): Promise<void> => store(page, { [TOKEN_STORAGE_KEY]: token });

/** The stored session token, or null; of the next document where one is loading. */
export async function tokenIn(page: Page): Promise<string | null> {
  const read = () => page.evaluate((key) => localStorage.getItem(key), TOKEN_STORAGE_KEY);
  return read().catch(async (failure: unknown) => {
    if (!/context was destroyed/.test(String(failure))) throw failure;
    await page.waitForLoadState();
    return read();
  });
}
