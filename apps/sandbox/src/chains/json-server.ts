import { createServer, type IncomingHttpHeaders } from 'node:http';
import { KEEP_ALIVE_MS } from '../platform/ports.ts';

/** A node's answer over HTTP; no `json`: an empty body. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

export interface JsonServer {
  close(): Promise<void>;
}

/** Serves a node's calls at a port of this machine: each request's whole body is answered with JSON. */
export async function serveJson(
  port: number,
  answer: (body: string, headers: IncomingHttpHeaders) => JsonAnswer,
): Promise<JsonServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, headers, json } = answer(Buffer.concat(chunks).toString(), request.headers);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(json === undefined ? undefined : JSON.stringify(json));
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
