// Mail is sent over real SMTP as it was written, to its one recipient; the server's answers are distinguished.
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { createSmtpMailer } from './smtp.ts';

interface Received {
  readonly recipients: string[];
  readonly raw: string;
}

const servers: SMTPServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise<void>((resolve) => server.close(() => resolve()))));
});

/**
 * A mail server that refuses `no@…` permanently, `later@…` temporarily, and a content with "unwanted" in it
 * permanently.
 */
async function startServer(): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = address.startsWith('no@') ? 550 : address.startsWith('later@') ? 451 : undefined;
      done(responseCode === undefined ? null : Object.assign(new Error('no such mailbox'), { responseCode }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), raw });
        done(raw.includes('unwanted') ? Object.assign(new Error('no'), { responseCode: 554 }) : null);
      });
    },
  });
  servers.push(server);
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
  return { url: `smtp://127.0.0.1:${address.port}`, received };
}

const FROM = 'Kobogate <no-reply@kobogate.test>';
const MAIL = { to: 'ada@example.test', subject: 'Hello', text: 'Plain words', html: '<p>Plain words</p>' };

const headersOf = (raw: string): string[] => (raw.split('\r\n\r\n', 1)[0] ?? '').split(/\r\n(?!\s)/);

describe('a mail', () => {
  it('arrives with sender, recipient, both bodies, and its own message id where it has one', async () => {
    const { url, received } = await startServer();
    const mailer = createSmtpMailer({ url, from: FROM });
    expect(await mailer.send({ id: 'event-1', ...MAIL })).toBe('sent');
    expect(received).toHaveLength(1);
    expect(received[0]?.recipients).toEqual(['ada@example.test']);
    const headers = headersOf(received[0]?.raw ?? '');
    expect(headers).toContain(`From: ${FROM}`);
    expect(headers).toContain('To: ada@example.test');
    expect(headers).toContain(`Subject: ${MAIL.subject}`);
    expect(headers).toContain('Message-ID: <event-1@kobogate.test>');
    expect(received[0]?.raw).toContain('Content-Type: text/plain');
    expect(received[0]?.raw).toContain('Content-Type: text/html');
  });

  it('can not grow headers or recipients out of what a field holds', async () => {
    const { url, received } = await startServer();
    const mailer = createSmtpMailer({ url, from: FROM });
    await mailer.send({ ...MAIL, subject: 'Hi\r\nBcc: thief@evil.test\r\n\r\nbody' });
    // It does not matter whether our side or the server refuses such a recipient.
    await Promise.allSettled([
      mailer.send({ ...MAIL, to: 'ada@example.test, thief@evil.test' }),
      mailer.send({ ...MAIL, to: 'ada@example.test>\r\nRCPT TO:<thief@evil.test' }),
    ]);
    expect(received.length).toBeGreaterThan(0);
    for (const { recipients, raw } of received) {
      expect(recipients).not.toContain('thief@evil.test');
      expect(headersOf(raw).some((header) => /^bcc:/i.test(header))).toBe(false);
    }
  });

  it('reads no file and fetches nothing, whatever a text looks like', async () => {
    const { url, received } = await startServer();
    await createSmtpMailer({ url, from: FROM }).send({ ...MAIL, text: 'file:///etc/passwd', html: '<p>x</p>' });
    expect(received[0]?.raw).toContain('file:///etc/passwd');
    expect(received[0]?.raw).not.toContain('root:');
  });
});

describe('a refusal', () => {
  it('of the recipient that is permanent is an answer; everything else may be tried again', async () => {
    const { url } = await startServer();
    const mailer = createSmtpMailer({ url, from: FROM });
    expect(await mailer.send({ ...MAIL, to: 'no@example.test' })).toBe('refused');
    await expect(mailer.send({ ...MAIL, to: 'later@example.test' })).rejects.toMatchObject({ status: 503 });
    await expect(mailer.send({ ...MAIL, text: 'unwanted' })).rejects.toMatchObject({ status: 503 });
  });

  it('to connect is a dependency that is down', async () => {
    const { url } = await startServer();
    await new Promise<void>((resolve) => servers.splice(0)[0]?.close(() => resolve()));
    const mailer = createSmtpMailer({ url, from: FROM });
    await expect(mailer.send(MAIL)).rejects.toMatchObject({ status: 503, dependency: 'mail' });
  });
});
