import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../refusal.ts';
import type { SignerSettings } from './settings.ts';

/** A plan of 200 transactions has about 200 kB. */
const MOST_BYTES = 4 * 1024 * 1024;
/** A wrong secret is answered late, so that few can be tried. */
const WRONG_MS = 1_000;
const TIMEOUT_MS = 10_000;

/**
 * Listens: `POST /v1/sign` takes a plan and answers the signed file, 422 with a sentence where it is refused;
 * `GET /v1/health` answers 200. Both need `Authorization: Bearer` and the secret. Answers the port.
 */
export async function serveSigner(
  { host, port, secret, tls }: Pick<SignerSettings, 'host' | 'port' | 'secret' | 'tls'>,
  sign: (text: string) => string,
): Promise<{ port: number; close(): Promise<void> }> {
  const wanted = digestOf(`Bearer ${secret}`);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!timingSafeEqual(digestOf(request.headers.authorization ?? ''), wanted)) {
      await pause(WRONG_MS);
      answer(response, 401, { message: 'The secret is another one.' });
      return;
    }
    if (request.method === 'GET' && request.url === '/v1/health') {
      answer(response, 200, { ok: true });
      return;
    }
    if (request.method !== 'POST' || request.url !== '/v1/sign') {
      answer(response, 404, { message: 'There is no such call.' });
      return;
    }
    const text = await readBody(request);
    if (text === null) {
      answer(response, 413, { message: 'The plan is too long. Nothing was signed.' });
      return;
    }
    try {
      // One after the other, since nothing is awaited in it: two plans can't both use the rest of a limit.
      const signed = sign(text);
      response.writeHead(200, { 'content-type': 'application/json' }).end(signed);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer(response, 422, { message: error.message });
    }
  }

  const listener: RequestListener = (request, response) => {
    serve(request, response).catch((error: unknown) => {
      // A disk that takes no more must not go on being counted on.
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      if (!response.headersSent) answer(response, 500, { message: 'The signer failed. Nothing was signed.' });
    });
  };
  const server = tls === null ? createServer(listener) : createSecureServer(tls, listener);
  server.headersTimeout = TIMEOUT_MS;
  server.requestTimeout = TIMEOUT_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MOST_BYTES) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
