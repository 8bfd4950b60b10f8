import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SubstrateChain } from './chain.ts';
import { answerRpc, type Pool, RpcRefusal } from './rpc-methods.ts';
import { KEEP_ALIVE_MS } from '../../../platform/ports.ts';

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;

export interface RpcServer {
  readonly url: string;
  close(): Promise<void>;
}

interface Served {
  readonly chain: SubstrateChain;
  readonly pool: Pool | undefined;
}

/**
 * Serves a chain by JSON-RPC 2.0 over HTTP on a port of this machine alone, 0 for any, as a Substrate node does: batches too. Without a
 * pool it takes no extrinsics.
 */
export async function serveRpc(chain: SubstrateChain, port: number, pool?: Pool): Promise<RpcServer> {
  const served = { chain, pool };
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST' }).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = answerText(served, Buffer.concat(chunks).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  // A server that listens on TCP has such an address.
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerText(served: Served, text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return refused(null, PARSE_ERROR, 'Parse error');
  }
  if (!Array.isArray(body)) return answerCall(served, body);
  if (body.length === 0) return refused(null, INVALID_REQUEST, 'Invalid request');
  return body.map((call) => answerCall(served, call));
}

function answerCall(served: Served, call: unknown): object {
  const fields: object = typeof call === 'object' && call !== null ? call : {};
  const { id, method, params }: { id: unknown; method: unknown; params: unknown } = {
    id: null,
    method: undefined,
    params: [],
    ...fields,
  };
  if (typeof method !== 'string') return refused(id, INVALID_REQUEST, 'Invalid request');
  try {
    const result = answerRpc(served, method, Array.isArray(params) ? params : []);
    return { jsonrpc: '2.0', id, result };
  } catch (error) {
    const { code, message } = error instanceof RpcRefusal ? error : { code: INTERNAL_ERROR, message: 'Internal error' };
    return refused(id, code, message);
  }
}

const refused = (id: unknown, code: number, message: string): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
