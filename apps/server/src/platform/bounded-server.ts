import type { ErrorCode } from '@kobogate/contract';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from './throttle.ts';

/** How many connections may be open at once: in all, and from one network address. */
export interface ConnectionLimits {
  readonly most: number;
  readonly mostOfAddress: number;
}

/** Ten thousand streams and the requests beside them; many phones may share one address. */
const LIMITS: ConnectionLimits = { most: 16_384, mostOfAddress: 512 };

/**
 * The milliseconds that a caller may take for a request's head, for the whole request with its body (6 MB on a slow
 * phone), and between two reads of an answer. `check` is how often the first two are checked. `quiet` is how long nothing
 * must have come on a connection before a closing server counts it as idle: longer than a request is on its way.
 */
const PATIENCE = { head: 10_000, request: 120_000, silence: 120_000, keepAlive: 72_000, check: 2_000, quiet: 1_000 };
/** How often a closing server looks for idle connections. */
const LOOK_MS = 100;

/** The most bytes of a request's head. */
const LARGEST_HEAD = 16 * 1024;

export interface BoundedServerOptions {
  /** Whether an address belongs to a proxy, which serves many callers: only the limit in all applies to it. */
  readonly isProxy: (address: string) => boolean;
  readonly limits?: ConnectionLimits;
  readonly patience?: typeof PATIENCE;
}

/**
 * An HTTP server whose connections are bounded in time and number. When a limit is reached it closes the connection that has
 * waited longest without a complete request (a slow one, or one kept alive); if one address is at its limit, a connection of
 * that address. If all connections are being answered, it closes the new one. So slow callers make room for others, also from
 * the same address.
 *
 * Its `closeIdleConnections`, which `close` calls, goes on until the server is closed, and closes a connection only once
 * nothing has come on it for a while and what had arrived is read: Node's own closes one on which a request has
 * arrived and was not read yet, and its caller gets no answer.
 */
export function createBoundedServer(
  handler: RequestListener,
  { isProxy, limits = LIMITS, patience = PATIENCE }: BoundedServerOptions,
): Server {
  const options: ServerOptions = {
    headersTimeout: patience.head,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.keepAlive,
    connectionsCheckingInterval: patience.check,
    maxHeaderSize: LARGEST_HEAD,
    // Node's own refusal, as that of an expectation, says nothing that a person could read.
    requireHostHeader: false,
  };
  const server = createServer(options, (request, response) => {
    if (request.headers.host !== undefined || request.httpVersion !== '1.1') return handler(request, response);
    refuseHead(response, 400, 'The request names no host. Please send its Host header.');
  });
  server.on('checkExpectation', (_request, response: ServerResponse) =>
    refuseHead(response, 417, 'This server does not do what the Expect header asks for.'),
  );
  server.setTimeout(patience.silence);
  const waiting = boundConnections(server, isProxy, limits);
  closeQuietly(server, waiting, patience.quiet);
  return server;
}

/** Answers a request whose head is not one that can be served with a message, and closes its connection. */
function refuseHead(response: ServerResponse, status: number, message: string): void {
  const code: ErrorCode = 'malformed';
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(JSON.stringify({ message, code }));
}

/** How many requests of a connection are under way: several, where its caller sends the next one before the answer. */
const underWay = new WeakMap<Socket, number>();

/** Whether a request that is under way is the only one on its connection, which is one of a bounded server. */
export const isAlone = (socket: Socket): boolean => underWay.get(socket) === 1;

/** Since when a connection waits for a request, and how many bytes had come on it by then. */
interface Silence {
  readonly since: number;
  readonly bytes: number;
}

/**
 * The connections under one limit: how many are open, and those without a complete request, the longest waiting first.
 */
class Group {
  open = 0;
  readonly waiting = new Map<Socket, Silence>();
}

function boundConnections(
  server: Server,
  isProxy: BoundedServerOptions['isProxy'],
  { most, mostOfAddress }: ConnectionLimits,
): ReadonlyMap<Socket, Silence> {
  const everybody = new Group();
  const addresses = new Map<string, Group>();
  const groupsOf = new WeakMap<Socket, readonly Group[]>();
  const setWaiting = (socket: Socket, isWaiting: boolean): void => {
    for (const { waiting } of groupsOf.get(socket) ?? []) {
      waiting.delete(socket);
      if (isWaiting && !socket.destroyed) waiting.set(socket, { since: performance.now(), bytes: socket.bytesRead });
    }
  };

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const key = isProxy(address) ? null : addressKey(address);
    const ofAddress = key === null ? null : (addresses.get(key) ?? new Group());
    if (key !== null && ofAddress !== null) addresses.set(key, ofAddress);
    const groups = ofAddress === null ? [everybody] : [ofAddress, everybody];
    groupsOf.set(socket, groups);
    for (const group of groups) group.open += 1;
    setWaiting(socket, true);
    socket.on('close', () => {
      setWaiting(socket, false);
      for (const group of groups) group.open -= 1;
      if (key !== null && ofAddress?.open === 0) addresses.delete(key);
    });
    if (ofAddress !== null && ofAddress.open > mostOfAddress) closeLongestWaiting(ofAddress);
    if (everybody.open > most) closeLongestWaiting(everybody);
  });

  server.on('request', (request, response) => {
    const { socket } = request;
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    const isUnderWay = (): boolean => (underWay.get(socket) ?? 0) > 0;
    // Where it was answered before its body had come, the end of that begins nothing.
    if (hasBody(request)) request.once('end', () => void (isUnderWay() && setWaiting(socket, false)));
    else setWaiting(socket, false);
    response.once('close', () => {
      const left = (underWay.get(socket) ?? 1) - 1;
      underWay.set(socket, left);
      if (left === 0) setWaiting(socket, true);
    });
  });
  return everybody.waiting;
}

function closeQuietly(server: Server, waiting: ReadonlyMap<Socket, Silence>, quietMs: number): void {
  const isQuiet = (socket: Socket, { since, bytes }: Silence): boolean =>
    socket.bytesRead === bytes && performance.now() - since >= quietMs;
  const closeQuiet = (): void => {
    for (const [socket, silence] of waiting) if (isQuiet(socket, silence)) socket.destroy();
  };
  let timer: NodeJS.Timeout | undefined;
  server.closeIdleConnections = () => {
    // In one turn of the event loop connections are accepted, by the end of the next one what came on them is read.
    timer ??= setInterval(() => setImmediate(() => setImmediate(closeQuiet)), LOOK_MS);
  };
  server.once('close', () => clearInterval(timer));
}

/** The newest connection is among the waiting ones, so there is always one. */
function closeLongestWaiting({ waiting }: Group): void {
  for (const socket of waiting.keys()) {
    socket.destroy();
    return;
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/**
 * Refuses a request whose body has not arrived within `milliseconds`, and closes its connection. Where the request was
 * answered before its body came, the server's own timeout applies.
 */
export function refuseSlow(request: IncomingMessage, response: ServerResponse, milliseconds: number): void {
  if (!hasBody(request)) return;
  const timer = setTimeout(() => refuseConnection({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, request.socket), milliseconds);
  const stop = (): void => clearTimeout(timer);
  request.once('end', stop).once('close', stop);
  response.once('finish', stop);
}

const REFUSALS: Readonly<Record<string, readonly [status: string, message: string, code: ErrorCode]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    'The request took too long to arrive. Please try again.',
    'too-slow',
  ],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The head of the request is too large.',
    'head-too-large',
  ],
};
const NOT_HTTP = ['400 Bad Request', 'The request is not of the right form.', 'malformed'] as const;

/**
 * Answers a request that never arrived completely with a message and a code, by the code of Node's error, and closes its
 * connection.
 */
export function refuseConnection({ code = '' }: { readonly code?: string }, socket: Socket): void {
  // No second answer may follow one that has begun.
  if (socket.writable && code !== 'ECONNRESET' && socket.bytesWritten === 0) {
    const [status, message, told] = REFUSALS[code] ?? NOT_HTTP;
    const body = JSON.stringify({ message, code: told });
    const head = [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json; charset=utf-8',
      'Cache-Control: no-store',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
    return;
  }
  socket.destroy();
}
