import type { NotificationEvent } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';

/** A user's phone number as they wrote it; null where there is no such account. */
export async function findPhone(connection: Connection, userId: string): Promise<string | null> {
  const [row] = await connection.query<{ phone: string }>(`select phone from app_user where id = $1`, [userId]);
  return row?.phone ?? null;
}

/** How many text messages a user was sent within a day, and holds whoever counts at the same moment. */
export async function countTexts(tx: Transaction, userId: string): Promise<number> {
  await tx.query(`select 1 from app_user where id = $1 for no key update`, [userId]);
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from text_message
     where user_id = $1 and created_at > clock_timestamp() - interval '1 day'`,
    [userId],
  );
  return row?.count ?? 0;
}

/** Writes down that a message is about to be sent; false where it was before, and may have left. */
export async function claimText(tx: Transaction, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const rows = await tx.query(
    `insert into text_message (id, user_id, status) values ($1, $2, 'sending') on conflict (id) do nothing returning id`,
    [id, userId],
  );
  return rows.length === 1;
}

/** Writes down what became of a message. */
export async function settleText(
  connection: Connection,
  id: string,
  status: 'sent' | 'refused' | 'unknown',
): Promise<void> {
  await connection.query(`update text_message set status = $2 where id = $1`, [id, status]);
}

/** Whether a user wants text messages about a kind of event. */
export async function wantsText(connection: Connection, userId: string, event: NotificationEvent): Promise<boolean> {
  const rows = await connection.query(
    `select 1 from notification_choice where user_id = $1 and event = $2 and by_sms`,
    [userId, event],
  );
  return rows.length === 1;
}

/** The events that a user gets text messages about. */
export async function findTextChoices(connection: Connection, userId: string): Promise<string[]> {
  const rows = await connection.query<{ event: string }>(
    `select event from notification_choice where user_id = $1 and by_sms`,
    [userId],
  );
  return rows.map(({ event }) => event);
}

/** Writes choices over what was there; mail about the same events stays as it was. */
export async function saveTextChoices(
  connection: Connection,
  userId: string,
  choices: readonly { event: NotificationEvent; isOn: boolean }[],
): Promise<void> {
  await connection.query(
    `insert into notification_choice (user_id, event, by_email, by_sms)
     select $1, event, true, by_sms from unnest($2::text[], $3::boolean[]) as chosen (event, by_sms)
     on conflict (user_id, event) do update set by_sms = excluded.by_sms, updated_at = clock_timestamp()`,
    [userId, choices.map(({ event }) => event), choices.map(({ isOn }) => isOn)],
  );
}
