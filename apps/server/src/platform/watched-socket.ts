import { connect, Socket } from 'node:net';

/** A machine of which nothing was heard for so long, by any connection to it, is tried. */
const SILENT_MS = 5_000;
/** How long it may take to accept a connection: its kernel does that, however busy its programs are. */
const REACH_MS = 4_000;
const LOOK_MS = 1_000;

interface Limits {
  readonly silentMs: number;
  readonly reachMs: number;
  readonly lookMs: number;
}

/** The open connections of this process to one port of one machine. */
interface Watch {
  readonly sockets: Set<Socket>;
  /** How much had come over all of them at the last look. */
  readonly heard: WeakMap<Socket, number>;
  heardAt: number;
  isTrying: boolean;
}

/** The network's own words for a machine that it can't reach. Any other error, such as that this process has no socket left, says nothing of it. */
const UNREACHABLE = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN']);

/** What a broken-off connection says; the code is that of a connection on which the system itself gives up. */
const fellSilent = (host: string): Error =>
  Object.assign(new Error(`nothing is heard of ${host} any more, and it takes no connection`), { code: 'ETIMEDOUT' });

/** Whether the machine that a connection is tried to may be there: one that refuses is, one whose power is gone says nothing. */
function doesAnswer(probe: Socket, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (isThere: boolean): void => {
      clearTimeout(timer);
      probe.destroy();
      resolve(isThere);
    };
    // Where this process was held up, the answer is there already, and is read first.
    timer = setTimeout(() => setImmediate(() => end(false)), limitMs).unref();
    probe.once('connect', () => end(true));
    probe.once('error', ({ code = '' }: NodeJS.ErrnoException) => end(!UNREACHABLE.has(code)));
  });
}

/** Whether anything has come over the connections to a machine since this was last asked; a new connection counts too. */
function hasSpoken({ sockets, heard }: Watch): boolean {
  let isHeard = false;
  for (const socket of sockets) {
    if (heard.get(socket) === socket.bytesRead) continue;
    isHeard = true;
    heard.set(socket, socket.bytesRead);
  }
  return isHeard;
}

/**
 * Makes the sockets of connections whose other end may lose its power. The system would send what is unanswered again for a quarter
 * of an hour, and Node has no setting for that. So a machine of which nothing is heard for five seconds, by any connection to it, is
 * asked for another connection. If it accepts none within four seconds, and the open ones stay silent, they all break off with
 * `ETIMEDOUT`. A machine that answers may take as long as it likes with everything else. Unix sockets are not watched.
 */
export function createWatchedSockets(
  limits: Partial<Limits> = {},
  tryToConnect: (address: { host: string; port: number }) => Socket = connect,
): () => Socket {
  const { silentMs = SILENT_MS, reachMs = REACH_MS, lookMs = LOOK_MS } = limits;
  const watches = new Map<string, Watch>();

  async function look(watch: Watch, host: string, port: number): Promise<void> {
    const now = performance.now();
    if (hasSpoken(watch)) watch.heardAt = now;
    if (watch.isTrying || now - watch.heardAt < silentMs) return;
    watch.isTrying = true;
    const isThere = await doesAnswer(tryToConnect({ host, port }), reachMs);
    watch.isTrying = false;
    // It may have spoken during the try: too busy to accept a connection, it still serves the open ones.
    if (isThere || hasSpoken(watch) || watch.heardAt > now) watch.heardAt = performance.now();
    else for (const socket of watch.sockets) socket.destroy(fellSilent(host));
  }

  function open(key: string, host: string, port: number): Watch {
    const watch: Watch = { sockets: new Set(), heard: new WeakMap(), heardAt: performance.now(), isTrying: false };
    watches.set(key, watch);
    const timer = setInterval(() => {
      if (watch.sockets.size > 0) return void look(watch, host, port);
      clearInterval(timer);
      watches.delete(key);
    }, lookMs).unref();
    return watch;
  }

  return () => {
    const socket = new Socket();
    socket.once('connect', () => {
      const { remoteAddress: host, remotePort: port } = socket;
      if (host === undefined || port === undefined) return;
      const key = `${host} ${port}`;
      const { sockets } = watches.get(key) ?? open(key, host, port);
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    return socket;
  };
}
