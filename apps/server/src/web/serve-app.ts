import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentSecurityPolicy } from '../platform/content-security.ts';
import { sendDocument } from './rendered-document.ts';
import { RENDER_FOLDER } from './load-renderer.ts';
import { openStartDocument } from './start-document.ts';

/** The script that merchants embed in their pages. */
const EMBED_SCRIPT = /\/embed\.js(?:\.br|\.gz)?$/;

/** The addresses of the files that the build made for browsers: server code and build metadata are not served. */
async function addressesOf(root: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  const addresses = files.map(({ parentPath, name }) => `/${relative(root, join(parentPath, name))}`);
  return new Set(addresses.filter((address) => !address.startsWith(`/${RENDER_FOLDER}/`)));
}

/**
 * Serves the built web app's files, as they are named at the start, and its start document at every page address
 * without a file.
 */
export async function serveApp(http: FastifyInstance, { root }: { root: string }): Promise<void> {
  const addresses = await addressesOf(root);
  const startDocument = await openStartDocument(root);
  const policy = contentSecurityPolicy(startDocument.inline);
  await http.register(fastifyStatic, {
    root,
    // By default it would read a file's whole folder for each request.
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      // Vite names its files by content; all others must be revalidated.
      const isNamedByContent = path.includes('/assets/');
      response.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (!EMBED_SCRIPT.test(path)) return;
      // Every page of a merchant's shop requests it; a change of ours may take some minutes to reach all.
      response.header('cache-control', 'public, max-age=600').header('cross-origin-resource-policy', 'cross-origin');
    },
  });
  http.get<{ Params: { '*': string } }>('/*', ({ params }, reply) => {
    const address = `/${params['*']}`;
    return addresses.has(address) ? reply.sendFile(address) : reply.callNotFound();
  });
  http.setNotFoundHandler(async (request, reply): Promise<FastifyReply> => {
    const [path = ''] = request.url.split('?');
    const { document, isPage } = startDocument.at(path);
    if (!isForReading(request, isPage)) {
      return reply.code(404).header('cache-control', 'no-store').send({ message: 'There is nothing at this address.' });
    }
    reply.code(isPage ? 200 : 404).header('content-security-policy', policy);
    return sendDocument(request, reply, await document);
  });
}

/**
 * Whether an answer is a document: for browsers everywhere, and at a page of the app for every program that reads and
 * takes any type, such as one that looks whether links lead somewhere.
 */
function isForReading(
  { method, headers: { accept = '*/*' } }: Pick<FastifyRequest, 'method' | 'headers'>,
  isPage: boolean,
): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return accept.includes('text/html') || (isPage && accept.includes('*/*'));
}
