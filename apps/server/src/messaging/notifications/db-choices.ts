import type { NotificationEvent } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import type { ChoiceRow } from './notification-choice.ts';

/** The choices that a user ever changed. */
export function findChoices(connection: Connection, userId: string): Promise<ChoiceRow[]> {
  return connection.query<{ event: string; by_email: boolean }>(
    `select event, by_email from notification_choice where user_id = $1`,
    [userId],
  );
}

/** Writes choices over what was there. */
export async function saveChoices(
  connection: Connection,
  userId: string,
  choices: readonly { event: NotificationEvent; byEmail: boolean }[],
): Promise<void> {
  await connection.query(
    `insert into notification_choice (user_id, event, by_email)
     select $1, event, by_email from unnest($2::text[], $3::boolean[]) as chosen (event, by_email)
     on conflict (user_id, event) do update set by_email = excluded.by_email, updated_at = clock_timestamp()`,
    [userId, choices.map(({ event }) => event), choices.map(({ byEmail }) => byEmail)],
  );
}

/** Whether a user wants mail about a kind of event. */
export async function wantsMail(connection: Connection, userId: string, event: NotificationEvent): Promise<boolean> {
  const rows = await connection.query(
    `select 1 from notification_choice where user_id = $1 and event = $2 and not by_email`,
    [userId, event],
  );
  return rows.length === 0;
}
