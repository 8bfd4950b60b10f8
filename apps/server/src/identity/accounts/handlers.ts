import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { EventHandler } from '../../platform/queue.ts';
import type { Mailer } from './mailer.ts';
import { sendCode } from './send-code.ts';
import { sendReset } from './send-reset.ts';

const codePayload = z.object({ codeId: z.string() });
const resetPayload = z.object({ resetId: z.string(), isFirstAdmin: z.boolean().default(false) });
const mailPayload = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() });

/** What accounts does by events: codes, reset links, and every other mail that a transaction decided to send. */
export function accountHandlers(dependencies: {
  database: Database;
  clock: Clock;
  mailer: Mailer;
  log: Log;
  publicOrigin: string;
}) {
  const { mailer, log } = dependencies;
  return {
    'account.code-requested': (payload) => sendCode(dependencies, codePayload.parse(payload)),
    'account.reset-requested': (payload) => sendReset(dependencies, resetPayload.parse(payload)),
    'mail.send': async (payload, { eventId }) => {
      const outcome = await mailer.send({ id: eventId, ...mailPayload.parse(payload) });
      if (outcome === 'refused') log.warn({ eventId }, 'the mail server takes no mail for the address of this message');
    },
  } satisfies Record<string, EventHandler>;
}
