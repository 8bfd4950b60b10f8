import type { ErrorCode } from '@kobogate/contract';
import type { FastifyInstance } from 'fastify';
import type { ChangeFeed } from './change-feed.ts';
import { notFound } from './errors.ts';
import { openEventStream } from './event-stream.ts';
import { createHeartbeats } from './heartbeats.ts';
import { READABLE_ANYWHERE } from './other-origins.ts';
import { createPlaces, type PlaceLimits, STREAM_WORDS } from './places.ts';
import { addressKey } from './throttle.ts';

export interface LiveThingOptions {
  readonly feed: ChangeFeed;
  /** The name of the feed's changes to follow, and of the stream's events. */
  readonly event: string;
  /** The current version of one, on the feed's scale; null where it does not exist. */
  readonly findVersion: (id: string) => Promise<number | null>;
  /** Of the 404 for an unknown one. */
  readonly unknown: ErrorCode;
  readonly limits?: PlaceLimits;
}

interface Watcher {
  version: number;
  /** Absent until the stream is open. */
  send?: (version: number) => void;
}

/** Streams of one process; many payers may share one address. */
const LIMITS: PlaceLimits = { most: 10_000, mostOfHolder: 40 };

/**
 * Mounts a stream of server-sent events at `path`, which has `:id`: of one object, for any caller who knows its id. The
 * first event comes at once, so that no change between a read and the stream is missed; each event is only a hint to
 * read again. Throws 404 for an unknown id, 429 and 503 beyond the limits.
 */
export function mountLiveThing(
  http: FastifyInstance,
  path: string,
  { feed, event, findVersion, unknown, limits = LIMITS }: LiveThingOptions,
): void {
  const takePlace = createPlaces(limits, STREAM_WORDS);
  const heartbeats = createHeartbeats();
  const watchersOf = new Map<string, Set<Watcher>>();

  feed.onChange((change) => {
    if (change.event !== event) return;
    for (const watcher of watchersOf.get(change.id) ?? []) {
      if (change.version <= watcher.version) continue;
      watcher.version = change.version;
      watcher.send?.(change.version);
    }
  });

  function watch(id: string, watcher: Watcher): () => void {
    const watchers = watchersOf.get(id) ?? new Set();
    watchersOf.set(id, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && watchersOf.get(id) === watchers) watchersOf.delete(id);
    };
  }

  async function requireVersion(id: string): Promise<number> {
    const version = await findVersion(id);
    if (version === null) throw notFound('There is no such thing to follow.', unknown);
    return version;
  }

  http.get<{ Params: { id: string } }>(path, { config: { isForPrograms: true } }, async (request, reply) => {
    const { id } = request.params;
    reply.headers(READABLE_ANYWHERE);
    // Before the database is asked: during a burst every request would still find a free place.
    const giveBack = takePlace(addressKey(request.ip));
    const { ready, leave: leaveFeed } = feed.enter();
    // Before its version is read: a change in between is told.
    const watcher: Watcher = { version: 0 };
    const unwatch = watch(id, watcher);
    let leave = (): void => {
      unwatch();
      leaveFeed();
      giveBack();
    };
    const version = await ready
      .then(() => requireVersion(id))
      .catch((error: unknown) => {
        leave();
        throw error;
      });
    const stream = openEventStream(request, reply, { headers: READABLE_ANYWHERE, onEnd: () => leave() });
    if (stream === null) return leave();
    watcher.send = (now) => stream.write(`event: ${event}\ndata: ${JSON.stringify({ id, version: now })}\n\n`);
    watcher.version = Math.max(watcher.version, version);
    watcher.send(watcher.version);
    const calm = heartbeats.add(() => stream.write(': still here\n\n'));
    const before = leave;
    leave = () => {
      calm();
      before();
    };
  });
}
