import { type EndpointId, idSchema, WEBHOOK_EVENTS, type WebhookEvent } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import type { FollowedPiece, OpenFollow } from '../../platform/push-stream.ts';
import type { Caller } from '../../platform/route.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import { listAfter } from '../deliveries/db.ts';
import type { WebhookDependencies } from '../webhooks/dependencies.ts';
import { keepListening, saveListener } from '../webhooks/db.ts';
import { lockCaller } from '../webhooks/require-proof.ts';
import { bodyOf, makeSecret, noSuchListener, orderEvents, secretPlace } from '../webhooks/webhook.ts';

/** For how long after it was heard of last a listener gets events: longer than a machine sleeps at night. */
const LISTENS_MS = 24 * 3_600_000;
/** Of one stream at a time, so that one which is far behind holds few of them in memory. */
const AT_ONCE = 20;

const listensUntil = (clock: Clock): Date => new Date(clock.now().getTime() + LISTENS_MS);

/**
 * Opens the caller's listener for these events, all of them where none are named: the one that its key had before, with
 * its secret, or a new one. Events from then on are for it. Throws 401 where the caller's access has ended, 429.
 */
export async function openListener(
  { database, clock, secretBox }: Pick<WebhookDependencies, 'database' | 'clock' | 'secretBox'>,
  { caller, events }: { readonly caller: Caller; readonly events: readonly WebhookEvent[] | undefined },
): Promise<{ id: EndpointId; secret: string; lastSequence: number }> {
  const { userId, tokenHash: keyHash } = caller;
  const now = clock.now();
  const turn = { thing: 'webhook-listen-user', subject: userId, most: 120, windowSeconds: 3600 };
  await consumeRateLimit(database, [turn], now, 'You have opened very many listeners.');
  const id = newId<EndpointId>();
  return database.transaction(async (tx) => {
    await lockCaller(caller, clock)(tx);
    const listener = await saveListener(tx, {
      id,
      userId,
      keyHash,
      events: orderEvents(events ?? WEBHOOK_EVENTS),
      secret: secretBox.seal(Buffer.from(makeSecret()), secretPlace(id)),
      now,
      until: listensUntil(clock),
    });
    const secret = secretBox.open(listener.secret, secretPlace(listener.id)).toString();
    return { id: listener.id, secret, lastSequence: listener.lastSequence };
  });
}

/**
 * Makes what follows a listener's events: each in its order, from the one after the last that its program has. Throws
 * 404 for any listener but the caller's own.
 */
export function createFollowing({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): OpenFollow {
  return async ({ userId, tokenHash: keyHash }, text) => {
    const parsed = idSchema('Endpoint').safeParse(text);
    const id = parsed.success ? parsed.data : null;
    const keep = async (): Promise<boolean> =>
      id !== null && keepListening(database, { id, userId, keyHash, until: listensUntil(clock) });
    if (id === null || !(await keep())) throw noSuchListener();
    return { keep, readAfter: (after) => readAfter(database, id, after) };
  };
}

async function readAfter(database: Database, id: EndpointId, after: number): Promise<readonly FollowedPiece[]> {
  const found = await listAfter(database, id, { after, limit: AT_ONCE });
  return found.map((delivery) => ({ position: delivery.sequence, data: JSON.stringify(bodyOf(delivery)) }));
}
