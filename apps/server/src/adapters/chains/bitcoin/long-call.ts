import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { parse } from 'lossless-json';
import { NodeFault } from '../../../custody/index.ts';
import { answerOf } from '../../../platform/answer-json.ts';
import { fieldOf } from '../fields.ts';
import { readNode, type RpcCall } from '../rpc.ts';

/** Calls a node once and waits; every number of the result is its own decimal text. */
export type LongCall = (call: RpcCall, timeoutMs: number) => Promise<unknown>;

/**
 * A call that may take minutes, where the usual HTTP client gives up after five. Throws `NodeFault` where the node
 * refuses, does not answer in time, or answers with something else than JSON.
 */
export function createLongCall(url: string): LongCall {
  const node = readNode(url);
  return async ({ method, params }, timeoutMs) => {
    const body = JSON.stringify({ jsonrpc: '1.0', id: 1, method, params });
    const answer = readJson(await exchange(node, body, timeoutMs));
    const refusal = fieldOf(answer, 'error');
    if (refusal !== null && refusal !== undefined) {
      throw new NodeFault(`The node refused ${method}: ${String(fieldOf(refusal, 'message')).slice(0, 200)}`);
    }
    return fieldOf(answer, 'result');
  };
}

async function exchange(
  { url, headers }: ReturnType<typeof readNode>,
  body: string,
  timeoutMs: number,
): Promise<string> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const options = { method: 'POST', agent: false, signal: AbortSignal.timeout(timeoutMs) };
  const request = send(url, { ...options, headers: { ...headers, 'content-length': Buffer.byteLength(body) } });
  const answer = answerOf(request);
  request.end(body);
  try {
    return await text(await answer);
  } catch (cause) {
    throw new NodeFault('The node can’t be reached, or does not answer in time.', { cause });
  }
}

function readJson(answer: string): unknown {
  try {
    return parse(answer, undefined, { parseNumber: (digits) => digits });
  } catch (cause) {
    throw new NodeFault('The node answered with something that is not JSON.', { cause });
  }
}
