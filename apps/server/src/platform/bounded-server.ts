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

/** Ten thousand streams and those who look beside them; and one address, which many phones may share. */
const LIMITS: ConnectionLimits = { most: 16_384, mostOfAddress: 512 };

/**
 * Milliseconds that a caller may take: for a request's head, for the whole of it with its body (6 MB on a slow phone), and
 * to take any byte of an answer. `check` is how often the first two are looked at.
 */
const PATIENCE = { head: 10_000, request: 120_000, silence: 120_000, keepAlive: 72_000, check: 2_000 };

/** The most bytes of a request's head. */
const LARGEST_HEAD = 16 * 1024;

export interface BoundedServerOptions {
  /** Whether an address is a proxy's, through which many callers come: only the limit in all holds for it. */
  readonly isProxy: (address: string) => boolean;
  readonly limits?: ConnectionLimits;
  readonly patience?: typeof PATIENCE;
}

/**
 * An HTTP server whose connections are bounded in time and number. Where one more would be too many, the connection is
 * closed that has waited longest without a whole request (a slow one, or one kept alive), of the same address if that is at its
 * limit; where each is being answered, the new one is closed. So slow callers make room for others, also behind one address.
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
  };
  const server = createServer(options, handler);
  server.setTimeout(patience.silence);
  boundConnections(server, isProxy, limits);
  return server;
}

/** The connections of one limit: how many are open, and those without a whole request, the longest waiting first. */
class Group {
  open = 0;
  readonly waiting = new Set<Socket>();
}

function boundConnections(
  server: Server,
  isProxy: BoundedServerOptions['isProxy'],
  { most, mostOfAddress }: ConnectionLimits,
): void {
  const everybody = new Group();
  const addresses = new Map<string, Group>();
  const groupsOf = new WeakMap<Socket, readonly Group[]>();
  const setWaiting = (socket: Socket, isWaiting: boolean): void => {
    for (const { waiting } of groupsOf.get(socket) ?? []) {
      waiting.delete(socket);
      if (isWaiting && !socket.destroyed) waiting.add(socket);
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
    socket.once('close', () => {
      setWaiting(socket, false);
      for (const group of groups) group.open -= 1;
      if (key !== null && ofAddress?.open === 0) addresses.delete(key);
    });
    if (ofAddress !== null && ofAddress.open > mostOfAddress) closeLongestWaiting(ofAddress);
    if (everybody.open > most) closeLongestWaiting(everybody);
  });

  server.on('request', (request, response) => {
    const { socket } = request;
    if (hasBody(request)) request.once('end', () => setWaiting(socket, false));
    else setWaiting(socket, false);
    response.once('close', () => setWaiting(socket, true));
  });
}

/** The newest is among those that wait, so there is always one. */
function closeLongestWaiting({ waiting }: Group): void {
  for (const socket of waiting) {
    socket.destroy();
    return;
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/**
 * Refuses a request whose body is not whole after so many milliseconds, and closes its connection; one that was answered
 * without its body is left to the patience of the server.
 */
export function refuseSlow(request: IncomingMessage, response: ServerResponse, milliseconds: number): void {
  if (!hasBody(request)) return;
  const timer = setTimeout(() => refuseConnection({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, request.socket), milliseconds);
  const stop = (): void => clearTimeout(timer);
  request.once('end', stop).once('close', stop);
  response.once('finish', stop);
}

const REFUSALS: Readonly<Record<string, readonly [string, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive. Please try again.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The head of the request is too large.'],
};
const NOT_HTTP = ['400 Bad Request', 'The request is not of the right form.'] as const;

/** Answers in words what never became a whole request, by the code of Node's error, and closes its connection. */
export function refuseConnection({ code = '' }: { readonly code?: string }, socket: Socket): void {
  // An answer that was begun can't be followed by another.
  if (socket.writable && code !== 'ECONNRESET' && socket.bytesWritten === 0) {
    const [status, message] = REFUSALS[code] ?? NOT_HTTP;
    const body = JSON.stringify({ message });
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
