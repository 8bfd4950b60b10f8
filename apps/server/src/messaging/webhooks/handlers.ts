import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { EventHandler } from '../../platform/queue.ts';
import { recordEvent, type TellableEvent } from './record-event.ts';

/** What an event of this program means to merchants' programs; null: nothing. */
export type ReadTellable = (payload: unknown) => Promise<Omit<TellableEvent, 'source'> | null>;

export interface WebhookHandlerDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** By type of event. */
  readonly tellable: Readonly<Record<string, ReadTellable>>;
}

/** Puts events that merchants' programs may be told of on their way; an event that is worked off again is told once. */
export function webhookHandlers({
  database,
  clock,
  tellable,
}: WebhookHandlerDependencies): Readonly<Record<string, EventHandler>> {
  return Object.fromEntries(
    Object.entries(tellable).map(([type, read]): [string, EventHandler] => [
      type,
      async (payload, { eventId }) => {
        const event = await read(payload);
        if (event === null) return;
        await database.transaction((tx) => recordEvent(tx, { ...event, source: eventId }, clock.now()));
      },
    ]),
  );
}
