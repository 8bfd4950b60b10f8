// A mail has its code or link once, no text that a stranger typed, and nothing that runs or loads.
import { expect, it } from 'vitest';
import { layOutMail } from '../../platform/mail-layout.ts';
import { alreadyRegisteredMail, codeMail, passwordChangedMail, resetMail } from './mails.ts';

const ORIGIN = 'https://kobogate.test';

it('the code is the only group of four digits in either body, and is not in the subject', () => {
  const { subject, text, html } = codeMail('0471');
  expect(text.match(/\b\d{4}\b/g)).toEqual(['0471']);
  expect(html.replaceAll(/<[^>]*>/g, ' ').match(/\b\d{4}\b/g)).toEqual(['0471']);
  expect(subject).not.toContain('0471');
});

it('[A5] every link begins with the configured origin', () => {
  for (const { text, html } of [
    resetMail(ORIGIN, 'a_token-1'),
    alreadyRegisteredMail(ORIGIN),
    passwordChangedMail(ORIGIN, {
      signedOut: 'every device was signed out',
      pausedKeys: 2,
      unlinked: ['google'],
      linked: ['apple'],
    }),
  ]) {
    const links = [...text.matchAll(/https?:\/\/\S+/g), ...html.matchAll(/https?:\/\/[^"<]+/g)].map(([link]) => link);
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) expect(link.startsWith(`${ORIGIN}/`)).toBe(true);
  }
  expect(resetMail(ORIGIN, 'a_token-1').text).toContain(`${ORIGIN}/reset-password?token=a_token-1`);
});

it('a text is shown as text', () => {
  const { html } = layOutMail({
    title: '<script>1</script>',
    paragraphs: ['a & b <img src=x>'],
    link: { label: 'x', url: 'https://k.test/?a="><b>' },
    reason: "it's",
  });
  expect(html).not.toMatch(/<script|<img|<b>/);
  expect(html).toContain('a &amp; b &lt;img src=x&gt;');
  expect(html).toContain('href="https://k.test/?a=&quot;&gt;&lt;b&gt;"');
});

it('[H-8] reads on a phone: one narrow column, nothing loaded from outside, its own dark colours, and a first line for the list', () => {
  const paragraphs = ['₦15,000.00 was paid to Access Bank.', 'Nothing else is left to do.'];
  const { html, text } = layOutMail({ title: 'Paid', paragraphs, reason: 'Because.' });
  expect(html).toContain('name="viewport" content="width=device-width');
  expect(html).toContain('max-width:480px');
  expect(html).not.toMatch(/<img|<link|<script|url\(|@import|src=/i);
  expect(html).toContain('name="color-scheme" content="light dark"');
  expect(html).toContain('@media (prefers-color-scheme:dark)');
  const [first] = html.slice(html.indexOf('<body')).match(/<div[^>]*>[^<]+<\/div>/) ?? [];
  expect(first).toMatch(/display:none[^>]*>₦15,000\.00 was paid to Access Bank\.</);
  // The plain text says the same, once.
  expect(text).toBe(['Paid', ...paragraphs, 'Because.'].join('\n\n'));
});
