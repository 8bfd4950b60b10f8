import type { UserId } from '@kobogate/contract';
import { addressKey, type Limit } from '../../platform/throttle.ts';
import type { Place } from '../accounts/device.ts';

const TEN_MINUTES = 600;
const DAY = 86_400;

/** Calls to the second step from one network address, with the limits of the login itself. */
export const stepsFromAddress = (address: string): Limit => ({
  thing: 'second-step-address',
  subject: addressKey(address),
  most: 200,
  windowSeconds: TEN_MINUTES,
});

/**
 * Wrong codes of an app a day: three of a million codes are right at a time, so that a stranger who knows the password
 * gets in within a year with a chance of two in a hundred. Codes from each of the owner's known browsers and addresses
 * are counted separately, so that tries from elsewhere can't use up the owner's.
 */
export const wrongCodes = (userId: UserId, place: 'elsewhere' | 'settings' | Place): Limit => ({
  thing: 'totp-wrong',
  subject: `${userId} ${typeof place === 'string' ? place : place.key.toString('hex')}`,
  most: 20,
  windowSeconds: DAY,
});

/** Wrong recovery codes in the settings: they can't be guessed, but each try costs us work. */
export const wrongRecoveryCodes = (userId: UserId): Limit => ({
  thing: 'recovery-wrong',
  subject: userId,
  most: 20,
  windowSeconds: TEN_MINUTES,
});

/** Requests to remove a lost second factor: each takes two administrators' time. */
export const factorResets = (userId: UserId): Limit => ({
  thing: 'factor-resets',
  subject: userId,
  most: 3,
  windowSeconds: 30 * DAY,
});

/** The message where an app's codes were wrong too often, in the settings and in a sign-in. */
export const TOO_MANY_WRONG_CODES = 'Too many codes were wrong.';
export const TOO_MANY_WRONG_STEPS = `${TOO_MANY_WRONG_CODES} A passkey or a recovery code still works.`;
