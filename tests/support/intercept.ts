import type { CDPSession, Page } from '@playwright/test';

/** A request that waits for its answer. A request whose page has gone on gets none. */
export interface Intercepted {
  readonly method: string;
  readonly url: URL;
  /** The body, which was JSON. */
  sent(): unknown;
  answer(answer: {
    readonly status: number;
    readonly body: string;
    readonly headers: Readonly<Record<string, string>>;
  }): Promise<void>;
  /** No answer at all, as where the network is down. */
  cutOff(): Promise<void>;
  /** The server's own answer. */
  passOn(): Promise<void>;
  /** The server's own answer, as JSON; the request still waits. */
  serverAnswer(): Promise<unknown>;
}

/** The answer of a request in place of the server's. */
export type Answer = (request: Intercepted) => Promise<void>;

interface Interception {
  readonly matches: (request: Intercepted) => boolean;
  readonly answer: Answer;
}

/** The server's API and pages: the rest is files, which the browser may cache. */
const PATTERNS = ['*/api/*', '*/custom-payment/*'].map((urlPattern) => ({ urlPattern }));

const pages = new WeakMap<Page, Promise<Interception[]>>();

/** The browser's data about a waiting request. */
interface Paused {
  readonly requestId: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly postData?: string;
  };
}

function toAnswer(session: CDPSession, { requestId, request }: Paused): Intercepted {
  const settled = async (sending: Promise<unknown>): Promise<void> => void (await sending.catch(() => undefined));
  return {
    method: request.method,
    url: new URL(request.url),
    sent: () => JSON.parse(request.postData ?? 'null'),
    answer: ({ status, body, headers }) =>
      settled(
        session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: status,
          responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
          body: Buffer.from(body).toString('base64'),
        }),
      ),
    cutOff: () => settled(session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionFailed' })),
    passOn: () => settled(session.send('Fetch.continueRequest', { requestId })),
    serverAnswer: async () => (await fetch(request.url, { headers: request.headers })).json(),
  };
}

async function begin(page: Page): Promise<Interception[]> {
  const all: Interception[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', (paused) => {
    const request = toAnswer(session, paused);
    const last = all.findLast(({ matches }) => matches(request));
    void (last === undefined ? request.passOn() : last.answer(request));
  });
  await session.send('Fetch.enable', { patterns: PATTERNS });
  return all;
}

/**
 * Answers requests to the server's API, `/api/` and the payer's pages, from now on; the newest match answers.
 * With Playwright's own `route` a page caches no file either, and loads the same ones again at each step: that
 * takes an eighth of such a test's processor time.
 */
export async function intercept(page: Page, matches: Interception['matches'], answer: Answer): Promise<void> {
  const begun = pages.get(page) ?? begin(page);
  pages.set(page, begun);
  (await begun).push({ matches, answer });
}

/** Lets the server answer everything again. Held requests stay held. */
export async function interceptNothing(page: Page): Promise<void> {
  (await pages.get(page))?.splice(0);
}
