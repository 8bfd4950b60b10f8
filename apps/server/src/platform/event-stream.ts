import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAlone } from './bounded-server.ts';
import { leaveHttp } from './leave-http.ts';
import { takeOverEnd, type NoteEnd } from './request-end.ts';

export interface EventStream {
  /** Writes one piece of the stream; does nothing where the stream has ended. */
  readonly write: (piece: string) => void;
  readonly end: () => void;
}

/**
 * The most bytes buffered for a client that does not read; beyond that the stream ends, and a client that is still
 * there reconnects.
 */
const LARGEST_BACKLOG = 64 * 1024;

export interface EventStreamOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Called once when the stream has ended, on either side. */
  readonly onEnd: () => void;
}

/**
 * The random reconnection delay for clients of a process that stops, so that they do not reach the next process all at
 * once.
 */
const COME_BACK_MS = [200, 2_000] as const;

const OK = 200;
const goodbye = (): string => `retry: ${randomInt(...COME_BACK_MS)}\n\n`;

/** The open streams that each server's stop sends back: one listener for all, as removing one of many takes long. */
const sentBackBy = new WeakMap<AbortSignal, Set<OpenStream>>();

function openUntil(draining: AbortSignal): Set<OpenStream> {
  const known = sentBackBy.get(draining);
  if (known !== undefined) return known;
  const open = new Set<OpenStream>();
  sentBackBy.set(draining, open);
  draining.addEventListener('abort', () => {
    for (const stream of open) stream.end(goodbye());
  });
  return open;
}

/** One of thousands: its methods are shared, and it holds nothing of its request once it has the connection. */
class OpenStream implements EventStream {
  readonly #socket: Socket;
  readonly #onEnd: () => void;
  readonly #open: Set<OpenStream> | undefined;
  /** What it writes to: its answer until that has its turn on the connection, then the connection itself. */
  #out: ServerResponse | Socket;
  #noteEnd: NoteEnd | undefined;
  #isOpen = true;

  constructor({ raw: answer }: FastifyReply, { socket, server }: FastifyRequest, onEnd: () => void) {
    this.#socket = socket;
    this.#onEnd = onEnd;
    this.#out = answer;
    this.#open = server.draining === undefined ? undefined : openUntil(server.draining);
    this.#open?.add(this);
    // An answer that waits behind another on its connection never closes by itself.
    socket.on('close', () => this.#closed());
  }

  write(piece: string): void {
    // A client that has ended its side is gone.
    if (!this.#isOpen || !this.#socket.writable) return;
    this.#out.write(piece);
    if (this.#out.writableLength > LARGEST_BACKLOG) this.#socket.destroy();
  }

  end(lastWords = ''): void {
    if (!this.#isOpen) return;
    this.#leave();
    this.#out.end(lastWords);
    // As HTTP does with a connection after its last answer.
    if (this.#out === this.#socket) this.#socket.destroySoon();
  }

  /** Goes on without HTTP, unless other requests are on the same connection. */
  leaveAnswer(request: FastifyRequest, answer: ServerResponse): void {
    if (!this.#isOpen || this.#socket.destroyed || !isAlone(this.#socket) || !leaveHttp(request.raw, answer)) return;
    this.#noteEnd = takeOverEnd(request);
    this.#out = this.#socket;
  }

  #leave(): void {
    this.#isOpen = false;
    this.#open?.delete(this);
    this.#onEnd();
  }

  #closed(): void {
    const isWhole = !this.#isOpen && this.#socket.writableFinished;
    if (this.#isOpen) this.#leave();
    this.#noteEnd?.(isWhole, OK);
  }
}

/**
 * Answers with a stream of server-sent events, or null where the client has left or asks for no more than the head, or the
 * server is stopping (`onEnd` is not called then). When the server is told to stop, it asks the client to reconnect and
 * ends the stream. A stream is the last answer on its connection.
 */
export function openEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, onEnd }: EventStreamOptions,
): EventStream | null {
  reply.hijack();
  const answer = reply.raw;
  if (request.socket.destroyed) return null;
  // Without chunks: the connection's end is the stream's, and what is written to either is the same.
  answer.removeHeader('transfer-encoding');
  answer.writeHead(OK, {
    connection: 'close',
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    ...headers,
  });
  answer.write('retry: 2000\n\n');
  if (request.method === 'HEAD' || request.server.draining?.aborted === true) {
    answer.end(goodbye());
    return null;
  }
  const stream = new OpenStream(reply, request, onEnd);
  // By then the requests that came with it are known too.
  request.raw.once('close', () => stream.leaveAnswer(request, answer)).resume();
  return stream;
}
