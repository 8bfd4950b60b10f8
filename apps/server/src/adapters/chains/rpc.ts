import { NodeFault } from '../../custody/index.ts';
import { type Line, openLine } from './line.ts';
import { createPace } from './pace.ts';
import { TooMuch } from './too-much.ts';

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

/** Hosted nodes refuse longer batches. */
const BATCH = 50;
/** How often one call alone is sent again where the provider asks for a short rest. */
const PATIENCE = 4;
/** Statuses of a gateway that a smaller request may not meet: it was too long, or its batch was. */
const TOO_LONG = new Set([400, 413, 500]);
/** What a contract's call ended with: the words behind it are the contract's own, and anybody may have written them. */
const REVERTED = /revert/i;
/** A refusal of one call because of the calls before it, in the words of several providers. */
const BUSY =
  /rate.?limit|too many requests|(compute units|requests?|calls?) per second|throughput|exceeded .*capacity/i;

/**
 * A JSON-RPC 2.0 client over HTTP or WebSocket (https://www.jsonrpc.org/specification). Batches become shorter where the provider
 * refuses them, and longer again later. Throws `NodeFault` where the node does not answer within ten seconds, or not
 * with exactly one answer per call. A user and a password in the address are sent as Basic auth.
 */
export function createRpc(provider: Line | string): Rpc {
  let lastId = 0;
  const line = typeof provider === 'string' ? openLine(provider) : provider;
  const node = readNode(line.url);
  const pace = createPace(BATCH);

  async function send(calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
    const first = lastId + 1;
    lastId += calls.length;
    const body = JSON.stringify(
      calls.map(({ method, params }, index) => ({ jsonrpc: '2.0', id: first + index, method, params })),
    );
    const { ok, status, text } = await line.send(
      node.url,
      { method: 'POST', headers: node.headers, body },
      calls.length,
    );
    if (!ok) {
      const sentence = `The node answered with HTTP status ${status}.`;
      throw TOO_LONG.has(status) ? new TooMuch(sentence, { canShrink: true }) : new NodeFault(sentence);
    }
    const answers = readAnswers(readJson(text), first, calls.length);
    const busy = answers.find(isBusy);
    if (busy?.ok === false) line.refuse(`The node refused for now: ${busy.message}`);
    return answers;
  }

  return async (calls) => {
    const answers: RpcAnswer[] = [];
    let patience = PATIENCE;
    while (answers.length < calls.length) {
      const some = calls.slice(answers.length, answers.length + Math.min(pace.size(), line.most()));
      try {
        answers.push(...(await send(some)));
        pace.done(some.length);
      } catch (error) {
        if (!(error instanceof TooMuch)) throw error;
        if (some.length > 1) pace.refused(some.length);
        else patience -= 1;
        if (!error.canShrink || patience === 0) throw error;
      }
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

/** A node's answer as JSON. Throws `NodeFault` where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NodeFault('The node answered with something that is not JSON.', { cause });
  }
}

const isBusy = (answer: RpcAnswer): boolean =>
  !answer.ok && (answer.code === 429 || (BUSY.test(answer.message) && !REVERTED.test(answer.message)));

function readAnswers(answer: unknown, first: number, count: number): RpcAnswer[] {
  if (!Array.isArray(answer)) {
    // A refusal of the whole batch comes as one object.
    const single = readAnswer(answer);
    const reason = single !== null && !single.ok ? ` It said: ${single.message}` : '';
    throw new TooMuch(`The node did not answer the batch of calls.${reason}`, { canShrink: count > 1 });
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
