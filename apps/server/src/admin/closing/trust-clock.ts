import { endpoints } from '@kobogate/contract';
import { listStaffEmails } from '../../controls/index.ts';
import { emitMany } from '../../events.ts';
import type { Connection, Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { layOutMail } from '../../platform/mail-layout.ts';
import { findClock, type KeptClock, lockClock, saveClock } from './db.ts';

const DAY_MS = 86_400_000;
/** The task looks every hour: more than this between two looks is a clock that jumped, or days without a server. */
const PLAUSIBLE_MS = 3 * DAY_MS;
/** How long nothing is erased after that: a person has time to put the clock right. */
const WAIT_MS = 7 * DAY_MS;

/**
 * What is known of the clock after a look at it. Where it is further ahead of the last look than is plausible, nothing is erased
 * for a week from then on; that ends early where it was put back. A step back alone erases nothing that may still be kept, so
 * it is believed. Pure.
 */
export function judgeClock({ seenAt, waitsUntil }: KeptClock, now: Date): KeptClock {
  if (now.getTime() - seenAt.getTime() > PLAUSIBLE_MS) {
    return { seenAt: now, waitsUntil: new Date(now.getTime() + WAIT_MS) };
  }
  const isPutBack = waitsUntil !== null && now.getTime() < waitsUntil.getTime() - WAIT_MS - PLAUSIBLE_MS;
  const isOver = waitsUntil !== null && now >= waitsUntil;
  return { seenAt: now, waitsUntil: isPutBack || isOver ? null : waitsUntil };
}

/** The clock at the daily task's last look, and until when a look now would have it wait; both null before the first. */
export async function viewClock(
  connection: Connection,
  now: Date,
): Promise<{ seenAt: Date | null; waitsUntil: Date | null }> {
  const kept = await findClock(connection);
  return { seenAt: kept?.seenAt ?? null, waitsUntil: kept === null ? null : judgeClock(kept, now).waitsUntil };
}

/**
 * Whether the time is believed, so that what is past its time may be erased for ever. Where it is not, the log says so at each
 * look, and the administrators get a mail when the waiting begins.
 */
export async function trustsClock(
  { database, log }: { readonly database: Database; readonly log: Pick<Log, 'error'> },
  now: Date,
): Promise<boolean> {
  const [before, after] = await database.transaction(async (tx) => {
    const kept = await lockClock(tx, now);
    const judged = judgeClock(kept, now);
    await saveClock(tx, judged);
    if (judged.waitsUntil !== null && judged.waitsUntil.getTime() !== kept.waitsUntil?.getTime()) {
      const mail = jumpMail(kept.seenAt, now, judged.waitsUntil);
      const admins = await listStaffEmails(tx, endpoints.settings.saveRetention);
      await emitMany(
        tx,
        admins.map((to) => ({ type: 'mail.send', payload: { to, ...mail } })),
      );
    }
    return [kept, judged] as const;
  });
  if (after.waitsUntil === null) return true;
  log.error(
    { lastLook: before.seenAt, now, until: after.waitsUntil },
    'nothing is erased: the database’s clock moved further than is plausible since the last look; put it right if it is wrong',
  );
  return false;
}

function jumpMail(seenAt: Date, now: Date, until: Date) {
  const subject = 'Nothing is erased: the clock moved by days at once';
  const content = layOutMail({
    title: subject,
    paragraphs: [
      `The database’s clock showed ${seenAt.toISOString()} at the last look of the task that erases what is past its time, and ${now.toISOString()} now.`,
      `Either no server ran in between, or the clock is wrong. With a wrong clock, records would be erased that the law requires you to keep, so nothing is erased until ${until.toISOString()}.`,
      'If the clock is wrong, correct it: then the task continues automatically. If it is right, you don’t need to do anything.',
    ],
    reason: 'You get this mail because you are an administrator. It is sent once each time the clock moves that far.',
  });
  return { subject, ...content };
}
