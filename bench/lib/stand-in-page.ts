import { once } from 'node:events';
import { createServer } from 'node:http';
import { randomBytes } from 'node:crypto';

/** A page made to weigh what another product's checkout was measured to weigh. */
export interface StandInPage {
  readonly url: string;
  stop(): void;
}

// BTCPay Server 2.4.1's checkout: 215 kB over the wire in 29 requests, drawn in the browser by its scripts.
const TRANSFERRED = 215_000;
const REQUESTS = 29;
/** Its document, sheets and scripts; all else is pictures. How its bytes lie among them was not measured. */
const DOCUMENT = 12_000;
const SHEETS = 6;
const SCRIPTS = 14;
const PICTURES = REQUESTS - 1 - SHEETS - SCRIPTS;
/** Headers of an answer, as this server sends them. */
const HEADERS = 200;

/** Text that no compression makes smaller. */
const filler = (bytes: number): string =>
  randomBytes(Math.ceil((Math.max(bytes, 0) * 3) / 4))
    .toString('base64url')
    .slice(0, Math.max(bytes, 0));

const DRAW = "document.getElementById('app').innerHTML='<h1>Sample Bakery</h1><p>Pay 25,000 naira</p>';";

function makeFiles(): Map<string, { type: string; body: string }> {
  const each = Math.floor((TRANSFERRED - DOCUMENT) / (REQUESTS - 1)) - HEADERS;
  const files = new Map<string, { type: string; body: string }>();
  const add = (count: number, ending: string, type: string, body: (index: number) => string): string[] =>
    Array.from({ length: count }, (_, index) => {
      const path = `/${index}.${ending}`;
      files.set(path, { type, body: body(index) });
      return path;
    });
  const sheets = add(SHEETS, 'css', 'text/css', () => `/*${filler(each - 4)}*/`);
  const scripts = add(SCRIPTS, 'js', 'text/javascript', (index) => {
    const work = index === SCRIPTS - 1 ? DRAW : '';
    return `/*${filler(each - 4 - work.length)}*/${work}`;
  });
  const pictures = add(PICTURES, 'svg', 'image/svg+xml', () => {
    const tag = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><!----></svg>';
    return tag.replace('<!---->', `<!--${filler(each - tag.length).replaceAll('-', '_')}-->`);
  });
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
 * Serves a stand-in for a peer's checkout that can't be run here: its bytes, its requests, and that scripts draw it. What its
 * scripts and its server take beyond that is left out, so that it is faster than what it stands for.
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
    url: `http://127.0.0.1:${port}/`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
