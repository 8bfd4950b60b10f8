import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime from 'postal-mime';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import type { Log } from '../platform/log.ts';
import type { Mailbox } from './mailbox.ts';

const LARGEST_MAIL = 10 * 1024 * 1024;

async function receive(stream: SMTPServerDataStream, session: SMTPServerSession, mailbox: Mailbox): Promise<void> {
  const mail = await PostalMime.parse(await buffer(stream));
  const receivedAt = new Date().toISOString();
  const { subject = '', text = '', html = '' } = mail;
  const from = mail.from?.address ?? '';
  // The envelope has the recipients; a header may name others, or none.
  for (const { address } of session.envelope.rcptTo) {
    mailbox.add({ to: address, from, subject, text, html, receivedAt });
  }
}

/**
 * A real SMTP server on loopback that accepts any sender, recipient and password, and puts each mail into the mailbox
 * once for every recipient. Rejects where the port is taken.
 */
export function startSmtp(port: number, mailbox: Mailbox, log: Log): Promise<{ close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_MAIL,
    closeTimeout: 500,
    onAuth: (_auth, _session, done) => done(null, { user: 'any' }),
    onData: (stream, session, done) => {
      callbackify(receive)(stream, session, mailbox, (error) => done(error));
    },
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      server.on('error', (error) => log(`mail: a connection failed: ${error.message}`));
      resolve({ close: () => new Promise((done) => server.close(() => done())) });
    });
  });
}
