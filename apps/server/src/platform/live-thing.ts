import type { FastifyInstance } from 'fastify';
import { notFound, overloaded, tooMany } from './errors.ts';
import { addressKey } from './throttle.ts';

/** How something stands: its version rises with every change. */
export interface ThingVersion {
  readonly id: string;
  readonly version: number;
}

export interface LiveThingOptions {
  /** The name of the stream's events. */
  readonly event: string;
  /** How one thing stands; null where there is none. */
  readonly findVersion: (id: string) => Promise<number | null>;
  /** Which of these things have changed within the last few seconds; the same change may be reported again. */
  readonly readChanged: (ids: readonly string[]) => Promise<readonly ThingVersion[]>;
  readonly log: { warn: (details: object, message: string) => void };
  readonly limits?: { readonly most: number; readonly mostOfVisitor: number };
}

interface Watcher {
  readonly id: string;
  readonly visitor: string;
  version: number;
  readonly send: (version: number) => void;
}

const POLL_MILLISECONDS = 400;
const HEARTBEAT_MILLISECONDS = 20_000;
/** Streams of one process; each costs memory and a place in a query that is made as often as it polls. */
const LIMITS = { most: 2000, mostOfVisitor: 40 };

/**
 * Mounts a stream of server-sent events at `path`, which has `:id`: of one thing, for anybody who knows its id. The first
 * event comes at once, so that nothing between a look and the stream is missed; each only hints, to look again. Throws 404
 * for what does not exist, 429 and 503 beyond the limits. The database is looked at while somebody listens.
 */
export function mountLiveThing(
  http: FastifyInstance,
  path: string,
  { event, findVersion, readChanged, log, limits = LIMITS }: LiveThingOptions,
): void {
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

  http.get<{ Params: { id: string } }>(path, async (request, reply) => {
    const { id } = request.params;
    const visitor = addressKey(request.ip);
    if ([...watchers].filter((watcher) => watcher.visitor === visitor).length >= limits.mostOfVisitor) {
      throw tooMany('Too many streams are open from here. Please close some and try again.', 30);
    }
    if (watchers.size >= limits.most) throw overloaded('Too many streams are open. Please look again in a moment.');
    const version = await findVersion(id);
    if (version === null) throw notFound('There is no such thing to follow.');
    reply.hijack();
    const stream = reply.raw;
    stream.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
    });
    const send = (now: number): boolean =>
      stream.write(`event: ${event}\ndata: ${JSON.stringify({ id, version: now })}\n\n`);
    stream.write('retry: 2000\n\n');
    send(version);
    const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MILLISECONDS);
    const watcher: Watcher = { id, visitor, version, send };
    watchers.add(watcher);
    stream.on('close', () => {
      clearInterval(heartbeat);
      watchers.delete(watcher);
    });
    timer ??= setTimeout(() => void look(), POLL_MILLISECONDS);
  });

  http.addHook('onClose', async () => {
    clearTimeout(timer);
    timer = undefined;
    watchers.clear();
  });
}
