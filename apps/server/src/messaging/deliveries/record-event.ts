import type { EventId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { hasEndpointFor } from '../webhooks/db.ts';
import { insertDeliveries, insertEvent, type NewWebhookEvent } from './db.ts';

/** The topic that a commit with new deliveries announces to the senders of its own process. */
export const DELIVERIES_WRITTEN = 'webhook-deliveries';

/** An event whose content is looked up only where an endpoint chose its type. */
interface TellableEvent extends Omit<NewWebhookEvent, 'data'> {
  readonly describe: (tx: Transaction) => Promise<object>;
}

/**
 * Writes an event with a delivery to each endpoint that chose its type, in the caller's transaction; once per source.
 */
async function recordEvent(tx: Transaction, { describe, ...event }: TellableEvent, now: Date): Promise<void> {
  const { userId, type } = event;
  if (!(await hasEndpointFor(tx, userId, type))) return;
  const eventId = await insertEvent(tx, { ...event, data: await describe(tx) }, now);
  if (eventId === null) return;
  await insertDeliveries(tx, { eventId, userId, type, endpointId: null }, now);
  tx.announce(DELIVERIES_WRITTEN);
}

/** The merchant event that an internal event becomes; null: none. */
export type Told = Omit<TellableEvent, 'source'> | null;

/** Makes a handler that records the merchant event for the endpoints that chose it. */
export type Tell = <Payload>(
  read: (payload: Payload) => Promise<Told>,
) => (payload: Payload, context: { readonly eventId: EventId }) => Promise<void>;

/** The source of an event: its id, so that each is recorded once. */
export const createTelling =
  ({ database, clock }: { readonly database: Database; readonly clock: Clock }): Tell =>
  (read) =>
  async (payload, { eventId }) => {
    const event = await read(payload);
    if (event === null) return;
    await database.transaction((tx) => recordEvent(tx, { ...event, source: eventId }, clock.now()));
  };
