import { Agent, createServer, type IncomingMessage, request as requestNode, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { behind, Call, refusalOf, tell } from './evm-answers.ts';
import type { Manners } from './manners.ts';
import { withoutPayments } from './omissions.ts';
import { KEEP_ALIVE_MS } from '../platform/ports.ts';

/** Stands between the product and a node, as a hosted provider does, and behaves as it is told. */
export interface Provider {
  /** As the node's own, at another port. */
  readonly url: string;
  /** Behaves like this from now on; `{}`: politely. */
  behave(manners: Manners): void;
  /** What it was asked since it was started, and how many bytes it has answered. */
  asked(): {
    readonly requests: number;
    readonly calls: number;
    readonly bytes: number;
    readonly methods: Record<string, number>;
  };
  close(): Promise<void>;
}

interface ProviderOptions {
  readonly target: string;
  /** 0: any free one. */
  readonly port?: number;
  /** How many blocks below the newest one the chain calls final; undefined: as the node says. EVM only. */
  readonly finalDepth?: number | undefined;
}

interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly text: string;
}

const Answer = z.looseObject({ id: z.unknown(), result: z.unknown().optional() });
const Request = z.union([z.array(Call), Call]);
const NEVER_MS = 12_000;

/** Starts a provider in front of the node at `target`. */
export async function startProvider({ target, port = 0, finalDepth }: ProviderOptions): Promise<Provider> {
  const node = new URL(target);
  const agent = new Agent({ keepAlive: true });
  let manners: Manners = {};
  let second = { at: 0, calls: 0 };
  const asked = { requests: 0, calls: 0, bytes: 0, methods: {} as Record<string, number> };

  function forward(request: IncomingMessage, body: Buffer): Promise<Reply & { contentType: string }> {
    const { host: _host, ...headers } = request.headers;
    const options = { agent, method: request.method ?? 'POST', headers: { ...headers, 'content-length': body.length } };
    const { hostname, port: nodePort } = node;
    return new Promise((resolve, reject) => {
      const call = requestNode({ hostname, port: nodePort, path: request.url ?? '/', ...options }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 502,
            contentType: response.headers['content-type'] ?? 'application/json',
            text: Buffer.concat(chunks).toString(),
          }),
        );
      });
      call.once('error', reject);
      call.end(body);
    });
  }

  /** The node's answer; an omitting provider leaves out what it knows to be a payment. */
  async function passOn(request: IncomingMessage, body: Buffer, calls: readonly Call[]): Promise<Reply> {
    const honest = await forward(request, body);
    const isWhole = manners.lie !== 'omit' || isEvm(calls) || honest.status !== 200;
    return isWhole ? honest : { ...honest, text: withoutPayments(request.url ?? '/', calls, honest.text) };
  }

  async function ask(calls: readonly Call[]): Promise<unknown[]> {
    const response = await fetch(`http://${node.host}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(calls.map((call, id) => ({ ...call, id, jsonrpc: '2.0' }))),
    });
    return z.array(z.unknown()).parse(await response.json());
  }

  async function newest(): Promise<number> {
    const [answer] = await ask([{ id: 0, method: 'eth_blockNumber', params: [] }]);
    return Number(Answer.parse(answer).result);
  }

  /** The provider's own answer to a request; null where the node's is passed on. */
  function refuse(calls: readonly Call[], isBatch: boolean): Reply | null {
    const { busy = 0, perSecond, batchLimit, lie } = manners;
    const limited = {
      status: 429,
      headers: { 'retry-after': '1' },
      text: '{"error":{"code":429,"message":"slow down"}}',
    };
    if (busy > 0) {
      manners = { ...manners, busy: busy - 1 };
      return limited;
    }
    if (perSecond !== undefined) {
      const at = Math.floor(Date.now() / 1_000);
      if (second.at !== at) second = { at, calls: 0 };
      if (second.calls + calls.length > perSecond) return limited;
      second.calls += calls.length;
    }
    if (isBatch && batchLimit !== undefined && calls.length > batchLimit) {
      const message = `Batch of more than ${batchLimit} requests are not allowed on free tier`;
      return { status: 200, text: JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: 31, message } }) };
    }
    if (lie === 'html') return { status: 200, headers: { 'content-type': 'text/html' }, text: '<html>busy</html>' };
    return null;
  }

  async function answerAsEvm(calls: readonly Call[], isBatch: boolean): Promise<Reply> {
    const { lagBlocks = 0, resultLimit = Infinity } = manners;
    const head = Math.max(0, (await newest()) - lagBlocks);
    const final = finalDepth === undefined ? null : Math.max(0, head - finalDepth);
    const passed = calls.map((call) => (lagBlocks === 0 && final === null ? call : behind(call, head, final ?? head)));
    const refusals = passed.map((call) => refusalOf(manners, call, head));
    const kept = passed.filter((_call, at) => refusals[at] === undefined);
    const answers = kept.length === 0 ? [] : await ask(kept);
    const told = passed.map((call, at) => {
      const refusal = refusals[at];
      if (refusal !== undefined) return refused(call, refusal.includes('exist') ? -32601 : -32000, refusal);
      const honest = Answer.parse(answers[kept.indexOf(call)]);
      if (!('result' in honest)) return Object.assign(honest, { id: call.id });
      const result = tell(manners, call, honest.result, head);
      const isTooMuch = call.method === 'eth_getLogs' && Array.isArray(result) && result.length > resultLimit;
      if (isTooMuch) return refused(call, -32005, `query returned more than ${resultLimit} results`);
      return { jsonrpc: '2.0', id: call.id, result };
    });
    return { status: 200, text: JSON.stringify(isBatch ? told : told[0]) };
  }

  async function serve(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const text = body.toString();
    const parsed =
      (request.method === 'POST' && text.startsWith('[')) || text.startsWith('{')
        ? Request.safeParse(JSON.parse(text))
        : null;
    const calls = parsed?.success === true ? (Array.isArray(parsed.data) ? parsed.data : [parsed.data]) : [];
    const isBatch = text.startsWith('[');
    asked.requests += 1;
    asked.calls += Math.max(1, calls.length);
    for (const { method } of calls) asked.methods[method] = (asked.methods[method] ?? 0) + 1;
    if (manners.down === true) {
      response.destroy();
      return;
    }
    const own = refuse(calls.length === 0 ? [{ id: 0, method: request.url ?? '', params: [] }] : calls, isBatch);
    const isPlain = isPolite(manners) && !(finalDepth !== undefined && /"(finalized|safe)"/.test(text));
    const reply =
      own ?? (isPlain || !isEvm(calls) ? await passOn(request, body, calls) : await answerAsEvm(calls, isBatch));
    asked.bytes += reply.text.length;
    const isHalf = manners.lie === 'half';
    response.writeHead(reply.status, {
      'content-type': 'contentType' in reply ? String(reply.contentType) : 'application/json',
      ...reply.headers,
    });
    response.end(isHalf ? reply.text.slice(0, reply.text.length / 2) : reply.text);
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      serve(request, Buffer.concat(chunks), response).catch(() => response.writeHead(502).end());
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const upgraded = new Set<Duplex>();
  /** A WebSocket is the node's own: no manners but `down` change what is said there. */
  server.on('upgrade', (request, client, first) => {
    if (manners.down === true) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(node.port), node.hostname, () => {
      const headers = request.rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
      upstream.write(`GET ${request.url ?? '/'} HTTP/1.1\r\n${headers}\r\n`);
      upstream.write(first);
      client.pipe(upstream).pipe(client);
    });
    tie(upgraded, client, upstream);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const own = new URL(target);
  if (typeof address === 'object' && address !== null) own.port = String(address.port);
  return {
    url: own.href.replace(/\/$/, ''),
    behave: (wanted) => {
      manners = wanted;
      if (wanted.down === true) for (const socket of upgraded) socket.destroy();
      second = { at: 0, calls: 0 };
    },
    asked: () => structuredClone(asked),
    close: async () => {
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      agent.destroy();
      await Promise.race([new Promise((resolve) => server.close(resolve)), pause(NEVER_MS, undefined, { ref: false })]);
    },
  };
}

/** Two ends of one connection: when either ends, so does the other. */
function tie(open: Set<Duplex>, client: Duplex, upstream: Socket): void {
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    open.add(one);
    one.on('error', () => other.destroy());
    one.once('close', () => {
      open.delete(one);
      other.destroy();
    });
  }
}

const refused = ({ id }: Call, code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } });

const isPolite = ({
  busy: _busy,
  perSecond: _perSecond,
  batchLimit: _batchLimit,
  down: _down,
  ...manners
}: Manners): boolean => Object.values(manners).every((value) => value === undefined || value === false);

const isEvm = (calls: readonly Call[]): boolean =>
  calls.length > 0 && calls.every(({ method }) => /^(eth|net|web3|trace|debug|evm|anvil|txpool)_/.test(method));
