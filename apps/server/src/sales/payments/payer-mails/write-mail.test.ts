// Every mail to a payer is complete in each language of the page: it has no text of another language, and it leads back
// to the page in the same one.
import { PAYER_LANGUAGES } from '@kobogate/contract';
import { expect, test } from 'vitest';
import { MAIL_TEXTS } from './write-mail.ts';

const NAMES = ['NAME', 'COINS', 'NETWORK', 'PURPOSE', 'NAIRA', 'RATE', 'TOKEN'] as const;

/** Each text of a table, with placeholder names for its parameters. */
const said = (language: (typeof PAYER_LANGUAGES)[number]): string[] =>
  Object.values(MAIL_TEXTS[language]).map((text: string | ((...given: string[]) => string)) =>
    typeof text === 'string' ? text : text(...NAMES.slice(0, text.length)),
  );

test.each(PAYER_LANGUAGES.filter((language) => language !== 'en'))('nothing is left in English in %s', (language) => {
  const english = new Set(said('en'));
  // Pidgin shares words with English.
  const shared = language === 'pcm' ? ['Receipt', 'Transaction', 'Payment number', 'See the payment'] : [];
  expect(said(language).filter((text) => english.has(text))).toEqual(shared);
});

test.each(PAYER_LANGUAGES)('every text uses all its parameters in %s', (language) => {
  const texts = Object.entries(MAIL_TEXTS[language]).flatMap(([name, text]) =>
    typeof text === 'string' ? [] : [[name, text] as const],
  );
  for (const [name, text] of texts as [string, (...given: string[]) => string][]) {
    const given = NAMES.slice(0, text.length);
    const line = text(...given);
    expect([name, given.filter((part) => !line.includes(part))]).toEqual([name, []]);
  }
});
