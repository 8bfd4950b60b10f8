import { once } from 'node:events';
import { createServer } from 'node:http';
import { randomBytes } from 'node:crypto';

/** A page with the weight and the work measured for another product's checkout. */
export interface StandInPage {
  readonly origin: string;
  stop(): void;
}

/**
 * The checkout of BTCPay Server 2.4.1 with its real assets and a stubbed API, as it was measured once beside the drafts
 * of our own page: Lighthouse 12.8.2, phone, 4 × slower processor, medians. Bytes and requests are what the stand-in is
 * made of; its times must be near the measured ones, and the bench prints both.
 */
export const PEER = {
  transferredBytes: 215_000,
  requests: 29,
  simulated: { lcpMs: 2500, tbtMs: 241 },
  applied: { lcpMs: 3650 },
  slow3G: { lcpMs: 10_400 },
} as const;

// How its bytes are spread over its files was not measured: all but the document have the same size.
const DOCUMENT = 12_000;
const SHEETS = 6;
const SCRIPTS = 14;
/** Its texts come as JSON, which its scripts fetch; until then the page is hidden (its public sources). */
const WORDS = 1;
const PICTURES = PEER.requests - 1 - SHEETS - SCRIPTS - WORDS;
/** Headers of an answer, as this server sends them. */
const HEADERS = 200;

/**
 * How long its scripts use this machine's processor; the phone's is four times slower. Only the blocking time after the
 * page is drawn was measured: one task, of which Lighthouse counts the part beyond 50 ms. The other two are our guess.
 */
const START_MS = 3;
const DRAW_MS = 12;
const AFTERWARDS_MS = (PEER.simulated.tbtMs + 50) / 4;

/** Incompressible text. */
const filler = (bytes: number): string =>
  randomBytes(Math.ceil((Math.max(bytes, 0) * 3) / 4))
    .toString('base64url')
    .slice(0, Math.max(bytes, 0));

const WORK = 'const work = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };';

/** The last work of a script-drawn page: texts, then its picture, then the rest. */
const DRAW = `${WORK}
work(${START_MS});
fetch('/words.json').then((answer) => answer.text()).then(() => {
  work(${DRAW_MS});
  document.getElementById('app').innerHTML = '<h1>Sample Bakery</h1><p>Pay 25,000 naira for a sample purpose</p>';
  setTimeout(() => work(${AFTERWARDS_MS}), 50);
});`;
const BEGIN = `{${WORK} work(${START_MS});}`;

type Files = ReadonlyMap<string, { readonly type: string; readonly body: string }>;

function makeFiles(): Files {
  const each = Math.floor((PEER.transferredBytes - DOCUMENT) / (PEER.requests - 1)) - HEADERS;
  const files = new Map<string, { type: string; body: string }>();
  const add = (count: number, ending: string, type: string, body: (index: number) => string): string[] =>
    Array.from({ length: count }, (_, index) => {
      const path = `/${index}.${ending}`;
      files.set(path, { type, body: body(index) });
      return path;
    });
  const sheets = add(SHEETS, 'css', 'text/css', () => `/*${filler(each - 4)}*/`);
  const scripts = add(SCRIPTS, 'js', 'text/javascript', (index) => {
    const work = index === SCRIPTS - 1 ? DRAW : BEGIN;
    return `/*${filler(each - 4 - work.length)}*/${work}`;
  });
  const pictures = add(PICTURES, 'svg', 'image/svg+xml', () => {
    const tag = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><!----></svg>';
    return tag.replace('<!---->', `<!--${filler(each - tag.length).replaceAll('-', '_')}-->`);
  });
  files.set('/words.json', { type: 'application/json', body: JSON.stringify(filler(each - 2)) });
  const head = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A stand-in</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<link rel="icon" href="${pictures[0] ?? ''}">`,
    ...sheets.map((path) => `<link rel="stylesheet" href="${path}">`),
  ];
  const body = [
    '</head><body><main id="app"></main>',
    ...pictures.slice(1).map((path) => `<img src="${path}" alt="" width="1" height="1">`),
    ...scripts.map((path) => `<script src="${path}"></script>`),
  ];
  const markup = [...head, ...body].join('');
  files.set('/', { type: 'text/html', body: `${markup}<!--${filler(DOCUMENT - HEADERS - markup.length)}-->` });
  return files;
}

/**
 * Serves a stand-in for a peer's checkout that can't be run here: with its bytes and requests, drawn by scripts when
 * its texts have come, and with its processor time. Times are by the clock: where the processor itself is slowed they
 * stay the same, so that the stand-in is then faster than what it stands for.
 */
export async function serveStandIn(): Promise<StandInPage> {
  const files = makeFiles();
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url);
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.type ?? 'text/plain' });
    response.end(file?.body ?? '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
