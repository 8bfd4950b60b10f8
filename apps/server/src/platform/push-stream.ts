import type { FastifyInstance } from 'fastify';
import { setImmediate } from 'node:timers/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { Database } from './database.ts';
import { malformed } from './errors.ts';
import { sessionsEnded } from './change-feed.ts';
import { openEventStream } from './event-stream.ts';
import { createHeartbeats } from './heartbeats.ts';
import type { Log } from './log.ts';
import { createPlaces, type PlaceLimits, STREAM_WORDS } from './places.ts';
import type { Caller } from './route.ts';
import { createSignal } from './signal.ts';

/** Something with its place in an order; `data` is one line of text. */
export interface FollowedPiece {
  readonly position: number;
  readonly data: string;
}

interface Follow {
  /** What comes after a position, in order: a few pieces at a time, none where there is nothing more. */
  readonly readAfter: (position: number) => Promise<readonly FollowedPiece[]>;
  /** Called from time to time while it is followed; false ends that. */
  readonly keep: () => Promise<boolean>;
}

/** Opens what a caller may follow, by its id. Throws 404 for anything else. */
export type OpenFollow = (caller: Caller, id: string) => Promise<Follow>;

export interface PushStreamOptions {
  readonly database: Pick<Database, 'onAnnouncedAnywhere'>;
  readonly log: Pick<Log, 'warn'>;
  /** Announced by a commit that may have added pieces: a hint, as the database is looked at every second. */
  readonly topic: string;
  /** The caller that these headers belong to. Throws 401 where there is none. */
  readonly signIn: (headers: IncomingHttpHeaders) => Promise<Caller>;
  readonly open: OpenFollow;
  readonly limits?: PlaceLimits;
}

interface Followed {
  readonly Params: { readonly id: string };
  readonly Querystring: { readonly after?: unknown };
}

/** Each looks at the database by itself. */
const LIMITS: PlaceLimits = { most: 500, mostOfHolder: 5 };
const POLL_MS = 1000;

/**
 * Mounts a stream of server-sent events at `path`, which has `:id`: every piece after the position in `Last-Event-ID`,
 * or in the query's `after`, each once and in order, with its position as the event's id. One that comes back with its
 * last position misses nothing. Throws 400, 401, 404, and 429 and 503 beyond the limits.
 */
export function mountPushStream(
  http: FastifyInstance,
  path: string,
  { database, log, topic, signIn, open, limits = LIMITS }: PushStreamOptions,
): void {
  const takePlace = createPlaces(limits, STREAM_WORDS);
  const heartbeats = createHeartbeats();

  http.get<Followed>(path, { config: { isForPrograms: true } }, async (request, reply) => {
    const headers = { authorization: request.headers.authorization };
    const caller = await signIn(headers);
    const from = readPosition(request.headers['last-event-id'] ?? request.query.after);
    const follow = await open(caller, request.params.id);
    const giveBack = takePlace(caller.userId);
    const signal = createSignal();
    const ended = new AbortController();
    const unhear = database.onAnnouncedAnywhere(topic, signal.give);
    const leave = (): void => {
      ended.abort();
      signal.give();
      unhear();
      giveBack();
    };
    const stream = openEventStream(request, reply, { onEnd: leave });
    if (stream === null) return leave();
    // A key that has ended or was revoked ends the stream too.
    const mayRead = (): Promise<boolean> =>
      signIn(headers).then(
        () => true,
        () => false,
      );
    const look = (): void =>
      void mayRead()
        .then(async (isKnown) => isKnown && follow.keep())
        .catch(() => false)
        .then((isKept) => (isKept ? stream.write(': still here\n\n') : stream.end()));
    for (const stop of [heartbeats.add(look), database.onAnnouncedAnywhere(sessionsEnded(caller.userId), look)])
      ended.signal.addEventListener('abort', stop);
    void push(from).catch((error: unknown) => {
      log.warn({ err: error }, 'a stream could not be read');
      stream.end();
    });

    async function push(start: number): Promise<void> {
      let position = start;
      while (!ended.signal.aborted) {
        const seen = signal.count();
        const pieces = await follow.readAfter(position);
        // Not at the next heartbeat: until then a stolen key would read on.
        if (pieces.length > 0 && !(await mayRead())) return stream?.end();
        for (const piece of pieces) {
          stream?.write(`id: ${piece.position}\ndata: ${piece.data}\n\n`);
          ({ position } = piece);
          // What a client reads at once is not counted as left behind by it.
          await setImmediate();
        }
        if (pieces.length === 0) await signal.next(seen, POLL_MS);
      }
    }
  });
}

function readPosition(given: unknown): number {
  const text = given === undefined || given === '' ? '0' : given;
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text))
    throw malformed('Please give a sequence number.', 'position-malformed');
  return Number(text);
}
