import { addressKey, type Limit } from '../../platform/throttle.ts';
import type { Place } from '../accounts/device.ts';

const TEN_MINUTES = 600;
const DAY = 86_400;

/** Calls to the second step from one network address, as wide as those of the login itself. */
export const stepsFromAddress = (address: string): Limit => ({
  thing: 'second-step-address',
  subject: addressKey(address),
  most: 200,
  windowSeconds: TEN_MINUTES,
});

/**
 * Wrong codes of an app a day: three of a million codes are right at a time, so that a stranger who knows the password
 * gets in within a year with a chance of two in a hundred. From each browser and address that the owner was at before
 * they are counted apart, so that tries from elsewhere can't use the owner's up.
 */
export const wrongCodes = (userId: string, place: 'elsewhere' | 'settings' | Place): Limit => ({
  thing: 'totp-wrong',
  subject: `${userId} ${typeof place === 'string' ? place : place.key.toString('hex')}`,
  most: 20,
  windowSeconds: DAY,
});

/** Wrong recovery codes in the settings: nobody guesses one, but trying costs us work. */
export const wrongRecoveryCodes = (userId: string): Limit => ({
  thing: 'recovery-wrong',
  subject: userId,
  most: 20,
  windowSeconds: TEN_MINUTES,
});

/** Said when an app's codes were wrong too often, in the settings and in a sign-in. */
export const TOO_MANY_WRONG_CODES = 'Too many codes were wrong.';
export const TOO_MANY_WRONG_STEPS = `${TOO_MANY_WRONG_CODES} A passkey or a recovery code still works.`;
