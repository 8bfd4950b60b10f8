// A password that others would guess is refused with a message, and passwords are stored as costly hashes, two at a
// time.
import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './password-hash.ts';
import { refusePassword } from './password-rules.ts';

const PERSON = { email: 'ada.obi@example.test', firstName: 'Adaeze', lastName: 'Obiechina' };
const refusal = (password: string) => refusePassword(password, PERSON)?.message;

describe('rules', () => {
  it('length counts characters, from eight to two hundred', () => {
    expect(refusal('')).toBe('Please fill in all required fields');
    expect(refusal('seven77')).toBe('Please choose a password of at least 8 characters.');
    expect(refusal('😀😃😄😁😆😅😂')).toBe('Please choose a password of at least 8 characters.');
    expect(refusal(`${'ab c'.repeat(50)}!`)).toBe('Please choose a password of at most 200 characters.');
    expect(refusal('ab c'.repeat(50))).toBeUndefined();
  });

  it('common passwords, in any case, and one character over and over', () => {
    for (const password of ['password1', 'PassWord123', 'qwertyuiop', '12345678', 'iloveyou', 'zzzzzzzzzzzz']) {
      expect(refusal(password)).toBe(
        'This password is one of the first that others would guess. Please choose another one.',
      );
    }
  });

  it('the person’s own address or name', () => {
    for (const password of ['Ada.Obi@example.test', 'obiechina', 'Adaeze Obiechina', 'obiechinaadaeze']) {
      expect(refusal(password)).toBe('Your name or e-mail address can’t be your password. Please choose another one.');
    }
    expect(refusal('adaeze went to the sea')).toBeUndefined();
  });
});

describe('[A13] words that others would try', () => {
  const GUESSED = /^Others would guess this password: it is made of words of this product, of banks or of your own/;
  const OWN = /^Your (?:name or e-mail address|phone number) can’t be your password/;
  const person = { ...PERSON, phone: '+234 803 123 4567' };
  const refused = (password: string) => refusePassword(password, person, ['Sample Brand'])?.message;

  it.each([
    'Kobogate2026',
    'kobogate!kobo',
    'K0b0g@te-2025',
    'MyKobogate1',
    'samplebrand#1',
    'Sample-Brand-2024',
    'Zenith2026!',
    'gtbank12345',
    'FirstBank_1999',
    'paystack2025',
    'naira-naira-1',
    'Lagos@2026',
    'bitcoin1234',
    'January2026!',
    'adaeze+kobogate',
    'Password-Bank-12',
  ])('%s', (password) => expect(refused(password)).toMatch(GUESSED));

  it.each(['Adaeze1990!', 'obiechina2026', '08031234567', '2348031234567', 'Ad@3ze-Ob1'])('%s', (password) =>
    expect(refused(password)).toMatch(OWN),
  );

  it.each([
    'kobogate paints four geese',
    'zenith of an odd summer',
    'correct horse battery',
    'Adaeze likes blue mangoes',
  ])('but not with enough other text: %s', (password) => expect(refused(password)).toBeUndefined());
});

describe('hashes', () => {
  it('are argon2id with the stated cost, salted, and fit their password only', async () => {
    const hasher = createPasswordHasher();
    const [one, other] = await Promise.all([hasher.hash('a phrase of mine'), hasher.hash('a phrase of mine')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await hasher.verify(one, 'a phrase of mine')).toBe(true);
    expect(await hasher.verify(one, 'a phrase of yours')).toBe(false);
  });

  it('fit however the keyboard composed the accents', async () => {
    const hasher = createPasswordHasher();
    expect(
      await hasher.verify(await hasher.hash('cr\u00E8me br\u00FBl\u00E9e'), 'cre\u0300me bru\u0302le\u0301e'),
    ).toBe(true);
  });

  it('of no account never fit', async () => {
    expect(await createPasswordHasher().verify(null, 'a phrase of mine')).toBe(false);
  });

  it('that can’t be made soon are refused with 503, and the others are made', async () => {
    const hasher = createPasswordHasher({ mostWaiting: 3 });
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => hasher.hash('a phrase of mine')));
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(3);
    for (const result of refused) expect(result).toMatchObject({ reason: { status: 503 } });
    await expect(hasher.hash('a phrase of mine')).resolves.toMatch(/^\$argon2id/);
  });
});
