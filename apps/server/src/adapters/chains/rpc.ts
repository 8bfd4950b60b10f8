import { NodeFault } from '../../custody/index.ts';

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A node's answer to one call: its result, or its own refusal. */
export type RpcAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly code: number; readonly message: string };

/** Sends several calls in one request; the answers come back in the order of the calls. */
export type Rpc = (calls: readonly RpcCall[]) => Promise<RpcAnswer[]>;

const TIMEOUT_MS = 10_000;
/** Hosted nodes refuse longer batches. */
const BATCH = 50;

/**
 * A JSON-RPC 2.0 client over HTTP (https://www.jsonrpc.org/specification). Throws `NodeFault` where the node does not
 * answer within ten seconds, or not with exactly one answer per call. A user and a password in the address are sent as
 * Basic auth.
 */
export function createRpc(url: string): Rpc {
  let lastId = 0;
  const node = readNode(url);

  async function send(calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
    const first = lastId + 1;
    lastId += calls.length;
    const body = JSON.stringify(
      calls.map(({ method, params }, index) => ({ jsonrpc: '2.0', id: first + index, method, params })),
    );
    return readAnswers(await exchange(node, body), first, calls.length);
  }

  return async (calls) => {
    const answers: RpcAnswer[] = [];
    for (let start = 0; start < calls.length; start += BATCH) {
      answers.push(...(await send(calls.slice(start, start + BATCH))));
    }
    return answers;
  };
}

interface Node {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The node's URL and headers: `fetch` refuses an address with a user in it. Pure. */
export function readNode(text: string): Node {
  const url = new URL(text);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  if (username === '') return { url: url.href, headers };
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url: url.href, headers: { ...headers, authorization: `Basic ${Buffer.from(user).toString('base64')}` } };
}

async function exchange({ url, headers }: Node, body: string): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new NodeFault(`The node answered with HTTP status ${response.status}.`);
    return await response.json();
  } catch (cause) {
    if (cause instanceof NodeFault) throw cause;
    if (cause instanceof SyntaxError)
      throw new NodeFault('The node answered with something that is not JSON.', { cause });
    if (cause instanceof DOMException) throw new NodeFault('The node did not answer within 10 seconds.', { cause });
    throw new NodeFault('The node can not be reached.', { cause });
  }
}

function readAnswers(answer: unknown, first: number, count: number): RpcAnswer[] {
  if (!Array.isArray(answer)) {
    // A refusal of the whole batch comes as one object.
    const single = readAnswer(answer);
    const reason = single !== null && !single.ok ? ` It said: ${single.message}` : '';
    throw new NodeFault(`The node did not answer the batch of calls.${reason}`);
  }
  const byId = new Map<unknown, RpcAnswer>();
  for (const entry of answer) {
    const read = readAnswer(entry);
    if (read !== null) byId.set(idOf(entry), read);
  }
  return Array.from({ length: count }, (_, index) => {
    const found = byId.get(first + index);
    if (found === undefined) throw new NodeFault('The node left a call without an answer.');
    return found;
  });
}

function idOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined;
}

function readAnswer(entry: unknown): RpcAnswer | null {
  if (typeof entry !== 'object' || entry === null) return null;
  if ('error' in entry && typeof entry.error === 'object' && entry.error !== null) {
    const { error } = entry;
    const code = 'code' in error && typeof error.code === 'number' ? error.code : 0;
    const message = 'message' in error && typeof error.message === 'string' ? error.message.slice(0, 200) : '';
    return { ok: false, code, message };
  }
  return 'result' in entry ? { ok: true, result: entry.result } : null;
}

/** The result of a call. Throws `NodeFault` where the node refused it. */
export function resultOf(answer: RpcAnswer | undefined, method: string): unknown {
  if (answer === undefined) throw new NodeFault(`The node left ${method} without an answer.`);
  if (!answer.ok) throw new NodeFault(`The node refused ${method}: ${answer.message}`);
  return answer.result;
}
