import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { PAYMENT_API_META } from '@kobogate/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { contentSecurityPolicy } from '../platform/content-security.ts';
import { RENDERER } from './serve-site.ts';

/**
 * Serves the built web app's files, and its start document at every page address that has no file. `paymentApi`, where
 * the payment page asks something else than this server, is written into that document and allowed by its policy.
 */
export async function serveApp(
  http: FastifyInstance,
  { root, paymentApi }: { root: string; paymentApi: string | null },
): Promise<void> {
  const start = paymentApi === null ? null : await startDocument(root, paymentApi);
  await http.register(fastifyStatic, {
    root,
    wildcard: true,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // What runs in the server, and what its builder remembers, is nobody's business.
    allowedPath: (path) => !path.startsWith(`/${dirname(RENDERER)}/`) && !path.startsWith('/.'),
    setHeaders: (response, path) => {
      // Vite names what it builds by content; everything else must be asked for again.
      const isNamedByContent = path.includes('/assets/');
      response.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  http.setNotFoundHandler((request, reply): FastifyReply => {
    const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (!isPage) return reply.code(404).send({ message: 'There is nothing at this address.' });
    reply.header('cache-control', 'no-cache');
    if (start === null || paymentApi === null) return reply.sendFile('index.html');
    const policy = contentSecurityPolicy({ styles: [], scripts: [], connect: [new URL(paymentApi).origin] });
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(start);
  });
}

async function startDocument(root: string, paymentApi: string): Promise<string> {
  const document = await readFile(join(root, 'index.html'), 'utf8');
  const address = paymentApi.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return document.replace('</head>', () => `<meta name="${PAYMENT_API_META}" content="${address}" /></head>`);
}
