import type { UserId } from '@kobogate/contract';
import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { type Change, type ChangeFeed, sessionsEnded } from './change-feed.ts';
import type { Database } from './database.ts';
import { openEventStream } from './event-stream.ts';
import { createHeartbeats } from './heartbeats.ts';
import { createPlaces, type PlaceLimits, STREAM_WORDS } from './places.ts';
import type { Caller } from './route.ts';

export interface LiveOptions {
  readonly feed: ChangeFeed;
  readonly database: Pick<Database, 'onAnnouncedAnywhere'>;
  /** The caller that these headers belong to. Throws 401 where there is none. */
  readonly signIn: (headers: IncomingHttpHeaders) => Promise<Caller>;
  readonly limits?: PlaceLimits;
}

type Send = (change: Change) => void;

/** Streams of one process; a user has a few windows open, and some that the server does not yet know to be closed. */
const LIMITS: PlaceLimits = { most: 10_000, mostOfHolder: 40 };

/**
 * Mounts a stream of server-sent events at `path`: each event says that something of the signed-in user (for a
 * person of the team: of any user) changed. It is only a hint: a client fetches everything once its stream is open, and
 * misses nothing that commits later. Throws 401 without a sign-in, 429 and 503 beyond the limits.
 */
export function mountLive(
  http: FastifyInstance,
  path: string,
  { feed, database, signIn, limits = LIMITS }: LiveOptions,
): void {
  const takePlace = createPlaces(limits, STREAM_WORDS);
  const heartbeats = createHeartbeats();
  const ofUser = new Map<UserId, Set<Send>>();
  const ofStaff = new Set<Send>();

  feed.onChange((change) => {
    for (const send of ofStaff) send(change);
    if (change.userId !== null) for (const send of ofUser.get(change.userId) ?? []) send(change);
  });

  function subscribe({ role, userId }: Caller, send: Send): () => void {
    if (role !== null) {
      ofStaff.add(send);
      return () => void ofStaff.delete(send);
    }
    const sends = ofUser.get(userId) ?? new Set();
    ofUser.set(userId, sends.add(send));
    return () => {
      sends.delete(send);
      if (sends.size === 0 && ofUser.get(userId) === sends) ofUser.delete(userId);
    };
  }

  http.get(path, async (request, reply) => {
    // A stream that lasts keeps this alone of its request.
    const headers = { authorization: request.headers.authorization };
    const caller = await signIn(headers);
    const giveBack = takePlace(caller.userId);
    const { ready, leave: leaveFeed } = feed.enter();
    let leave = (): void => {
      leaveFeed();
      giveBack();
    };
    await ready.catch((error: unknown) => {
      leave();
      throw error;
    });
    const stream = openEventStream(request, reply, { onEnd: () => leave() });
    if (stream === null) return leave();
    const unsubscribe = subscribe(caller, ({ event, id }) =>
      stream.write(`event: ${event}\ndata: ${JSON.stringify({ id })}\n\n`),
    );
    // A token that has expired or been revoked also ends the stream; a revoked one at once, on any node. If the database passes
    // no notifications on, a token that was revoked on another node ends it with the next heartbeat.
    const look = (): void =>
      void signIn(headers).then(
        () => stream.write(': still here\n\n'),
        () => stream.end(),
      );
    const calm = heartbeats.add(look);
    const unhear = database.onAnnouncedAnywhere(sessionsEnded(caller.userId), look);
    const before = leave;
    leave = () => {
      calm();
      unhear();
      unsubscribe();
      before();
    };
  });
}
