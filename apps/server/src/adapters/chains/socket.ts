import { WebSocket } from 'ws';
import { NodeFault } from '../../custody/index.ts';
import { TooMuch } from './too-much.ts';
import { parseOrNull } from '../../platform/json.ts';

const TIMEOUT_MS = 10_000;
/** A connection from which nothing at all came for so long, not even the answer to a ping, is dead. */
const PING_MS = 15_000;
/** How long a connection without a listener is kept for the next call. */
const IDLE_MS = 60_000;

/** One call of JSON-RPC, with the number by which its sender knows its answer. */
interface NumberedCall {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Who listens to what a node sends without being asked. */
export interface Listener {
  /** An object that answers no call, as it came. */
  told(message: object): void;
  /** The connection ended. */
  ended(sentence: string): void;
}

/** The one connection to a node's WebSocket address: opened when it is needed, closed when it is not. */
export interface Socket {
  /** The answers to the calls, in their order and with their own numbers. Throws `NodeFault` as a node's HTTP does. */
  call(calls: readonly NumberedCall[]): Promise<object[]>;
  /** Connects, and keeps the connection until the answered function is called. */
  listen(listener: Listener): Promise<() => void>;
}

const sockets = new Map<string, Socket>();

/** The connection of this process to an address: all who ask that node share it. */
export function socketAt(url: string, authorization: string | undefined): Socket {
  const key = JSON.stringify([url, authorization]);
  const socket = sockets.get(key) ?? openSocket(url, authorization);
  sockets.set(key, socket);
  return socket;
}

interface Waiting {
  answered(message: object): void;
  failed(fault: NodeFault): void;
}

interface Connection {
  readonly socket: WebSocket;
  readonly waiting: Map<number, Waiting>;
  readonly listeners: Set<Listener>;
}

function openSocket(url: string, authorization: string | undefined): Socket {
  let lastId = 0;
  let current: Promise<Connection> | undefined;

  function connect(): Promise<Connection> {
    current ??= open();
    return current;
  }

  function open(): Promise<Connection> {
    const headers = authorization === undefined ? {} : { authorization };
    const socket = new WebSocket(url, { headers, handshakeTimeout: TIMEOUT_MS, perMessageDeflate: false });
    const connection: Connection = { socket, waiting: new Map(), listeners: new Set() };
    const { waiting, listeners } = connection;
    let heardAt = performance.now();
    let usedAt = heardAt;
    const beat = setInterval(() => {
      const now = performance.now();
      if (waiting.size > 0 || listeners.size > 0) usedAt = now;
      if (now - heardAt > 2 * PING_MS) socket.terminate();
      else if (now - usedAt > IDLE_MS) leave(connection);
      else if (socket.readyState === WebSocket.OPEN) socket.ping();
    }, PING_MS);
    beat.unref();
    socket.on('pong', () => {
      heardAt = performance.now();
    });
    socket.on('message', (data, isBinary) => {
      heardAt = performance.now();
      if (!isBinary) hear(connection, textOf(data));
    });
    const opened = new Promise<Connection>((resolve, reject) => {
      let sentence = 'The node ended the WebSocket connection.';
      socket.once('open', () => resolve(connection));
      socket.on('error', () => {
        if (socket.readyState !== WebSocket.OPEN) sentence = 'The node can’t be reached by WebSocket.';
      });
      socket.once('close', () => {
        clearInterval(beat);
        if (current === opened) current = undefined;
        const fault = new NodeFault(sentence);
        reject(fault);
        for (const { failed } of waiting.values()) failed(fault);
        for (const { ended } of listeners) ended(sentence);
      });
    });
    return opened;
  }

  /** Ends a connection that no call needs; the next call opens another one at once. */
  function leave({ socket }: Connection): void {
    current = undefined;
    socket.close();
  }

  function ask({ socket, waiting }: Connection, { id: own, method, params }: NumberedCall): Promise<object> {
    lastId += 1;
    const id = lastId;
    return new Promise<object>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new TooMuch('The node did not answer within 10 seconds.', { canShrink: false }));
      }, TIMEOUT_MS);
      const end = (): void => {
        clearTimeout(timer);
        waiting.delete(id);
      };
      waiting.set(id, {
        answered: (message) => {
          end();
          resolve({ ...message, id: own });
        },
        failed: (fault) => {
          end();
          reject(fault);
        },
      });
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  }

  return {
    call: async (calls) => {
      const connection = await connect();
      return Promise.all(calls.map((call) => ask(connection, call)));
    },
    listen: async (listener) => {
      const connection = await connect();
      const { listeners, waiting } = connection;
      listeners.add(listener);
      return () => {
        // A connection that was only listened to is closed at once: a subscription ends with it.
        if (listeners.delete(listener) && listeners.size === 0 && waiting.size === 0) leave(connection);
      };
    },
  };
}

function hear({ waiting, listeners }: Connection, text: string): void {
  // What is no JSON answers nothing: its call is given up in time.
  const read = parseOrNull(text);
  for (const message of Array.isArray(read) ? read : [read]) {
    if (typeof message !== 'object' || message === null) continue;
    const id: unknown = 'id' in message ? message.id : undefined;
    const call = typeof id === 'number' ? waiting.get(id) : undefined;
    if (call !== undefined) call.answered(message);
    else if (id === undefined) for (const { told } of listeners) told(message);
  }
}

function textOf(data: WebSocket.RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data).toString();
}
