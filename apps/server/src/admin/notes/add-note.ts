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
 * of the team who is named in it gets a mail with a link, without the note's words: mail is read by others too. The
 * answer says who gets one, and which names are nobody's. Once for each key. Throws 422 for an empty note.
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
      const { people, unknown } = findMentioned(text, staff);
      const mentioned = people.filter(({ id }) => id !== authorId);
      const by = staff.find(({ id }) => id === authorId)?.name ?? '';
      const mail = mentionMail(publicOrigin, { by, userId, orderId });
      await emitMany(
        tx,
        mentioned.map(({ email }): NewEvent => ({ type: 'mail.send', payload: { to: email, ...mail } })),
      );
      return {
        message: toldText(
          mentioned.map(({ name }) => name),
          unknown,
        ),
      };
    }),
  );
}

function toldText(names: readonly string[], unknown: readonly string[]): string {
  if (names.length === 0 && unknown.length === 0) return 'Note saved';
  const list = new Intl.ListFormat('en-GB');
  const mailed = `${list.format(names)} ${names.length === 1 ? 'gets' : 'get'} a mail.`;
  const [verb, them] = unknown.length === 1 ? ['names', 'it'] : ['name', 'them'];
  const typed = list.format(unknown.map((name) => `“@${name}”`));
  return [
    'Note saved.',
    ...(names.length === 0 ? [] : [mailed]),
    // Of a misspelt colleague, or one who has left, the author would believe that they know by now.
    ...(unknown.length === 0
      ? []
      : [`${typed} ${verb} nobody who is in the team now, so no mail was sent for ${them}.`]),
  ].join(' ');
}
