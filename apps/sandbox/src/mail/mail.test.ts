// Mail that a real client sends over SMTP is kept readable, newest first, a thousand at most.
import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { freePort } from '../platform/ports.ts';
import { createMailbox } from './mailbox.ts';
import { startSmtp } from './smtp.ts';

test('a mail to two recipients is found at both addresses, decoded, and the newest comes first', async () => {
  const mailbox = createMailbox();
  const port = await freePort();
  const smtp = await startSmtp(port, mailbox, () => undefined);
  const client = createTransport(`smtp://127.0.0.1:${port}`);
  await client.sendMail({
    from: 'Kobogate <no-reply@kobogate.test>',
    to: 'Ada@example.test, bisi@example.test',
    subject: 'Your code: ₦ and 4821',
    text: 'Your code is 4821.',
    html: '<p>Your code is <b>4821</b>.</p>',
  });
  await client.sendMail({ from: 'no-reply@kobogate.test', to: 'ada@example.test', subject: 'Second', text: 'Hello' });
  expect(mailbox.list('ada@example.test').map(({ subject }) => subject)).toEqual(['Second', 'Your code: ₦ and 4821']);
  const [mail] = mailbox.list('bisi@example.test');
  expect(mail).toMatchObject({ to: 'bisi@example.test', from: 'no-reply@kobogate.test' });
  expect(mail?.html.trim()).toBe('<p>Your code is <b>4821</b>.</p>');
  expect(mail?.text.trim()).toBe('Your code is 4821.');
  expect(mailbox.list().length).toBe(3);
  client.close();
  await smtp.close();
});

test('the thousand newest mails are kept', () => {
  const mailbox = createMailbox();
  for (let index = 0; index < 1_005; index += 1) {
    mailbox.add({ to: 'a@b.c', from: '', subject: String(index), text: '', html: '', receivedAt: '' });
  }
  expect(mailbox.list().length).toBe(1_000);
  expect(mailbox.list()[0]?.subject).toBe('1004');
});
