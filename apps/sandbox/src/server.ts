import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { budpayRoutes } from './banks/budpay/routes.ts';
import { flutterwaveRoutes } from './banks/flutterwave/routes.ts';
import { flutterwaveV4Routes } from './banks/flutterwave-v4/routes.ts';
import type { Banking } from './banks/make-transfer.ts';
import { monnifyRoutes } from './banks/monnify/routes.ts';
import { paystackRoutes } from './banks/paystack/routes.ts';
import { controlRoutes } from './control/routes.ts';
import { pageRoutes } from './page/routes.ts';
import { parseExactJson } from './platform/exact-json.ts';
import type { Log } from './platform/log.ts';
import { messageOf, Refusal } from './platform/refusal.ts';
import { rateSourceRoutes } from './rates/source-routes.ts';
import { OPEN_IDS } from './sign-in/open-id.ts';
import { openIdRoutes } from './sign-in/routes.ts';
import { termiiRoutes } from './sms/termii.ts';
import type { World } from './world.ts';

export interface Server {
  /** `http://127.0.0.1:<port>` */
  readonly base: string;
  /** From now on calls are answered; before that, with 503. */
  open(world: World): void;
  close(): Promise<void>;
}

const BANKS_WITH_NUMBERS: Readonly<Record<string, (app: FastifyInstance, banking: () => Banking) => void>> = {
  '/paystack': paystackRoutes,
  '/flutterwave/v3': flutterwaveRoutes,
  '/flutterwave/v4': flutterwaveV4Routes,
  '/monnify': monnifyRoutes,
};

function answerErrors(app: FastifyInstance, log: Log): void {
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ message: `The sandbox has no ${request.method} ${request.url}.` }),
  );
  app.setErrorHandler((error, request, reply) => {
    const isOfTheBody = error instanceof Error && 'statusCode' in error && error.statusCode !== 500;
    const isTheirs = error instanceof Refusal || error instanceof SyntaxError || isOfTheBody;
    if (!isTheirs) log(`${request.method} ${request.url} failed: ${messageOf(error)}`);
    return reply.code(isTheirs ? 400 : 500).send({ message: messageOf(error) });
  });
}

/** JSON with every number as its own text, so that amounts are exact. */
function readExactBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, body: string) =>
    body === '' ? undefined : parseExactJson(body),
  );
}

/** Bodies of the sandbox's own calls: JSON with exact numbers, or the page's forms. */
function readOwnBodies(app: FastifyInstance): void {
  readExactBodies(app);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
}

/**
 * Takes the port on loopback, before any other part of the sandbox starts, so that a second one on the same port
 * disturbs nothing. Rejects with a sentence where the port is taken.
 */
export async function listen(port: number, log: Log): Promise<Server> {
  const app = fastify({ logger: false, forceCloseConnections: true });
  let opened: World | undefined;
  let base = '';
  const world = (): World => {
    if (opened === undefined) throw new Error('The sandbox is still starting.');
    return opened;
  };
  answerErrors(app, log);
  app.addHook('onRequest', async (_request, reply) =>
    opened === undefined
      ? reply.code(503).send({ message: 'The sandbox is still starting.', code: 'starting' })
      : undefined,
  );
  app.get('/control/health', () => ({ status: 'ok' }));
  await app.register(async (own) => {
    readOwnBodies(own);
    controlRoutes(own, world, () => base);
    pageRoutes(own, world);
  });
  // BudPay signs the payload as it is parsed, and its amounts are texts anyway.
  await app.register(async (bank) => budpayRoutes(bank, world), { prefix: '/budpay/api/v2' });
  for (const [prefix, mount] of Object.entries(BANKS_WITH_NUMBERS)) {
    await app.register(
      async (bank) => {
        readExactBodies(bank);
        mount(bank, world);
      },
      { prefix },
    );
  }
  await app.register(async (texts) => termiiRoutes(texts, () => world().phones), { prefix: '/termii' });
  for (const name of OPEN_IDS) {
    const mount = async (own: FastifyInstance) =>
      openIdRoutes(
        own,
        () => `${base}/${name}`,
        () => world().openIds[name],
      );
    await app.register(mount, { prefix: `/${name}` });
  }
  await rateSourceRoutes(app, () => world().prices);
  try {
    base = await app.listen({ port, host: '127.0.0.1' });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    throw new Error(`Port ${port} is taken, perhaps by another sandbox. Stop that, or set SANDBOX_PORT.`, {
      cause: error,
    });
  }
  return {
    base,
    open: (started) => {
      opened = started;
    },
    close: async () => {
      opened = undefined;
      await app.close();
    },
  };
}
