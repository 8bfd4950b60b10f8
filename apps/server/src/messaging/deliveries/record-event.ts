import type { DepositId, EventId, OrderId, Settings, WebhookEvent } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { createStepBatches, eachOrFallOut } from '../../platform/step-batches.ts';
import { viewOwnPayment } from '../../sales/index.ts';
import { areChosen, listOrderOwners, numberEndpoints } from '../webhooks/db.ts';
import { insertDeliveries, insertEvent, type NewWebhookEvent } from './db.ts';

/** The topic that a commit with new deliveries announces to the senders of its own process. */
export const DELIVERIES_WRITTEN = 'webhook-deliveries';

/** A merchant event whose content is looked up only where an endpoint chose its type. */
export interface Told extends Omit<NewWebhookEvent, 'data' | 'source'> {
  readonly describe: (tx: Transaction) => Promise<object>;
}

/**
 * A merchant event about the payment of an order, or at whose address a deposit arrived, with the payment as its data:
 * none for other orders. With `describe` it is about any order, and that is its data.
 */
interface ToldOfOrder {
  readonly type: WebhookEvent;
  readonly of: OrderId | DepositId;
  readonly describe?: (tx: Transaction) => Promise<object>;
}

type Item = { readonly source: string } & (Told | ToldOfOrder);

/**
 * Records the merchant event that an internal event becomes, for the endpoints that chose it; once per source, which is
 * the internal event's id, with a word behind it for a second merchant event.
 */
export type Tell = (source: EventId | `${EventId} payout`, told: Told | ToldOfOrder) => Promise<void>;

export interface TellDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: { current(): Promise<Pick<Settings, 'clearing'>> };
  readonly publicOrigin: string;
}

/** Makes what records merchant events; those of one moment share a transaction. */
export function createTelling({ database, clock, settings, publicOrigin }: TellDependencies): Tell {
  const submit = createStepBatches<Item>({
    database,
    write: async (tx, items) => {
      const owners = await listOrderOwners(
        tx,
        items.flatMap((item) => ('of' in item ? item.of : [])),
      );
      const events = items.flatMap((item): { item: Item; event: Told }[] => {
        if (!('of' in item)) return [{ item, event: item }];
        const owner = owners.get(item.of);
        if (owner === undefined || (!owner.isPayment && item.describe === undefined)) return [];
        const { orderId: id, userId } = owner;
        const viewPayment = (inTx: Transaction) =>
          viewOwnPayment({ database: inTx, clock, settings, publicOrigin }, { id, merchantId: userId });
        return [{ item, event: { type: item.type, userId, describe: item.describe ?? viewPayment } }];
      });
      const chosen = await areChosen(
        tx,
        events.map(({ event }) => event),
        clock.now(),
      );
      // In one order in every process, as the endpoints are locked one after the other.
      const wanted = new Map(
        events
          .filter((_, index) => chosen[index])
          .toSorted((left, right) => (left.event.userId < right.event.userId ? -1 : 1))
          .map(({ item, event }) => [item, event]),
      );
      await eachOrFallOut([...wanted.keys()], async (item) => {
        const event = wanted.get(item);
        if (event !== undefined) await recordEvent(tx, { ...event, source: item.source }, clock.now());
      });
      return new Set();
    },
  });
  return (source, told) => submit({ ...told, source });
}

/** Writes an event with a delivery to each endpoint that chose its type; once per source. */
async function recordEvent(
  tx: Transaction,
  { describe, ...event }: Told & { readonly source: string },
  now: Date,
): Promise<void> {
  const { userId, type } = event;
  const eventId = await insertEvent(tx, { ...event, data: await describe(tx) }, now);
  if (eventId === null) return;
  const endpoints = await numberEndpoints(tx, { userId, type, endpointId: null }, now);
  await insertDeliveries(tx, { eventId, endpoints }, now);
  tx.announce(DELIVERIES_WRITTEN);
}
