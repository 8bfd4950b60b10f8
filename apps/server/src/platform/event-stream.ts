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

/**
 * Answers with a stream of server-sent events, or null where the visitor has gone meanwhile (`onEnd` is not called then).
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
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    socket.off('close', close);
    onEnd();
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
