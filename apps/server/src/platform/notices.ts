import type { Client } from 'pg';
import type { Log } from './log.ts';

/** Passes the topics of commits on to the other processes of a database: a hint that may get lost. */
export interface Notices {
  /** Tells the other processes of these topics, together with others of the same moment. */
  tell(topics: Iterable<string>): void;
  /** Begins to hear what other processes tell. */
  listen(): void;
  /** Whether it hears: a notification of its own came back over the connection that listens. */
  isHeard(): boolean;
  /** Tells what is still to be told, such as the leases that a stopping process released. */
  close(): Promise<void>;
}

export interface NoticesOptions {
  /** Opens the connection that listens. */
  readonly connect: () => Promise<Client>;
  readonly query: (text: string, values: readonly unknown[]) => Promise<unknown>;
  /** Called whenever it begins to hear: what was told before was missed. */
  readonly onListening: () => void;
  /** Called with the topics that another process tells of. */
  readonly onTold: (topics: readonly string[]) => void;
  readonly log: Log;
}

const CHANNEL = 'kobogate';
const TELL = `select pg_notify('${CHANNEL}', $1)`;
/**
 * A notification takes a lock that all of a database share while it commits: a busy process sends few, and none in its
 * transactions. The first after a pause is sent at once.
 */
const TELL_EVERY_MS = 200;
/** PostgreSQL refuses a longer payload than 7,999 bytes, and with it every topic that it has. */
const MOST_BYTES = 7_900;
/**
 * After so long a notification that was committed has come back, or the connection that listens is dead without a sign: its
 * other end may be gone, or whatever is between.
 */
const ECHO_MS = 5_000;
/** The pause before the connection is opened again: longer after each failure in a row, between these two. */
const AGAIN_MS = { least: 250, most: 5_000 };

/**
 * Sends and hears PostgreSQL's notifications. Behind a pooler that gives each transaction another connection nothing is
 * heard; where the connection that listens breaks, it is opened again.
 */
export function createNotices({ connect, query, onListening, onTold, log }: NoticesOptions): Notices {
  const self = Math.random().toString(36).slice(2);
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;
  let againMs = AGAIN_MS.least;
  let sending: Promise<unknown> = Promise.resolve();
  let client: Client | undefined;
  let isListening = false;
  let isHeard = false;
  let isClosed = false;
  /** Notifications of this process that have not come back yet, oldest first; kept while it hears. */
  const away = new Set<object>();
  let echo: NodeJS.Timeout | undefined;
  let lose = (_err?: unknown): void => undefined;

  /** Tells one payload; where it was committed and does not come back, nothing is heard any more. */
  async function tellOne(payload: string): Promise<void> {
    const told = {};
    if (isHeard) away.add(told);
    try {
      await query(TELL, [payload]);
      if (away.has(told))
        echo ??= setTimeout(() => lose(new Error('a notification did not come back')), ECHO_MS).unref();
    } catch {
      // The next change is told again.
      away.delete(told);
    }
  }

  function hearOwn(): void {
    isHeard = true;
    const [oldest] = away;
    if (oldest !== undefined) away.delete(oldest);
    clearTimeout(echo);
    echo = undefined;
  }

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const payloads = payloadsOf(self, waiting);
    waiting.clear();
    if (!isClosed) timer = setTimeout(send, TELL_EVERY_MS).unref();
    const sent = Promise.all(payloads.map(tellOne));
    sending = sending.then(() => sent);
  }

  async function listen(): Promise<void> {
    if (isListening || isClosed) return;
    isListening = true;
    let opened: Client | undefined;
    const loseThis = (err?: unknown): void => {
      if (!isListening || client !== opened) return;
      isListening = false;
      isHeard = false;
      away.clear();
      clearTimeout(echo);
      echo = undefined;
      client = undefined;
      opened?.end().catch(() => undefined);
      if (isClosed) return;
      log.warn({ err }, 'notifications of the database are not heard: changes by other processes show a little later');
      again = setTimeout(() => void listen(), againMs).unref();
      againMs = Math.min(againMs * 2, AGAIN_MS.most);
    };
    try {
      opened = await connect();
      client = opened;
      lose = loseThis;
      opened.on('error', loseThis);
      opened.on('end', () => loseThis());
      opened.on('notification', ({ channel, payload = '' }) => {
        const [sender, ...topics] = payload.split(' ');
        if (channel !== CHANNEL) return;
        if (sender === self) hearOwn();
        else onTold(topics);
      });
      if (isClosed) return await opened.end();
      await opened.query(`listen ${CHANNEL}`);
      againMs = AGAIN_MS.least;
      onListening();
      // Behind a pooler that statement is answered too, and nothing is ever heard: only an echo shows that it is.
      await query(TELL, [self]).catch(() => undefined);
    } catch (error) {
      loseThis(error);
    }
  }

  return {
    tell: (topics) => {
      if (isClosed) return;
      for (const topic of topics) waiting.add(topic);
      if (timer === undefined) send();
    },
    listen: () => void listen(),
    isHeard: () => isHeard,
    close: async () => {
      isClosed = true;
      clearTimeout(again);
      clearTimeout(echo);
      send();
      await sending;
      const open = client;
      client = undefined;
      await open?.end().catch(() => undefined);
    },
  };
}

/** The topics behind the name of their sender, in as few payloads as are short enough. Pure. */
function payloadsOf(sender: string, topics: Iterable<string>): string[] {
  const payloads: string[] = [];
  let payload = sender;
  for (const topic of topics) {
    const more = `${payload} ${topic}`;
    if (payload !== sender && Buffer.byteLength(more) > MOST_BYTES) {
      payloads.push(payload);
      payload = `${sender} ${topic}`;
    } else payload = more;
  }
  return [...payloads, payload];
}
