import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A stream of events that a client keeps open. */
export interface OpenStream {
  /** Resolves with the time, by `performance.now()`, at which the stream next brings an event. */
  nextEvent(): Promise<number>;
}

/** What to ask for: a path, and the token of the caller where it needs one. */
export interface StreamRequest {
  readonly path: string;
  readonly token?: string;
}

/** So many payments may be followed from one address; loopback has 2^24 addresses. */
const OF_ONE_ADDRESS = 40;
const OPENED_AT_ONCE = 50;

/** Opens a connection of its own for each stream, and resolves once all are answered. Throws where one is refused. */
export async function openStreams(
  port: number,
  requests: readonly StreamRequest[],
): Promise<{ streams: readonly OpenStream[]; close: () => void }> {
  const sockets: Socket[] = [];
  const streams: OpenStream[] = [];
  const open = async (index: number): Promise<void> => {
    const request = requests[index];
    if (request === undefined) return;
    const localAddress = `127.0.1.${1 + Math.floor(index / OF_ONE_ADDRESS)}`;
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    await once(socket, 'connect');
    const authorization = request.token === undefined ? '' : `authorization: Bearer ${request.token}\r\n`;
    socket.write(`GET ${request.path} HTTP/1.1\r\nhost: bench\r\naccept: text/event-stream\r\n${authorization}\r\n`);
    const [head]: Buffer[] = await once(socket, 'data');
    if (head === undefined || !head.toString('latin1').startsWith('HTTP/1.1 200 '))
      throw new Error(`a stream was refused: ${head?.toString('latin1').split('\r\n')[0]}`);
    const waiting: ((at: number) => void)[] = [];
    socket.on('data', (piece: Buffer) => {
      if (waiting.length === 0 || !piece.includes('event: ')) return;
      for (const tell of waiting.splice(0)) tell(performance.now());
    });
    streams[index] = {
      nextEvent: () =>
        new Promise((resolve) => {
          waiting.push(resolve);
        }),
    };
  };
  let next = 0;
  const opener = async (): Promise<void> => {
    while (next < requests.length) await open(next++);
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, opener));
  return {
    streams,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
