import type { EventId, UserId } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { claimText, countTexts, findPhone, settleText } from './db.ts';
import { internationalNumber } from './phone-number.ts';
import type { Texter } from './texter.ts';

/** The daily limit; more would be noise, and a cost for the operator. */
const MOST_A_DAY = 20;

export interface TextDependencies {
  readonly database: Database;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly texter: Texter | null;
}

/**
 * Sends a text message, at most once per event: it is recorded first, and one that may have left is never sent again.
 * Nothing is sent to an invalid number, or after twenty in a day. The number and the text are not logged.
 */
export async function sendText(
  { database, log, texter }: TextDependencies,
  { eventId, userId, text }: { eventId: EventId; userId: UserId; text: string },
): Promise<void> {
  const to = internationalNumber((await findPhone(database, userId)) ?? '');
  if (texter === null || to === null) return;
  const isOurs = await database.transaction(async (tx) => {
    if ((await countTexts(tx, userId)) >= MOST_A_DAY) return false;
    return claimText(tx, { id: eventId, userId });
  });
  if (!isOurs) return;
  const outcome = await texter.send({ to, text });
  await settleText(database, eventId, outcome);
  if (outcome !== 'sent') log.warn({ eventId, outcome }, 'a text message was not taken, or may not have left');
}
