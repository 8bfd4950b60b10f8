import { createServer } from 'node:http';
import { answerCall, Calls } from './json-rpc.ts';
import { answerPath, type WalletApi } from './wallet-api.ts';
import { KEEP_ALIVE_MS } from '../../platform/ports.ts';

/** Serves both of the node's APIs at a port of this machine, as its providers do under one address. */
export async function serveNode(port: number, api: WalletApi): Promise<{ close(): Promise<void> }> {
  async function answer(path: string, text: string): Promise<{ status: number; json: unknown }> {
    const body: unknown = text === '' ? {} : JSON.parse(text);
    if (path === '/jsonrpc' || path === '/') {
      const calls = Calls.parse(body);
      if (!Array.isArray(calls)) return { status: 200, json: await answerCall(api.rpc, api.reader, calls) };
      const answers = await Promise.all(calls.map((call) => answerCall(api.rpc, api.reader, call)));
      return { status: 200, json: answers };
    }
    try {
      const found = await answerPath(api, path, body);
      return found === undefined ? { status: 404, json: {} } : { status: 200, json: found };
    } catch (error) {
      // As the node's servlets do: with status 200.
      return { status: 200, json: { Error: error instanceof Error ? error.message : 'failed' } };
    }
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      answer(new URL(request.url ?? '/', 'http://node').pathname, text)
        .catch(() => ({ status: 400, json: {} }))
        .then(({ status, json }) =>
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json)),
        )
        .catch(() => response.destroy());
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
