import { once } from 'node:events';
import { request as forward } from 'node:http';
import { constants, createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { Socket } from 'node:net';
import { makeCertificate } from './certificate.ts';

/**
 * A server over TLS and HTTP/2 in front of one that speaks plain HTTP/1.1, as a reverse proxy is before the product.
 */
export interface SecureFront {
  readonly origin: string;
  stop(): void;
}

/** Headers of HTTP/1.1 about its connection; HTTP/2 has no such headers. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/**
 * Serves the answers of `target`, an origin such as `http://127.0.0.1:3000`; the browser must accept any certificate.
 */
export async function startSecureFront(target: string): Promise<SecureFront> {
  const open = new Set<Socket>();
  const server = createSecureServer(makeCertificate(), (request, response) => pass(target, request, response));
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    origin: `https://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

function pass(target: string, request: Http2ServerRequest, response: Http2ServerResponse): void {
  const asked = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'));
  const host = request.authority === '' ? {} : { host: request.authority };
  const headers = { ...Object.fromEntries(asked), ...host };
  const onwards = forward(new URL(request.url, target), { method: request.method, headers }, (answer) => {
    const kept = Object.entries(answer.headers).filter(([name]) => !OF_THE_CONNECTION.has(name));
    response.writeHead(answer.statusCode ?? constants.HTTP_STATUS_BAD_GATEWAY, Object.fromEntries(kept));
    answer.pipe(response);
  });
  onwards.on('error', () => response.stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  response.on('close', () => onwards.destroy());
  request.pipe(onwards);
}
