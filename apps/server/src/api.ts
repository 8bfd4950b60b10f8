import {
  dateTimeText,
  type Endpoint,
  endpoints,
  EVENTS_PATH,
  listenerStreamPath,
  paymentEventsPath,
  PRODUCT_NAME,
  type Scope,
  type SiteCoin,
  type SiteFacts,
} from '@kobogate/contract';
import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { DESCRIBED } from './api-webhooks.ts';
import type { Configuration } from './configuration/configuration.ts';
import { isFenced, type OperatorSettings } from './controls/index.ts';
import type { DrawLinkPicture, DrawReceipt } from './books/index.ts';
import { DELIVERIES_WRITTEN } from './messaging/index.ts';
import type { RailCallback } from './payouts/index.ts';
import { tellVersion } from './platform/api-version.ts';
import type { Base } from './platform/base.ts';
import { yearInLagos } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import { keepFresh } from './platform/fresh.ts';
import { type FrontDoor, listenAtDoor } from './platform/front-door.ts';
import { dependencyDown, notFound, stopping } from './platform/errors.ts';
import { requireCaller } from './platform/admit-caller.ts';
import { createHttp, type HttpOptions, mountRoutes, readBodiesAsBytes } from './platform/http.ts';
import { type ChangeFeedOptions, createChangeFeed } from './platform/change-feed.ts';
import { mountPushStream, type OpenFollow } from './platform/push-stream.ts';
import { mountLive } from './platform/live.ts';
import { type LiveThingOptions, mountLiveThing } from './platform/live-thing.ts';
import { createSchemaCheck } from './platform/migrate.ts';
import type { Shutdown } from './platform/shutdown.ts';
import type { StartStage } from './platform/start-stage.ts';
import { orSay } from './platform/start-failure.ts';
import { allowOrigins } from './platform/other-origins.ts';
import { describeApi } from './platform/openapi.ts';
import { type Caller, type Route, route } from './platform/route.ts';
import { completingLinks } from './web/payment-page/complete-link.ts';
import { createApiCaller, sendInProcess, sendOverHttp } from './web/ask-api.ts';
import { type PaymentPageDependencies, servePaymentPage } from './web/payment-page/serve-payment-page.ts';
import { serveApp } from './web/serve-app.ts';
import { serveSite } from './web/serve-site.ts';
import type { SignInDependencies } from './web/sign-in/form-acts.ts';
import { serveSignIn } from './web/sign-in/serve-sign-in.ts';
import { loadRenderer } from './web/load-renderer.ts';

const PREFIX = '/api';
/** How long the start page shows the same rates: it says of which minute they are. */
const OFFERS_LAST_MS = 60_000;

/** What the rooms provide for the API. */
type FromRooms =
  | 'authenticate'
  | 'handOver'
  | 'signInProviders'
  | 'admit'
  | 'countKeyCall'
  | 'routes'
  | 'callbacks'
  | 'readChanges'
  | 'readNext'
  | 'readOldestStart'
  | 'findPaymentVersion'
  | 'followListener'
  | 'drawReceipt'
  | 'drawLinkPicture'
  | 'listOffers'
  | 'metrics';

interface RoomsOfApi extends Base, Pick<ApiDependencies, FromRooms> {
  readonly settings: OperatorSettings;
  /** The folder of migrations. */
  readonly migrations: string;
}

interface ApiDependencies
  extends
    Omit<HttpOptions, 'publicOrigin'>,
    Pick<ChangeFeedOptions, 'readChanges' | 'readNext' | 'readOldestStart'>,
    Pick<SignInDependencies, 'handOver' | 'publicOrigin' | 'signInProviders' | 'yearNow'> {
  readonly database: Database;
  /** Every room's routes. */
  readonly routes: readonly Route[];
  /** The providers' callback URLs, by path below `/api`; each accepts any bytes and never fails for their content. */
  readonly callbacks: Readonly<Record<string, (callback: RailCallback) => Promise<void>>>;
  /** The state that a payment's own stream starts with. */
  readonly findPaymentVersion: LiveThingOptions['findVersion'];
  /** A listener's events, for its own API key. */
  readonly followListener: OpenFollow;
  /** Folder of the built web app; null serves the API alone. */
  readonly webDirectory: string | null;
  /** Where the payment page calls, if not this server; without a trailing slash. */
  readonly paymentApi: string | null;
  /** The operator's project at WalletConnect, for the payer's page; null: there is none. */
  readonly walletConnect: string | null;
  readonly drawReceipt: DrawReceipt;
  readonly drawLinkPicture: DrawLinkPicture;
  /** The coins on offer, for the start page. */
  readonly listOffers: () => Promise<SiteCoin[]>;
  /** Whether the database has everything that this version needs. */
  readonly isUpToDate: () => Promise<boolean>;
  /** The origins whose pages may call the API with a token. */
  readonly corsOrigins: readonly string[];
  /** Facts for the public pages that only the running server knows. */
  readonly readSiteFacts: () => Promise<SiteFacts>;
}

/** The first part of the role `api`: listens as the configuration says, and answers that it is starting, until it is opened. */
export async function listenForCallers(
  { port, host, drainSeconds, trustProxy, corsOrigins, publicOrigin }: Configuration,
  start: Pick<HttpOptions, 'log' | 'metrics'> & { readonly stage: Pick<StartStage, 'current'> },
  shutdown: Shutdown,
): Promise<FrontDoor> {
  const { draining } = shutdown;
  const answers = { prefix: PREFIX, trustProxy, corsOrigins, publicOrigin, draining, graceMs: drainSeconds * 1000 };
  const door = await orSay(`PORT ${port} can't be listened on`, () =>
    listenAtDoor({ port, host }, { ...start, ...answers }),
  );
  shutdown.add(door);
  return door;
}

/** The API as it is configured, which does not listen itself. */
export async function createApi(
  configuration: Configuration,
  { migrations, settings, ...rooms }: RoomsOfApi,
  { draining }: Pick<Shutdown, 'draining'>,
): Promise<FastifyInstance> {
  const { database, clock, listOffers } = rooms;
  const offers = keepFresh(clock, OFFERS_LAST_MS, async (now) => {
    const coins = await listOffers();
    return { coins, ratesAt: coins.some(({ rate }) => rate !== null) ? dateTimeText(now.toISOString()) : null };
  });
  return serveApi({
    ...rooms,
    trustProxy: configuration.trustProxy,
    corsOrigins: configuration.corsOrigins,
    webDirectory: configuration.webDir ?? null,
    paymentApi: configuration.paymentApi,
    walletConnect: configuration.walletConnect,
    draining,
    isUpToDate: await createSchemaCheck(database, migrations),
    publicOrigin: configuration.publicOrigin,
    yearNow: () => yearInLagos(clock.now()),
    readSiteFacts: async () => {
      const { brand, legal, retention } = await settings.current();
      return { brand, legal, retention, year: yearInLagos(clock.now()), ...(await offers()) };
    },
  });
}

/** The HTTP server with every room's routes, the live stream, the API's own description and the web app. */
async function serveApi(dependencies: ApiDependencies): Promise<FastifyInstance> {
  const { callbacks, webDirectory, log } = dependencies;
  const routes = [...dependencies.routes, ...systemRoutes(dependencies)];
  requireComplete(routes);
  const http = await createHttp(dependencies);
  tellVersion(http, PREFIX);
  allowOrigins(http, PREFIX, dependencies.corsOrigins);
  mountRoutes(http, PREFIX, routes, dependencies);
  let description: ReturnType<typeof describeApi> | undefined;
  http.get(`${PREFIX}/openapi.json`, (_request, reply) => {
    // Drawn for the first who asks: it would be a fifth of a server's start.
    description ??= describeApi({ ...DESCRIBED, title: `${PRODUCT_NAME} API` });
    return reply.send(description);
  });
  const feed = createChangeFeed(dependencies);
  http.addHook('onClose', async () => feed.close());
  mountLive(http, PREFIX + EVENTS_PATH, {
    feed,
    database: dependencies.database,
    signIn: (headers) => signInToStream(headers, dependencies),
  });
  mountLiveThing(http, PREFIX + paymentEventsPath(':id'), {
    feed,
    event: 'payment',
    findVersion: dependencies.findPaymentVersion,
    unknown: 'payment-unknown',
  });
  mountPushStream(http, PREFIX + listenerStreamPath(':id'), {
    database: dependencies.database,
    log,
    topic: DELIVERIES_WRITTEN,
    signIn: (headers) => signInToStream(headers, dependencies, 'webhooks:read'),
    open: dependencies.followListener,
  });
  await http.register(async (scope) => mountCallbacks(scope, callbacks));
  http.all(`${PREFIX}/*`, () => {
    throw notFound('There is no such call.', 'call-unknown');
  });
  if (webDirectory === null) {
    http.setNotFoundHandler(() => {
      throw notFound('There is nothing at this address.');
    });
  } else {
    serveSite(http, {
      site: await loadRenderer(webDirectory, 'site'),
      readFacts: dependencies.readSiteFacts,
      log: dependencies.log,
    });
    await servePaymentPage(http, {
      page: await loadRenderer(webDirectory, 'paymentPage'),
      drawReceipt: dependencies.drawReceipt,
      drawLinkPicture: dependencies.drawLinkPicture,
      publicOrigin: dependencies.publicOrigin,
      walletConnect: dependencies.walletConnect,
      ...reachPaymentApi(http, dependencies),
    });
    await serveSignIn(http, {
      pages: await loadRenderer(webDirectory, 'signInPages'),
      ask: createApiCaller(sendInProcess(http, PREFIX), (err) =>
        log.warn({ err }, 'a sign-in got no answer of its form'),
      ),
      ...dependencies,
    });
    await serveApp(http, { root: webDirectory });
  }
  return http;
}

/** The caller of a stream, who may be an API key with the scope; of the live stream, which a page opens in the background: it keeps no session alive. */
async function signInToStream(
  headers: IncomingHttpHeaders,
  { authenticate, admit }: HttpOptions,
  scope: Scope | null = null,
): Promise<Caller> {
  const caller = await requireCaller(
    { headers },
    { access: 'user', scope },
    { authenticate: (token) => authenticate(token, { isBackground: true }) },
  );
  await admit(caller, { proof: 'none', isForSetUp: false }, async () => null);
  return caller;
}

/** The payment API that the payer's page calls: this server's own, or the one that the operator names. */
function reachPaymentApi(
  http: FastifyInstance,
  { paymentApi, log }: Pick<ApiDependencies, 'paymentApi' | 'log'>,
): Pick<PaymentPageDependencies, 'ask' | 'apiBase'> {
  const send = paymentApi === null ? sendInProcess(http, PREFIX) : completingLinks(sendOverHttp(paymentApi));
  const ask = createApiCaller(send, (err) => log.warn({ err }, 'the payment API gave no answer that can be read'));
  return { ask, apiBase: paymentApi ?? PREFIX };
}

/** A callback's signature is over its bytes, so they are not parsed before. */
function mountCallbacks(scope: FastifyInstance, callbacks: ApiDependencies['callbacks']): void {
  readBodiesAsBytes(scope);
  for (const [path, receive] of Object.entries(callbacks)) {
    scope.post(PREFIX + path, async (request, reply) => {
      await receive({
        body: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
        header: (name) => {
          const value = request.headers[name];
          return typeof value === 'string' ? value : undefined;
        },
      });
      return reply.send({ message: 'Received' });
    });
  }
}

function systemRoutes({
  database,
  isUpToDate,
  draining,
}: Pick<ApiDependencies, 'database' | 'isUpToDate' | 'draining'>): Route[] {
  const ok = (message: string) => ({ status: 'ok' as const, message });
  return [
    route(endpoints.system.health, async () => {
      const fenced = await isFenced(database);
      return {
        ...ok(
          fenced ? 'Everything is ready, but no payout leaves: the books are being compared' : 'Everything is ready',
        ),
        isFenced: fenced,
      };
    }),
    route(endpoints.system.live, async () => ok('The program runs')),
    route(endpoints.system.ready, async () => {
      if (draining?.aborted === true) throw stopping();
      if (!(await isUpToDate())) throw dependencyDown('database', 'The database lacks a part of its schema.');
      return ok('Ready to serve');
    }),
  ];
}

/**
 * Throws if an endpoint of the contract has no route, or two, or if one whose proof depends on the amount does not give the
 * amount: a build that forgets one does not start.
 */
function requireComplete(routes: readonly Route[]): void {
  const declared: Endpoint[] = Object.values(endpoints).flatMap((group) => Object.values<Endpoint>(group));
  for (const endpoint of declared) {
    const found = routes.filter((candidate) => candidate.endpoint === endpoint).length;
    if (found !== 1) throw new Error(`${endpoint.method} ${endpoint.path} has ${found} routes instead of one`);
  }
  for (const { endpoint, worth } of routes) {
    if ((endpoint.proof === 'amount') !== (worth !== undefined)) {
      throw new Error(
        `${endpoint.method} ${endpoint.path} takes a proof by its amount, and its route tells none, or the reverse`,
      );
    }
  }
}
