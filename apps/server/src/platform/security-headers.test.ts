// The security headers are made once for all answers, and stand on each as they did when they were made for each: the same names and bytes in
// the same order on a page, an answer of the API, a refusal and a stream; what one answer changes of them changes no other.
import { get } from 'node:http';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterEach, expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security.ts';
import { createHttp } from './http.ts';
import { allowOrigins, READABLE_ANYWHERE } from './other-origins.ts';

/** As helmet 8 writes them. */
const USUAL = [
  'Cross-Origin-Opener-Policy: same-origin',
  'Cross-Origin-Resource-Policy: same-origin',
  'Origin-Agent-Cluster: ?1',
  'Referrer-Policy: no-referrer',
  'X-Content-Type-Options: nosniff',
  'X-DNS-Prefetch-Control: off',
  'X-Download-Options: noopen',
  'X-Frame-Options: DENY',
  'X-Permitted-Cross-Domain-Policies: none',
  'X-XSS-Protection: 0',
];
const OVER_TLS = USUAL.toSpliced(4, 0, 'Strict-Transport-Security: max-age=63072000');
/** Without the words of the policy, which is the same on all but the page that others may embed. */
const OWN_NAMES = new Set(OVER_TLS.map((line) => line.split(':', 1)[0]?.toLowerCase()));

const embeddable = { styles: [], scripts: [], connect: ['https://rpc.example'], isEmbeddable: true };
const POLICY = contentSecurityPolicy();
const SHOP = 'https://shop.example';

let close: () => Promise<unknown> = async () => undefined;
afterEach(() => close());

async function serve(publicOrigin?: string) {
  const http = await createHttp({ log: silentLog, ...(publicOrigin === undefined ? {} : { publicOrigin }) });
  close = () => http.close();
  allowOrigins(http, '/api', [SHOP]);
  http.get('/api/thing', (_request, reply) => reply.send({}));
  http.get('/api/open', (_request, reply) => reply.headers(READABLE_ANYWHERE).send({}));
  http.get('/page', (_request, reply) => reply.type('text/html').send('page'));
  http.get('/embed', (_request, reply) => {
    reply.raw.removeHeader('x-frame-options');
    return reply.header('content-security-policy', contentSecurityPolicy(embeddable)).type('text/html').send('page');
  });
  http.get('/stream', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: 1\n\n');
  });
  http.get('/bug', () => {
    throw new Error('fails');
  });
  const { origin: address } = new URL(await http.listen({ port: 0, host: '127.0.0.1' }));
  /** The security headers as they are sent, and the policy. */
  return (path: string, origin?: string): Promise<{ lines: string[]; policy: string }> =>
    new Promise((resolve, reject) => {
      const headers = origin === undefined ? {} : { origin };
      const asked = get(`${address}${path}`, { headers, agent: false }, (answer) => {
        answer.resume();
        const { rawHeaders } = answer;
        const lines = rawHeaders.flatMap((name, at) =>
          at % 2 === 0 && OWN_NAMES.has(name.toLowerCase()) ? [`${name}: ${rawHeaders[at + 1] ?? ''}`] : [],
        );
        resolve({ lines, policy: [answer.headers['content-security-policy'] ?? []].flat().join() });
      });
      asked.once('error', reject);
    });
}

const readable = (lines: readonly string[]): string[] =>
  lines.map((line) => (line.startsWith('Cross-Origin-Resource') ? 'cross-origin-resource-policy: cross-origin' : line));

test('[F-13] each kind of answer has the headers, byte for byte, and none has what another one changed', async () => {
  const ask = await serve();
  // Twice: what the first round changed would be seen in the second.
  for (let round = 0; round < 2; round += 1) {
    for (const path of ['/page', '/api/thing', '/bug', '/nothing'])
      expect(await ask(path), path).toEqual({ lines: USUAL, policy: POLICY });
    expect((await ask('/stream')).lines).toEqual(USUAL);
    expect(await ask('/embed')).toEqual({
      lines: USUAL.filter((line) => !line.startsWith('X-Frame')),
      policy: contentSecurityPolicy(embeddable),
    });
    expect(await ask('/api/thing', SHOP)).toEqual({ lines: readable(USUAL), policy: POLICY });
    expect((await ask('/api/open')).lines.toSorted()).toEqual(readable(USUAL).toSorted());
  }
});

test('[F-13] over TLS the header that keeps browsers to it is among them', async () => {
  const ask = await serve('https://pay.example');
  for (const path of ['/page', '/api/thing', '/bug'])
    expect(await ask(path)).toEqual({ lines: OVER_TLS, policy: POLICY });
});
