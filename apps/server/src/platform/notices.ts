import type { Client } from 'pg';
import type { Log } from './log.ts';

/** Passes the topics of commits on to the other processes of a database: a hint that may get lost. */
export interface Notices {
  /** Tells the other processes of these topics, together with others of the same moment. */
  tell(topics: Iterable<string>): void;
  /** Begins to hear what other processes tell. */
  listen(): void;
  /** Tells what is still to be told, such as the leases that a stopping process released. */
  close(): Promise<void>;
}

export interface NoticesOptions {
  /** Opens the connection that listens. */
  readonly connect: () => Promise<Client>;
  readonly query: (text: string, values: readonly unknown[]) => Promise<unknown>;
  /** Called with the topics that another process tells of. */
  readonly onTold: (topics: readonly string[]) => void;
  readonly log: Log;
}

const CHANNEL = 'kobogate';
/** A notification takes a lock that all of a database share while it commits: a busy process sends few, and none in its transactions. */
const TELL_EVERY_MS = 200;
const LISTEN_AGAIN_MS = 5_000;

/**
 * Sends and hears PostgreSQL's notifications. Behind a pooler that gives each transaction another connection nothing is
 * heard; where the connection that listens breaks, it is opened again.
 */
export function createNotices({ connect, query, onTold, log }: NoticesOptions): Notices {
  const self = Math.random().toString(36).slice(2);
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;
  let client: Client | undefined;
  let isListening = false;
  let isClosed = false;

  async function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const payload = [self, ...waiting].join(' ');
    waiting.clear();
    // The next change is told again.
    await query(`select pg_notify('${CHANNEL}', $1)`, [payload]).catch(() => undefined);
  }

  async function listen(): Promise<void> {
    if (isListening || isClosed) return;
    isListening = true;
    let opened: Client | undefined;
    const lose = (err?: unknown): void => {
      if (!isListening || client !== opened) return;
      isListening = false;
      client = undefined;
      opened?.end().catch(() => undefined);
      if (isClosed) return;
      log.warn({ err }, 'notifications of the database are not heard: changes by other processes show a little later');
      again = setTimeout(() => void listen(), LISTEN_AGAIN_MS).unref();
    };
    try {
      opened = await connect();
      client = opened;
      opened.on('error', lose);
      opened.on('end', () => lose());
      opened.on('notification', ({ channel, payload = '' }) => {
        const [sender, ...topics] = payload.split(' ');
        if (channel === CHANNEL && sender !== self) onTold(topics);
      });
      if (isClosed) await opened.end();
      else await opened.query(`listen ${CHANNEL}`);
    } catch (error) {
      lose(error);
    }
  }

  return {
    tell: (topics) => {
      if (isClosed) return;
      for (const topic of topics) waiting.add(topic);
      if (waiting.size > 0) timer ??= setTimeout(() => void send(), TELL_EVERY_MS).unref();
    },
    listen: () => void listen(),
    close: async () => {
      isClosed = true;
      clearTimeout(again);
      await send();
      const open = client;
      client = undefined;
      await open?.end().catch(() => undefined);
    },
  };
}
