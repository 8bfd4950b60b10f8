import {
  EMAIL_PATTERN,
  type Gender,
  PHONE_PATTERN,
  type StaffRole,
  TEXTS,
  type User,
  type UserId,
} from '@kobogate/contract';
import { type Failure, ruleBroken } from '../../platform/errors.ts';

/** A user's account as it is stored. */
export interface Account {
  readonly id: UserId;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly gender: Gender;
  /** In the operator's team; null for a customer. */
  readonly role: StaffRole | null;
  /** Null until the e-mail address is proven: no token is issued before. */
  readonly verifiedAt: Date | null;
  readonly disabledAt: Date | null;
  /** A closed account is disabled too. */
  readonly closedAt: Date | null;
  readonly createdAt: Date;
}

export interface Profile {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly gender: Gender;
}

export interface Registration {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
}

/** Shorter numbers are not valid phone numbers anywhere (E.164 has no shorter subscriber numbers in use). */
const FEWEST_PHONE_DIGITS = 7;
/**
 * Characters that an address can only have inside quotes, which no provider issues, and that split a recipient line.
 */
const NEVER_IN_EMAIL = /[<>()[\]\\,;:"]/;

/** Of the addresses that erased accounts get: no mail arrives at any of it (RFC 2606). */
export const ERASED_DOMAIN = 'erased.invalid';

/** The form of an e-mail address by which accounts are identified. */
export const emailKey = (email: string): string => email.toLowerCase();

/** The digits of a phone number in international form; a Nigerian number is the same with `0`, `234` or `00234`. */
export function phoneKey(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '').replace(/^00/, '');
  return /^0\d{10}$/.test(digits) ? `234${digits.slice(1)}` : digits;
}

/**
 * An account's search text, in lower case: name, e-mail address and phone number one per line, and after a `#` the
 * phone number's digits. A part of any of them is a part of this. Pure.
 */
export function searchKey({ firstName, lastName, email, phone }: Omit<Registration, 'password'>): string {
  return `${firstName} ${lastName}\n${email}\n${phone}\n#${phoneKey(phone)}`.normalize('NFKC').toLowerCase();
}

/** Whether a text may be an e-mail address that we send mail to. */
export const isEmail = (text: string): boolean => EMAIL_PATTERN.test(text) && !NEVER_IN_EMAIL.test(text);

/**
 * Whether a new account may have this e-mail address. Only one in Unicode's composed form: in small letters the Kelvin sign is
 * a k, so a stranger's sign-up could have another person's key, and mails would go to an address that does not exist. Not one
 * that an erased account gets: its erasure would fail. Pure.
 */
export const mayBeNewEmail = (text: string): boolean =>
  isEmail(text) && text === text.normalize('NFC') && !emailKey(text).endsWith(`@${ERASED_DOMAIN}`);

/** Whether a text may be a phone number: the specification's pattern, and enough digits. */
export const isPhone = (text: string): boolean =>
  PHONE_PATTERN.test(text) && phoneKey(text).length >= FEWEST_PHONE_DIGITS;

/**
 * The first error in a sign-up besides its password's rules, or null; one by a provider has no password. Checked in the
 * order of the form. Pure.
 */
export function refuseRegistration({
  firstName,
  lastName,
  email,
  phone,
  password,
}: Omit<Registration, 'password'> & Partial<Pick<Registration, 'password'>>): Failure | null {
  if ([firstName, lastName, email, phone, password].includes('')) return ruleBroken(TEXTS.fillRequired);
  if (!mayBeNewEmail(email)) return ruleBroken(TEXTS.invalidEmail);
  if (!isPhone(phone)) return ruleBroken(TEXTS.invalidPhone);
  return null;
}

/** The first error in a changed profile, or null: the form's rules in the form's order. Pure. */
export function refuseProfile(before: Profile, after: Profile): Failure | null {
  if (after.firstName === '') return ruleBroken(TEXTS.firstNameRequired);
  if (after.phone === '') return ruleBroken(TEXTS.phoneRequired);
  if (!isPhone(after.phone)) return ruleBroken(TEXTS.invalidPhone);
  const isSame =
    before.firstName === after.firstName &&
    before.lastName === after.lastName &&
    before.phone === after.phone &&
    before.gender === after.gender;
  return isSame ? ruleBroken(TEXTS.noChanges) : null;
}

/** A role as the API names it: `isAdmin` for everyone, and the role where there is one. Pure. */
export const presentRole = (role: StaffRole | null): { isAdmin: boolean; role?: StaffRole } => ({
  isAdmin: role === 'administrator',
  ...(role === null ? {} : { role }),
});

/** The account as its owner sees it. */
export function presentAccount(account: Account, mustSetUpTwoFactor = false): User {
  return {
    id: account.id,
    first_name: account.firstName,
    last_name: account.lastName,
    // Without a name the address stands in for it.
    name: `${account.firstName} ${account.lastName}`.trim() || account.email,
    email: account.email,
    phone: account.phone,
    gender: account.gender,
    isVerified: account.verifiedAt !== null,
    ...presentRole(account.role),
    ...(mustSetUpTwoFactor ? { mustSetUpTwoFactor } : {}),
    createdAt: account.createdAt.toISOString(),
  };
}
