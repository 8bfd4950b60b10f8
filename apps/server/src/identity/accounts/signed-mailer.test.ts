// Every mail names its sender, as the operator last wrote it, in text and in HTML, and none of it is read as HTML; a
// sample address is never shown as a real one.
import { DEFAULT_SETTINGS } from '@kobogate/contract';
import { expect, test } from 'vitest';
import { layOutMail } from '../../platform/mail-layout.ts';
import { defaultSettings } from '../../controls/settings/setting.ts';
import type { Mail } from './mailer.ts';
import { createSignedMailer } from './signed-mailer.ts';

async function signed(brand: Partial<typeof DEFAULT_SETTINGS.brand>): Promise<Mail> {
  const limits = { minimumKobo: '1', maximumKobo: '2' };
  const now = { ...defaultSettings(limits), brand: { ...DEFAULT_SETTINGS.brand, ...brand } };
  const sent: Mail[] = [];
  const mailer = createSignedMailer({
    mailer: {
      send: async (mail) => {
        sent.push(mail);
        return 'sent';
      },
    },
    settings: { current: async () => now, within: async () => now },
  });
  const content = layOutMail({ title: 'Your code', paragraphs: [], code: '1234', reason: 'Because.' });
  await mailer.send({ id: 'a', to: 'user@example.test', subject: 'Your code', ...content });
  const [mail] = sent;
  if (mail === undefined) throw new Error('nothing was sent');
  return mail;
}

test('until the operator has written anything a mail ends with the name alone', async () => {
  const mail = await signed({});
  expect(mail).toMatchObject({ id: 'a', to: 'user@example.test', subject: 'Your code' });
  expect(mail.text).toMatch(/Because\.\n\nKobogate$/);
  expect(mail.html).toContain('Kobogate</p></div></body></html>');
  expect(mail.text + mail.html).not.toContain('Sample Street');
});

test('then with the company’s own name and address and how to reach it, after everything else', async () => {
  const mail = await signed({
    name: 'Marina <b>Payments</b>',
    address: ['1 Marina', 'Lagos'],
    supportEmail: 'help@example.test',
    supportPhone: '+234 800 000 0000',
  });
  expect(mail.text).toMatch(
    /Because\.\n\nMarina <b>Payments<\/b>\n1 Marina\nLagos\nhelp@example\.test\n\+234 800 000 0000$/,
  );
  expect(mail.html).toContain('Marina &lt;b&gt;Payments&lt;/b&gt;<br>1 Marina<br>Lagos<br>help@example.test');
  expect(mail.html.indexOf('1234')).toBeLessThan(mail.html.indexOf('Marina'));
});
