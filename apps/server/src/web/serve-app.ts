import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { RENDERER } from './serve-site.ts';

/** Serves the built web app's files, and its start document at every page address that has no file. */
export async function serveApp(http: FastifyInstance, root: string): Promise<void> {
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
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
