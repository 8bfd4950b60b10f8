import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { contentSecurityPolicy } from './content-security.ts';
import { starting } from './errors.ts';
import { createHttp, type ServerOptions } from './http.ts';
import { allowOrigins } from './other-origins.ts';
import { drain, type Running } from './shutdown.ts';
import type { StartStage } from './start-stage.ts';

/** How long a caller waits before the next try. */
const RETRY_SECONDS = 5;

const STYLE =
  ':root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;padding:1.5rem;box-sizing:border-box;font:1rem/1.5 system-ui,sans-serif}main{max-width:32rem}h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem}p{margin:0 0 .75rem}';
const POLICY = contentSecurityPolicy({
  scripts: [],
  styles: [`'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`],
  // It has no session and does nothing: a shop's frame around the payer's page shows it too.
  isEmbeddable: true,
});
const page = (reload: string): string => `<!doctype html>
<html lang="en-NG"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${reload}<title>The service is starting</title><style>${STYLE}</style></head>
<body><main><h1>The service is starting</h1>
<p>Your money is safe where it is, and nothing was sent or changed because of this.</p>
<p>It mostly takes less than a minute, and longer after a restore from a backup. ${
  reload === '' ? 'Please go back and try again in a moment.' : 'This page loads again by itself.'
}</p></main></body></html>
`;
const PAGE = page(`<meta http-equiv="refresh" content="${RETRY_SECONDS}">`);
// Loading it again would send the form as another kind of request.
const PAGE_AFTER_FORM = page('');

function portOf(http: FastifyInstance): number | undefined {
  const address = http.server.address();
  return typeof address === 'object' ? address?.port : undefined;
}

/** Where callers come in, from the first moment of a start to the end of a stop. */
export interface FrontDoor extends Running {
  readonly port: number;
  /** From now on `http` answers every request; it is closed by the stop. */
  open(http: FastifyInstance): Promise<void>;
}

interface DoorOptions extends ServerOptions {
  /** The path below which the API is. */
  readonly prefix: string;
  readonly corsOrigins: readonly string[];
  readonly stage: Pick<StartStage, 'current'>;
  /** How long it goes on taking requests after it was told to stop, once it is open. */
  readonly graceMs: number;
}

/**
 * Listens at once. Until it is opened it says that it lives, and answers everything else with 503: the API with the
 * reason in words, pages with one that loads again by itself. Nothing of the program is asked for that.
 */
export async function listenAtDoor(
  address: { readonly port: number; readonly host: string },
  { prefix, corsOrigins, stage, graceMs, ...options }: DoorOptions,
): Promise<FrontDoor> {
  let inside: { readonly http: FastifyInstance; readonly answer: RequestListener } | null = null;
  const http = await createHttp({ ...options, passOn: () => inside?.answer ?? null });
  allowOrigins(http, prefix, corsOrigins);
  http.get(`${prefix}/live`, (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send({ status: 'ok', message: 'The program runs, and is not ready yet: it is starting' }),
  );
  for (const path of ['/health', '/ready']) {
    http.get(prefix + path, () => {
      throw starting(RETRY_SECONDS, stage.current());
    });
  }
  // Before a body is read.
  http.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return undefined;
    if (request.url === prefix || request.url.startsWith(`${prefix}/`)) throw starting(RETRY_SECONDS);
    // Set on the raw answer, below Fastify's own headers.
    reply.raw.removeHeader('x-frame-options');
    return reply
      .code(503)
      .headers({
        'content-security-policy': POLICY,
        'cache-control': 'no-store',
        'retry-after': RETRY_SECONDS,
      })
      .type('text/html; charset=utf-8')
      .send(request.method === 'GET' || request.method === 'HEAD' ? PAGE : PAGE_AFTER_FORM);
  });
  await http.listen(address);
  return {
    port: portOf(http) ?? address.port,
    open: async (opened) => {
      await opened.ready();
      inside = { http: opened, answer: (request, response) => opened.routing(request, response) };
    },
    stop: async () => {
      // No load balancer sends requests to one that has not opened.
      await drain([http, ...(inside === null ? [] : [inside.http])], inside === null ? 0 : graceMs);
    },
  };
}
