import { randomInt } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface EventStream {
  /** Writes one piece of the stream; nothing where it has ended. */
  readonly write: (piece: string) => void;
  readonly end: () => void;
}

/** The most bytes that wait for a visitor who does not read; then the stream ends, and a visitor who still is there comes back. */
const LARGEST_BACKLOG = 64 * 1024;

export interface EventStreamOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Called once when the stream has ended, whoever ended it. */
  readonly onEnd: () => void;
}

/** How long those wait who are sent back, at random: who leaves one process together must not arrive together at the next. */
const COME_BACK_MS = [200, 2_000] as const;

/**
 * Answers with a stream of server-sent events, or null where the visitor has gone or the server is stopping (`onEnd` is not
 * called then). Where the server is told to stop it tells the visitor to come back, and ends.
 * A response that waits behind another on its connection has no socket and never closes: the request's socket counts.
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
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    socket.off('close', close);
    draining?.removeEventListener('abort', sendBack);
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
  draining?.addEventListener('abort', sendBack);
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
