import { type Endpoint, endpoints, EVENTS_PATH, PRODUCT_NAME } from '@kobogate/contract';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readChanges } from './live-changes.ts';
import type { Database } from './platform/database.ts';
import { notFound } from './platform/errors.ts';
import { createHttp, type HttpOptions, mountRoutes, requireCaller } from './platform/http.ts';
import { mountLive } from './platform/live.ts';
import { describeApi } from './platform/openapi.ts';
import { type Route, route } from './platform/route.ts';

const PREFIX = '/api';

export interface ApiDependencies extends HttpOptions {
  readonly database: Database;
  /** Every feature's routes. */
  readonly routes: readonly Route[];
  /** Where payout providers call back to, by path below `/api`; each takes any JSON and never fails for its content. */
  readonly callbacks: Readonly<Record<string, (body: unknown) => Promise<void>>>;
  /** Folder of the built web app; null serves the API alone. */
  readonly webDirectory: string | null;
}

/** The HTTP server with every feature's routes, the live stream, the API's own description and the web app. */
export async function createApi(dependencies: ApiDependencies): Promise<FastifyInstance> {
  const { database, callbacks, webDirectory } = dependencies;
  const routes = [...dependencies.routes, healthRoute(database)];
  requireComplete(routes);
  const http = await createHttp(dependencies);
  mountRoutes(http, PREFIX, routes, dependencies);
  const description = describeApi(
    routes.map(({ endpoint }) => endpoint),
    { title: `${PRODUCT_NAME} API`, version: '1' },
  );
  http.get(`${PREFIX}/openapi.json`, (_request, reply) => reply.send(description));
  mountLive(http, PREFIX + EVENTS_PATH, {
    readChanges: () => readChanges(database),
    signIn: (request) => requireCaller(request, { access: 'user' }, dependencies),
    log: dependencies.log,
  });
  for (const [path, receive] of Object.entries(callbacks)) {
    http.post(PREFIX + path, async (request, reply) => {
      await receive(request.body);
      return reply.send({ message: 'Received' });
    });
  }
  http.all(`${PREFIX}/*`, () => {
    throw notFound('There is no such call.');
  });
  if (webDirectory !== null) await mountWeb(http, webDirectory);
  return http;
}

function healthRoute(database: Database): Route {
  return route(endpoints.system.health, async () => {
    await database.query('select 1');
    return { status: 'ok' as const, message: 'Everything is ready' };
  });
}

/** Throws where an endpoint of the contract has no route, or has two: a build that forgets one does not start. */
function requireComplete(routes: readonly Route[]): void {
  const declared: Endpoint[] = Object.values(endpoints).flatMap((group) => Object.values<Endpoint>(group));
  for (const endpoint of declared) {
    const found = routes.filter((candidate) => candidate.endpoint === endpoint).length;
    if (found !== 1) throw new Error(`${endpoint.method} ${endpoint.path} has ${found} routes instead of one`);
  }
}

async function mountWeb(http: FastifyInstance, root: string): Promise<void> {
  await http.register(fastifyStatic, {
    root,
    wildcard: true,
    index: 'index.html',
    preCompressed: true,
    cacheControl: false,
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
