import { randomInt } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

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

/** The open streams that each server's stop sends back: one listener for all, as removing one of many takes long. */
const sentBackBy = new WeakMap<AbortSignal, Set<() => void>>();

function openUntil(draining: AbortSignal): Set<() => void> {
  const known = sentBackBy.get(draining);
  if (known !== undefined) return known;
  const open = new Set<() => void>();
  sentBackBy.set(draining, open);
  draining.addEventListener('abort', () => {
    for (const sendBack of open) sendBack();
  });
  return open;
}

/**
 * Answers with a stream of server-sent events, or null where the client has left or the server is stopping (`onEnd` is
 * not called then). When the server is told to stop, it asks the client to reconnect and ends the stream. A response
 * that waits behind another on its connection has no socket and never closes, so the request's socket is watched.
 */
export function openEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, onEnd }: EventStreamOptions,
): EventStream | null {
  reply.hijack();
  const { socket } = request.raw;
  const stream = reply.raw;
  if (socket.destroyed) return null;
  let isOpen = true;
  const { draining } = request.server;
  const open = draining === undefined ? null : openUntil(draining);
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    socket.off('close', close);
    open?.delete(sendBack);
    onEnd();
  };
  const sendBack = (): void => {
    stream.write(`retry: ${randomInt(...COME_BACK_MS)}\n\n`);
    close();
    stream.end();
  };
  socket.once('close', close);
  stream.once('close', close);
  stream.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    ...headers,
  });
  stream.write('retry: 2000\n\n');
  if (draining?.aborted === true) {
    isOpen = false;
    sendBack();
    return null;
  }
  open?.add(sendBack);
  return {
    write: (piece) => {
      if (!isOpen) return;
      stream.write(piece);
      if (stream.writableLength > LARGEST_BACKLOG) socket.destroy();
    },
    end: () => {
      close();
      stream.end();
    },
  };
}
