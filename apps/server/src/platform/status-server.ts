import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from './database.ts';
import type { Running } from './shutdown.ts';
import type { StartStage } from './start-stage.ts';

export interface StatusServer extends Running {
  readonly port: number;
  /** The start is complete: from now on it is ready as long as the database answers. */
  started(database: Pick<Database, 'query'>): void;
}

/**
 * What an operator's machines ask a process of any role, on a port of its own: `GET /live` answers 200 while the process
 * runs, `GET /ready` 200 from its complete start until it is told to stop, while the database answers, else 503 with the reason,
 * `GET /metrics` is for Prometheus. Nothing there is for the internet.
 */
export async function startStatusServer(options: {
  readonly port: number;
  readonly host: string;
  /** What the program does while it starts. */
  readonly stage: Pick<StartStage, 'current'>;
  /** Aborts when the program was told to stop. */
  readonly draining: AbortSignal;
  /** The text of `GET /metrics`. */
  readonly metrics: () => Promise<string>;
}): Promise<StatusServer> {
  let database: Pick<Database, 'query'> | null = null;

  /** Why it is not ready; null: it is. */
  async function whyNot(): Promise<string | null> {
    if (options.draining.aborted) return 'it is stopping';
    if (database === null) return `it is starting: ${options.stage.current()}`;
    return database.query('select 1').then(
      () => null,
      () => 'the database does not answer',
    );
  }

  async function answer(path: string): Promise<{ status: number; text: string }> {
    if (path === '/live') return { status: 200, text: 'live\n' };
    if (path === '/ready') {
      const reason = await whyNot();
      return reason === null ? { status: 200, text: 'ready\n' } : { status: 503, text: `not ready: ${reason}\n` };
    }
    if (path === '/metrics') return { status: 200, text: await options.metrics() };
    return { status: 404, text: 'There is /live, /ready and /metrics.\n' };
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const { status, text } = isRead ? await answer(path) : { status: 405, text: 'Only GET.\n' };
    response.writeHead(status, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.end(text);
  }

  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    started: (from) => {
      database = from;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
