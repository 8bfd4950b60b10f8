import type { FastifyInstance } from 'fastify';
import { notFound } from './errors.ts';
import { openEventStream } from './event-stream.ts';
import { READABLE_ANYWHERE } from './other-origins.ts';
import { createPlaces, type PlaceLimits, STREAM_WORDS } from './places.ts';
import { addressKey } from './throttle.ts';

/** The state of something; its version rises with every change. */
export interface ThingVersion {
  readonly id: string;
  readonly version: number;
}

export interface LiveThingOptions {
  /** The name of the stream's events. */
  readonly event: string;
  /** The current state of one; null where it does not exist. */
  readonly findVersion: (id: string) => Promise<number | null>;
  /** Which of these have changed within the last few seconds; the same change may be reported again. */
  readonly readChanged: (ids: readonly string[]) => Promise<readonly ThingVersion[]>;
  readonly log: { warn: (details: object, message: string) => void };
  readonly limits?: PlaceLimits;
}

interface Watcher {
  readonly id: string;
  version: number;
  readonly send: (version: number) => void;
}

const POLL_MILLISECONDS = 400;
const HEARTBEAT_MILLISECONDS = 20_000;
/** Streams of one process; each costs memory and a place in a query that runs at every poll. */
const LIMITS: PlaceLimits = { most: 2000, mostOfHolder: 40 };

/**
 * Mounts a stream of server-sent events at `path`, which has `:id`: of one object, for any caller who knows its id. The
 * first event comes at once, so that no change between a read and the stream is missed; each event is only a hint to
 * read again. Throws 404 for an unknown id, 429 and 503 beyond the limits. The database is polled only while a client
 * listens.
 */
export function mountLiveThing(
  http: FastifyInstance,
  path: string,
  { event, findVersion, readChanged, log, limits = LIMITS }: LiveThingOptions,
): void {
  const takePlace = createPlaces(limits, STREAM_WORDS);
  const watchers = new Set<Watcher>();
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    try {
      const changed = await readChanged([...new Set([...watchers].map(({ id }) => id))]);
      const versions = new Map(changed.map(({ id, version }) => [id, version]));
      for (const watcher of watchers) {
        const version = versions.get(watcher.id) ?? 0;
        if (version <= watcher.version) continue;
        watcher.version = version;
        watcher.send(version);
      }
    } catch (error) {
      log.warn({ err: error }, `changes of ${event} could not be read`);
    }
    timer = watchers.size > 0 ? setTimeout(() => void look(), POLL_MILLISECONDS) : undefined;
  }

  async function requireVersion(id: string): Promise<number> {
    const version = await findVersion(id);
    if (version === null) throw notFound('There is no such thing to follow.');
    return version;
  }

  http.get<{ Params: { id: string } }>(path, async (request, reply) => {
    const { id } = request.params;
    reply.headers(READABLE_ANYWHERE);
    // Before the database is asked: during a burst every request would still find a free place.
    const giveBack = takePlace(addressKey(request.ip));
    let leave = giveBack;
    const version = await requireVersion(id).catch((error: unknown) => {
      leave();
      throw error;
    });
    const stream = openEventStream(request, reply, {
      headers: READABLE_ANYWHERE,
      onEnd: () => leave(),
    });
    if (stream === null) return leave();
    const send = (now: number): void =>
      stream.write(`event: ${event}\ndata: ${JSON.stringify({ id, version: now })}\n\n`);
    send(version);
    const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MILLISECONDS);
    const watcher: Watcher = { id, version, send };
    watchers.add(watcher);
    leave = () => {
      clearInterval(heartbeat);
      watchers.delete(watcher);
      giveBack();
    };
    timer ??= setTimeout(() => void look(), POLL_MILLISECONDS);
  });

  http.addHook('onClose', async () => {
    clearTimeout(timer);
    timer = undefined;
    watchers.clear();
  });
}
