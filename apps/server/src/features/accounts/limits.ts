import { OTP_CODES_A_DAY } from '@kobogate/contract';
import { addressKey, type Limit } from '../../platform/throttle.ts';
import { emailKey, phoneKey } from './account.ts';

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
} as const;

/** Turns of one network address for one call. */
export const fromAddress = (call: keyof typeof MOST_FROM_ADDRESS, address: string): Limit => ({
  thing: `${call}-address`,
  subject: addressKey(address),
  most: MOST_FROM_ADDRESS[call],
  windowSeconds: TEN_MINUTES,
});

/** Sign-ins to one account from one address: whoever uses these up stops nobody elsewhere. Also for unknown addresses. */
export const loginPair = (email: string, address: string): Limit => ({
  thing: 'login-pair',
  subject: `${emailKey(email)} ${addressKey(address)}`,
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

/** Calls to verify one account, also one that does not exist; how many are compared is the code's own count. */
export const verifyAccount = (email: string): Limit => ({
  thing: 'verify-account',
  subject: emailKey(email),
  most: 30,
  windowSeconds: TEN_MINUTES,
});

/** Codes to one e-mail address, with an account or without. */
export const codesADay = (email: string): Limit => ({
  thing: 'verify-codes',
  subject: emailKey(email),
  most: OTP_CODES_A_DAY,
  windowSeconds: DAY,
});

/** Reset links for one e-mail address or phone number, with an account or without. */
export const resetLinks = (emailOrPhone: string): Limit => ({
  thing: 'reset-links',
  subject: emailOrPhone.includes('@') ? emailKey(emailOrPhone) : phoneKey(emailOrPhone),
  most: 5,
  windowSeconds: HOUR,
});

/** Passwords that a signed-in person is asked for again: whoever has stolen a session may not guess on. */
export const passwordAgain = (userId: string): Limit => ({
  thing: 'password-again',
  subject: userId,
  most: 10,
  windowSeconds: TEN_MINUTES,
});
