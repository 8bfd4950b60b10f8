import { connect, createServer, type Socket } from 'node:net';

/** A connection between two programs that can be cut and restored. */
export interface Proxy {
  readonly port: number;
  cut(): void;
  mend(): void;
  close(): void;
}

/** Listens on a free loopback port and passes everything on to `host:port`, until it is cut. */
export function startProxy(host: string, port: number): Promise<Proxy> {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((from) => {
    if (isCut) {
      from.destroy();
      return;
    }
    const to = connect({ host, port });
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : 0,
        cut,
        mend: () => {
          isCut = false;
        },
        close: () => {
          cut();
          server.close();
        },
      });
    });
  });
}
