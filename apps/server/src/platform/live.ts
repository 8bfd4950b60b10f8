import type { UserId } from '@kobogate/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openEventStream } from './event-stream.ts';
import { createPlaces, type PlaceLimits, STREAM_WORDS } from './places.ts';
import type { Caller } from './route.ts';

/** A change to something of a user's since the last poll. */
export interface Change {
  readonly userId: UserId;
  readonly event: string;
  readonly id: string;
  /** Distinguishes this change from an earlier one of the same object. */
  readonly version: string;
}

export interface LiveOptions {
  /** What changed in the last few seconds; the same change may be reported again. */
  readonly readChanges: () => Promise<readonly Change[]>;
  readonly signIn: (request: FastifyRequest) => Promise<Caller>;
  readonly log: { warn: (details: object, message: string) => void };
  readonly limits?: PlaceLimits;
}

interface Subscriber {
  readonly caller: Caller;
  readonly send: (change: Change) => void;
}

const POLL_MILLISECONDS = 400;
const HEARTBEAT_MILLISECONDS = 20_000;
const MOST_REMEMBERED = 20_000;
/** Streams of one process; a user has a few windows open, and some that the server does not yet know to be closed. */
const LIMITS: PlaceLimits = { most: 10_000, mostOfHolder: 40 };

/**
 * Mounts a stream of server-sent events at `path`: each event says that something of the signed-in user (for an
 * administrator: of any user) changed. It is only a hint: a client that reconnects fetches everything again. The
 * database is polled only while a client listens, and sees changes of every process. Throws 401 without a sign-in, 429
 * and 503 beyond the limits.
 */
export function mountLive(
  http: FastifyInstance,
  path: string,
  { readChanges, signIn, log, limits = LIMITS }: LiveOptions,
): void {
  const takePlace = createPlaces(limits, STREAM_WORDS);
  const subscribers = new Set<Subscriber>();
  const told = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    try {
      for (const change of await readChanges()) {
        const key = `${change.event} ${change.id}`;
        if (told.get(key) === change.version) continue;
        told.set(key, change.version);
        for (const { caller, send } of subscribers) {
          if (caller.isAdmin || caller.userId === change.userId) send(change);
        }
      }
    } catch (error) {
      log.warn({ err: error }, 'live changes could not be read');
    }
    if (told.size > MOST_REMEMBERED) told.clear();
    timer = subscribers.size > 0 ? setTimeout(() => void look(), POLL_MILLISECONDS) : undefined;
  }

  http.get(path, async (request, reply) => {
    const caller = await signIn(request);
    const giveBack = takePlace(caller.userId);
    let leave = giveBack;
    const stream = openEventStream(request, reply, { onEnd: () => leave() });
    if (stream === null) return leave();
    const heartbeat = setInterval(() => {
      // A token that has expired or been revoked ends the stream too.
      signIn(request).then(
        () => stream.write(': still here\n\n'),
        () => stream.end(),
      );
    }, HEARTBEAT_MILLISECONDS);
    const subscriber: Subscriber = {
      caller,
      send: ({ event, id }) => stream.write(`event: ${event}\ndata: ${JSON.stringify({ id })}\n\n`),
    };
    subscribers.add(subscriber);
    leave = () => {
      clearInterval(heartbeat);
      subscribers.delete(subscriber);
      giveBack();
    };
    timer ??= setTimeout(() => void look(), POLL_MILLISECONDS);
  });

  http.addHook('onClose', async () => {
    clearTimeout(timer);
    timer = undefined;
    subscribers.clear();
  });
}
