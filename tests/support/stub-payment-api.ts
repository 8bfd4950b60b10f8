import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** Another operator's payment API, which fails as a test wants it. */
export interface StubPaymentApi {
  readonly base: string;
  /** Its calls so far, each with its token or none, in order. */
  readonly asked: string[];
  /** Sets its answers from now on: a status and JSON, or a cut connection. */
  answer: { readonly status: number; readonly body: unknown } | 'cut-off';
  stop(): void;
}

/** Starts a payment API that answers as told. */
export async function startStubPaymentApi(): Promise<StubPaymentApi> {
  const asked: string[] = [];
  const api = { asked, answer: { status: 404, body: {} } as StubPaymentApi['answer'] };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'no token'}`);
    const { answer } = api;
    if (answer === 'cut-off') return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return Object.assign(api, {
    base: `http://127.0.0.1:${port}/pay/api`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}
