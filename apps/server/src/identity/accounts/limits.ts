import { OTP_CODES_A_DAY, type UserId } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { addressKey, type Limit, tryRateLimit } from '../../platform/throttle.ts';
import { emailKey, phoneKey } from './account.ts';
import type { Place } from './device.ts';

const TEN_MINUTES = 600;
const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Wide enough for the many customers that a mobile operator puts behind one address; one wrong guess on each of 10,000
 * accounts still takes more than eight hours.
 */
export const MOST_FROM_ADDRESS = {
  register: 200,
  login: 200,
  verify: 300,
  'resend-code': 120,
  'request-reset': 120,
  'reset-password': 120,
  provider: 300,
  invitation: 120,
  'stop-reset': 120,
} as const;

/** The limit of one network address for one call. */
export const fromAddress = (call: keyof typeof MOST_FROM_ADDRESS, address: string): Limit => ({
  thing: `${call}-address`,
  subject: addressKey(address),
  most: MOST_FROM_ADDRESS[call],
  windowSeconds: TEN_MINUTES,
});

const ofPlace = (subject: string, { key }: Place): string => `${subject} ${key.toString('hex')}`;

/**
 * Sign-ins to one account from one place: using these up stops no sign-in from elsewhere. Also for unknown addresses.
 */
export const loginPair = (email: string, place: Place): Limit => ({
  thing: 'login-pair',
  subject: ofPlace(emailKey(email), place),
  most: 20,
  windowSeconds: TEN_MINUTES,
});

/** Sign-ins to one account from all the addresses together from which it was never entered. */
export const loginStrangers = (email: string): Limit => ({
  thing: 'login-strangers',
  subject: emailKey(email),
  most: 100,
  windowSeconds: HOUR,
});

/** Calls to verify one account, also one that does not exist; the code itself counts the comparisons. */
export const verifyAccount = (email: string, place: Place): Limit => ({
  thing: 'verify-account',
  subject: ofPlace(emailKey(email), place),
  most: 30,
  windowSeconds: TEN_MINUTES,
});

/** Codes that one place requests, to one e-mail address, with an account or without. */
export const codesADay = (email: string, place: Place): Limit => ({
  thing: 'verify-codes',
  subject: ofPlace(emailKey(email), place),
  most: OTP_CODES_A_DAY,
  windowSeconds: DAY,
});

const subjectOf = (emailOrPhone: string): string =>
  emailOrPhone.includes('@') ? emailKey(emailOrPhone) : phoneKey(emailOrPhone);

/** Reset links that one place requests, for one e-mail address or phone number, with an account or without. */
export const resetLinks = (emailOrPhone: string, place: Place): Limit => ({
  thing: 'reset-links',
  subject: ofPlace(subjectOf(emailOrPhone), place),
  most: 5,
  windowSeconds: HOUR,
});

/** Mails a day that leave at once to one address: requested from one network address, and from all together. */
export const MAILS_A_DAY = { fromAddress: 10, inAll: 30 } as const;

/**
 * Counts a mail that leaves at once, and answers whether the limit allows it. If not, the request is not refused, since
 * strangers could shut the owner out: a mail with a link leaves a little later, one for all requests until then.
 */
export async function mayMailAtOnce(
  database: Database,
  { emailOrPhone, address }: { emailOrPhone: string; address: string },
  now: Date,
): Promise<boolean> {
  const limit = (thing: string, subject: string, most: number): Limit => ({ thing, subject, most, windowSeconds: DAY });
  const subject = subjectOf(emailOrPhone);
  // One after the other: one network address can't use up the shared limit.
  return (
    (await tryRateLimit(
      database,
      [limit('mails-from', `${subject} ${addressKey(address)}`, MAILS_A_DAY.fromAddress)],
      now,
    )) && tryRateLimit(database, [limit('mails-to', subject, MAILS_A_DAY.inAll)], now)
  );
}

/** Password checks of a signed-in user: a thief of the session may not go on guessing. */
export const passwordAgain = (userId: UserId): Limit => ({
  thing: 'password-again',
  subject: userId,
  most: 10,
  windowSeconds: TEN_MINUTES,
});
