import type { Site, SiteFacts } from '@kobogate/contract';
import type { FastifyInstance } from 'fastify';
import { contentSecurityPolicy } from '../platform/content-security.ts';
import type { Log } from '../platform/log.ts';
import { encodeDocument, sendDocument, type RenderedDocument } from './rendered-document.ts';

const FAILED = `<!doctype html><html lang="en-NG"><meta charset="utf-8"><title>Something went wrong</title>
<h1>Something went wrong on this page</h1>
<p>It could not be drawn. Nothing was sent because of it, and your money is safe where it is. Please load it again in a
moment.</p><p><a href="/account/dashboard">Go to the dashboard</a></p></html>`;

/**
 * Serves the public pages as complete documents. A page is drawn once for the same facts; while the facts can't be
 * read, the last version is served.
 */
export function serveSite(
  http: FastifyInstance,
  { site, readFacts, log }: { site: Site; readFacts: () => Promise<SiteFacts>; log: Log },
): void {
  const policy = contentSecurityPolicy(site.inline);
  const draw = createDrawing(site);
  const latest = keepLatest(readFacts, log);
  for (const path of site.paths) {
    http.get(path, async (request, reply) => {
      try {
        const document = await draw(path, await latest());
        return await sendDocument(request, reply.header('content-security-policy', policy), document);
      } catch (error) {
        request.log.error({ err: error }, 'a public page could not be drawn');
        return reply.code(500).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(FAILED);
      }
    });
    // The user typed a slash at the end.
    if (path !== '/') http.get(`${path}/`, (_request, reply) => reply.redirect(path, 308));
  }
}

/** Draws pages, each once as long as the facts stay the same. */
function createDrawing(site: Site): (path: string, facts: SiteFacts) => Promise<RenderedDocument> {
  const drawn = new Map<string, { key: string; document: Promise<RenderedDocument> }>();
  return (path, all) => {
    // Rates change often, and one page alone shows them.
    const facts = path === '/' ? all : { ...all, coins: [], ratesAt: null };
    const key = JSON.stringify(facts);
    const known = drawn.get(path);
    if (known?.key === key) return known.document;
    const document = encodeDocument(site.render(path, facts));
    drawn.set(path, { key, document });
    return document;
  };
}

function keepLatest(readFacts: () => Promise<SiteFacts>, log: Log): () => Promise<SiteFacts> {
  let latest: SiteFacts | undefined;
  return async () => {
    try {
      latest = await readFacts();
    } catch (error) {
      if (latest === undefined) throw error;
      log.warn({ err: error }, 'the facts for the public pages could not be read; they stay as they were');
    }
    return latest;
  };
}
