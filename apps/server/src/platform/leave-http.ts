import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The name of Node's own listener, as functions are called that it binds. */
const NODES_CLOSER = 'bound socketOnClose';

const ignore = (): void => {};

function giveUp(this: Socket): void {
  this.destroy();
}

/**
 * Takes a connection out of HTTP, as Node does after an upgrade: the caller writes the rest of the answer, whose head is
 * written, to the socket and ends it. What the client sends is dropped, and when it ends its side the socket ends too. The
 * request must have been read to its end, and be the only one on its connection. False, and nothing is done, where this
 * Node's HTTP can't be told that it has lost the connection.
 *
 * What Node keeps of HTTP for each connection, its parser, the request, the answer and their listeners, is 11 kB.
 */
export function leaveHttp({ socket }: IncomingMessage, answer: ServerResponse): boolean {
  const closers = socket.listeners('close') as (() => void)[];
  const closer = closers.find(({ name }) => name === NODES_CLOSER);
  if (closer === undefined) return false;
  answer.detachSocket(socket);
  // It gives Node's parser back, which reads no more from the socket then.
  closer.call(socket);
  // All at once: a table of listeners that are removed one by one keeps its size.
  socket.removeAllListeners();
  for (const each of closers) if (each !== closer) socket.on('close', each);
  socket.on('error', ignore).on('timeout', giveUp);
  socket.allowHalfOpen = false;
  return true;
}
