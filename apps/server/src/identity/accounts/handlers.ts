import type { Handlers } from '../../events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Mailer } from './mailer.ts';
import { sendCode } from '../sign-ups/send-code.ts';
import { sendInvitation } from '../team/send-invitation.ts';
import { sendReset } from './send-reset.ts';

/** The events that accounts handle: codes, reset links, and every other mail that a transaction decided to send. */
export function accountHandlers(dependencies: {
  database: Database;
  clock: Clock;
  mailer: Mailer;
  log: Log;
  publicOrigin: string;
}) {
  const { mailer, log } = dependencies;
  return {
    'account.code-requested': (payload) => sendCode(dependencies, payload),
    'account.reset-requested': ({ resetId, isFirstAdmin = false }) =>
      sendReset(dependencies, { resetId, isFirstAdmin }),
    'team.invited': (payload) => sendInvitation(dependencies, payload),
    'mail.send': async (mail, { eventId }) => {
      const outcome = await mailer.send({ id: eventId, ...mail });
      if (outcome === 'refused') log.warn({ eventId }, 'the mail server takes no mail for the address of this message');
    },
  } satisfies Handlers;
}
