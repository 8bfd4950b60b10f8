import { z } from 'zod';
import { messageOf } from '../../platform/refusal.ts';
import { type JsonAnswer, serveJson } from '../json-server.ts';
import { answerRpc, RpcRefusal } from './rpc-methods.ts';
import type { BitcoinState } from './state.ts';

/** Sample credentials: this node asks for them because a real node does. */
const USER = 'kobogate:play-money';
const AUTHORIZATION = `Basic ${Buffer.from(USER).toString('base64')}`;
/** Bitcoin Core's own codes for a body that is no JSON and for an invalid call. */
const PARSE_ERROR = -32_700;
const MISC_ERROR = -1;

const Call = z.object({
  id: z.unknown().optional(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});

export interface RpcServer {
  /** With user and password in it. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a chain at a port of this machine as Bitcoin Core does: JSON-RPC, alone or in batches, behind Basic auth. */
export async function serveRpc(state: BitcoinState, port: number): Promise<RpcServer> {
  const server = await serveJson(port, (body, { authorization }) =>
    authorization === AUTHORIZATION
      ? answerBody(state, body)
      : { status: 401, headers: { 'www-authenticate': 'Basic realm="jsonrpc"' } },
  );
  return { url: `http://${USER}@127.0.0.1:${port}`, close: () => server.close() };
}

interface Answer {
  readonly result: unknown;
  readonly error: { readonly code: number; readonly message: string } | null;
  readonly id: unknown;
}

// A single call that fails answers with status 500; in a batch each answer has its own error, and the status is 200.
function answerBody(state: BitcoinState, text: string): JsonAnswer {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { status: 500, json: refused(null, PARSE_ERROR, 'Parse error') };
  }
  if (Array.isArray(body)) return { status: 200, json: body.map((call) => answerCall(state, call)) };
  const answer = answerCall(state, body);
  return { status: answer.error === null ? 200 : 500, json: answer };
}

function answerCall(state: BitcoinState, value: unknown): Answer {
  const call = Call.safeParse(value);
  if (!call.success) return refused(null, MISC_ERROR, 'Invalid call');
  const { id = null, method, params } = call.data;
  try {
    return { result: answerRpc(state, method, params), error: null, id };
  } catch (error) {
    return refused(id, error instanceof RpcRefusal ? error.code : MISC_ERROR, messageOf(error));
  }
}

const refused = (id: unknown, code: number, message: string): Answer => ({
  result: null,
  error: { code, message },
  id,
});
