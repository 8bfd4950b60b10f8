import { z } from 'zod';
import { messageOf } from '../../platform/refusal.ts';
import { type JsonAnswer, serveJson } from '../json-server.ts';
import { answerRpc, RpcRefusal } from './rpc-methods.ts';
import type { SolanaState } from './state.ts';

/** JSON-RPC's own codes (https://www.jsonrpc.org/specification). */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;

const Call = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});

export interface RpcServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves a chain at a port of this machine as a Solana node does: JSON-RPC 2.0, alone or in batches. `waited` is called
 * when a transaction was accepted.
 */
export async function serveRpc(state: SolanaState, port: number, waited: () => void): Promise<RpcServer> {
  const server = await serveJson(port, (body) => answerBody(state, body, waited));
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

function answerBody(state: SolanaState, text: string, waited: () => void): JsonAnswer {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { status: 200, json: refused(null, PARSE_ERROR, 'Parse error') };
  }
  const answer = (call: unknown): object => answerCall(state, call, waited);
  return { status: 200, json: Array.isArray(body) ? body.map(answer) : answer(body) };
}

function answerCall(state: SolanaState, value: unknown, waited: () => void): object {
  const call = Call.safeParse(value);
  if (!call.success) return refused(null, INVALID_REQUEST, 'Invalid Request');
  const { id, method, params } = call.data;
  try {
    const result = answerRpc(state, method, params);
    if (method === 'sendTransaction') waited();
    return { jsonrpc: '2.0', result, id };
  } catch (error) {
    const isOwn = error instanceof RpcRefusal;
    return refused(id, isOwn ? error.code : INTERNAL_ERROR, messageOf(error), isOwn ? error.data : undefined);
  }
}

const refused = (id: string | number | null, code: number, message: string, data?: unknown): object => ({
  jsonrpc: '2.0',
  error: { code, message, ...(data === undefined ? {} : { data }) },
  id,
});
