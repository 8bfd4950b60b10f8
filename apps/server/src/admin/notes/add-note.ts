import { endpoints, type OrderId, type UserId } from '@kobogate/contract';
import { recordDecision } from '../../controls/index.ts';
import { emitMany, type NewEvent } from '../../events.ts';
import type { Clock } from '../../platform/clock.ts';
import { listStaff } from '../../identity/index.ts';
import type { Database } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { doOnce, type Repeatable } from '../../platform/idempotency.ts';
import { mentionMail } from '../mails.ts';

import { findMentioned } from './mentions.ts';

export interface NoteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicOrigin: string;
}

interface NewNote extends Repeatable {
  readonly authorId: UserId;
  /** On whom, or whose order it is on. */
  readonly userId: UserId;
  readonly orderId: OrderId | null;
  readonly text: string;
}

/**
 * Writes a note on a user or an order, for ever: it is an act of the team's, in the same chain as all others. Everyone
 * of the team who is named in it gets a mail with a link, without the note's words: mail is read by others too. Once
 * for each key. Throws 422 for an empty note.
 */
export function addNote(
  { database, clock, publicOrigin }: NoteDependencies,
  { authorId, userId, orderId, text, idempotencyKey, onRepeat }: NewNote,
): Promise<{ message: string }> {
  if (text === '') throw ruleBroken('Please write the note.');
  const call = {
    owner: authorId,
    operation: 'notes.add',
    key: idempotencyKey,
    request: { userId, orderId, text },
    now: clock.now(),
    onRepeat,
  };
  return database.transaction((tx) =>
    doOnce(tx, call, endpoints.notes.addToOrder.answer, async () => {
      await recordDecision(tx, {
        action: orderId === null ? 'user-noted' : 'order-noted',
        adminId: authorId,
        userId,
        ...(orderId === null ? {} : { orderId }),
        reason: text,
      });
      const staff = (await listStaff(tx)).filter(
        ({ verifiedAt, disabledAt }) => verifiedAt !== null && disabledAt === null,
      );
      const mentioned = findMentioned(text, staff).filter(({ id }) => id !== authorId);
      const by = staff.find(({ id }) => id === authorId)?.name ?? '';
      const mail = mentionMail(publicOrigin, { by, userId, orderId });
      await emitMany(
        tx,
        mentioned.map(({ email }): NewEvent => ({ type: 'mail.send', payload: { to: email, ...mail } })),
      );
      return { message: toldText(mentioned.map(({ name }) => name)) };
    }),
  );
}

function toldText(names: readonly string[]): string {
  if (names.length === 0) return 'Note saved';
  const list = new Intl.ListFormat('en-GB').format(names);
  return `Note saved. ${list} ${names.length === 1 ? 'gets' : 'get'} a mail.`;
}
