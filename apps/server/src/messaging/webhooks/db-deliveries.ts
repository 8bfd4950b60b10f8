import type { DeliveryState } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { isId } from '../../platform/identifiers.ts';
import type { Delivery, PastAttempt } from './webhook.ts';

export interface DeliveryRow {
  id: string;
  endpoint_id: string;
  sequence: bigint;
  state: DeliveryState;
  attempts: number;
  due_at: Date;
  give_up_at: Date;
  event_id: string;
  type: string;
  data: object;
  created_at: Date;
}

/** The columns of `webhook_delivery d` and its `webhook_event v` that make a `Delivery`. */
export const DELIVERY_COLUMNS =
  'd.id, d.endpoint_id, d.sequence, d.state, d.attempts, d.due_at, d.give_up_at, d.event_id, v.type, v.data, v.created_at';

/** Reads a row of `DELIVERY_COLUMNS`. */
export const readDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  endpointId: row.endpoint_id,
  sequence: Number(row.sequence),
  state: row.state,
  attempts: row.attempts,
  dueAt: row.due_at,
  giveUpAt: row.give_up_at,
  event: { id: row.event_id, type: row.type, createdAt: row.created_at, data: row.data },
});

interface AttemptRow {
  at: Date;
  status: number | null;
  problem: string | null;
  answer: string;
  milliseconds: number;
}

/** A delivery with how often it was tried, and how that went last. */
export interface LoggedDelivery {
  readonly delivery: Delivery;
  readonly count: number;
  readonly last: PastAttempt | null;
}

/** An endpoint's deliveries before a sequence number (null: from the newest), newest first. */
export async function listDeliveries(
  connection: Connection,
  endpointId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<LoggedDelivery[]> {
  const rows = await connection.query<DeliveryRow & { count: bigint; last: LastAttempt | null }>(
    `select ${DELIVERY_COLUMNS}, tried.count, tried.last
     from webhook_delivery d join webhook_event v on v.id = d.event_id
     left join lateral (
       select count(*) as count, (array_agg(to_jsonb(a) order by a.at desc, a.id desc))[1] as last
       from webhook_attempt a where a.delivery_id = d.id
     ) tried on true
     where d.endpoint_id = $1 and ($2::bigint is null or d.sequence < $2) order by d.sequence desc limit $3`,
    [endpointId, before, limit],
  );
  return rows.map((row) => ({
    delivery: readDelivery(row),
    count: Number(row.count),
    last: row.last === null ? null : { ...row.last, at: new Date(row.last.at) },
  }));
}

/** An attempt as JSON of the database has it. */
type LastAttempt = Omit<AttemptRow, 'at'> & { at: string };

/** A delivery to one of a user's endpoints; null where there is none, or the text is no id. */
export async function findDelivery(connection: Connection, userId: string, id: string): Promise<Delivery | null> {
  if (!isId(id)) return null;
  const [row] = await connection.query<DeliveryRow>(
    `select ${DELIVERY_COLUMNS} from webhook_delivery d join webhook_event v on v.id = d.event_id
     where d.id = $2 and v.user_id = $1`,
    [userId, id],
  );
  return row === undefined ? null : readDelivery(row);
}

/** The newest attempts of a delivery. */
export function listAttempts(connection: Connection, deliveryId: string, limit: number): Promise<PastAttempt[]> {
  return connection.query<AttemptRow>(
    `select at, status, problem, answer, milliseconds from webhook_attempt where delivery_id = $1
     order by at desc, id desc limit $2`,
    [deliveryId, limit],
  );
}

/** An endpoint's deliveries after a sequence number, oldest first. */
export async function listAfter(
  connection: Connection,
  endpointId: string,
  { after, limit }: { after: number; limit: number },
): Promise<Delivery[]> {
  const rows = await connection.query<DeliveryRow>(
    `select ${DELIVERY_COLUMNS} from webhook_delivery d join webhook_event v on v.id = d.event_id
     where d.endpoint_id = $1 and d.sequence > $2 order by d.sequence limit $3`,
    [endpointId, after, limit],
  );
  return rows.map(readDelivery);
}
