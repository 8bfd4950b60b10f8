import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, PRODUCT_NAME, TEXTS } from '@kobogate/contract';
import popularPasswords from 'popular-passwords/data.json' with { type: 'json' };
import { type Failure, ruleBroken } from '../../platform/errors.ts';
import { emailKey, phoneKey } from './account.ts';

/** Lower-case passwords of eight and more characters that appear most often in leaks. */
const common: ReadonlySet<string> = new Set(popularPasswords);

/** The operator's own words, such as the brand's name, as they are now. */
export type OwnWords = () => Promise<readonly string[]>;

/** The owner of the password; unknown fields are empty. */
export interface PasswordOwner {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone?: string;
}

/** The product's subject, the banks that pay out, and the words that people often use. */
const CONTEXT =
  `password passwort secret welcome login signin admin administrator user account wallet payment payments money cash crypto
  bitcoin ethereum usdt usdc tether solana cardano polkadot coin coins token blockchain naira kobo gate gateway exchange
  convert bank banking nigeria nigerian naija lagos abuja africa iloveyou qwerty asdf
  access zenith gtbank guaranty uba firstbank fidelity fcmb sterling wema alat polaris unionbank ecobank stanbic ibtc kuda
  opay palmpay moniepoint providus jaiz keystone titan carbon fairmoney rubies heritage suntrust globus parallex lotus
  budpay paystack flutterwave monnify`.split(/\s+/);

/** The part of a password without such words has at least this many characters: fewer can be tried out in seconds. */
const LEAST_LEFT = 6;
/** A shorter word is part of too many others to count. */
const SHORTEST_WORD = 3;
const MONTHS = 'january february march april june july august september october november december'.split(' ');

/**
 * What is wrong with a new password, or null. Checks length, common passwords, and words that an attacker who knows the
 * product, the bank or the user would try: they, years and rows of digits do not count, and the rest has to be long
 * enough. As NIST SP 800-63B section 5.1.1.2 asks; no rules on kinds of characters, which that section advises against.
 * Pure.
 */
export function refusePassword(
  password: string,
  person: PasswordOwner,
  ownWords: readonly string[] = [],
): Failure | null {
  const length = Array.from(password).length;
  if (length === 0) return ruleBroken(TEXTS.fillRequired);
  if (length < PASSWORD_MIN_LENGTH) {
    return ruleBroken(`Please choose a password of at least ${PASSWORD_MIN_LENGTH} characters.`);
  }
  if (length > PASSWORD_MAX_LENGTH) {
    return ruleBroken(`Please choose a password of at most ${PASSWORD_MAX_LENGTH} characters.`);
  }
  const lower = password.toLowerCase();
  if (common.has(lower) || new Set(lower).size < 3) {
    return ruleBroken('This password is one of the first that others would guess. Please choose another one.');
  }
  const names = namesOf(person);
  const phones = phonesOf(person);
  if (isMadeOf(password, names)) {
    return ruleBroken('Your name or e-mail address can’t be your password. Please choose another one.');
  }
  if (isMadeOf(password, phones)) {
    return ruleBroken('Your phone number can’t be your password. Please choose another one.');
  }
  const known = [...CONTEXT, ...MONTHS, ...wordsIn([PRODUCT_NAME, ...ownWords])];
  if (isMadeOf(password, [...names, ...phones, ...known])) {
    return ruleBroken(
      'Others would guess this password: it is made of words of this product, of banks or of your own, and numbers. Please add words that have nothing to do with them.',
    );
  }
  return null;
}

/** Common letter substitutions: `K0b0g@te` is read as `kobogate`. */
const REPLACED: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

// Whether too few characters are left without the words and their padding. Checked as typed, and once more with
// substituted letters.
function isMadeOf(password: string, words: readonly string[]): boolean {
  const longestFirst = words
    .map(fold)
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((a, b) => b.length - a.length);
  const plain = fold(password);
  const replaced = plain.replaceAll(/[013457@$!]/g, (character) => REPLACED[character] ?? character);
  return [plain, replaced].some((read) => {
    const without = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), read);
    return without !== read && Array.from(withoutPadding(without)).length < LEAST_LEFT;
  });
}

// Years, rows of digits such as 1234, one repeated character, and separators between words.
const withoutPadding = (text: string): string =>
  text
    .replaceAll(/(?:19|20)\d\d/g, ' ')
    .replaceAll(/0?1234?5?6?7?8?9?0?|9?8?7?6?5?4?321/g, ' ')
    .replaceAll(/([^\s])\1{2,}/gu, ' ')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const wordsIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => [text.replaceAll(/[^\p{L}\p{N}]/gu, ''), ...text.split(/[^\p{L}\p{N}]+/u)]);

function namesOf({ email, firstName, lastName }: PasswordOwner): string[] {
  const [local = '', domain = ''] = emailKey(email).split('@');
  return wordsIn([firstName, lastName, local, domain.split('.', 1)[0] ?? '']);
}

// As dialled from abroad, from here, without the zero, and its last part.
function phonesOf({ phone = '' }: PasswordOwner): string[] {
  const digits = phoneKey(phone);
  const national = digits.replace(/^234/, '');
  return digits === '' ? [] : [digits, `0${national}`, national, digits.slice(-7)];
}
