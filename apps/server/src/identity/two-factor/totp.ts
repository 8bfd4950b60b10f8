import { PRODUCT_NAME, TOTP_LENGTH, TOTP_SECONDS } from '@kobogate/contract';
import { Secret, TOTP } from 'otpauth';
import { type Failure, ruleBroken } from '../../platform/errors.ts';

/** RFC 4226 section 4: at least 128 bits, 160 recommended. */
const SECRET_BYTES = 20;
/**
 * Codes of the steps before and after count too, for clocks that differ (RFC 6238 section 5.2 allows one for delay).
 */
const STEPS_ASIDE = 1;
const CODE = new RegExp(`^[0-9]{${TOTP_LENGTH}}$`);

const generator = (secret: Uint8Array, label: string): TOTP =>
  new TOTP({
    issuer: PRODUCT_NAME,
    label,
    // Every app supports SHA-1; HMAC does not need its collision resistance (RFC 6194 section 3.3).
    algorithm: 'SHA1',
    digits: TOTP_LENGTH,
    period: TOTP_SECONDS,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });

/** A new secret of an authenticator app, random. */
export const makeTotpSecret = (): Uint8Array => new Secret({ size: SECRET_BYTES }).bytes;

/** The secret as text for typing over (base32), and as the address that a QR code carries. `account` names it in the app. */
export function showTotp(secret: Uint8Array, account: string): { secret: string; uri: string } {
  const totp = generator(secret, account);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The text without the spaces that people put into codes. */
const bareCode = (typed: string): string => typed.replaceAll(/\s/g, '');

/** Whether a text has the form of an app's code. */
export const isTotpCode = (typed: string): boolean => CODE.test(bareCode(typed));

/**
 * The 30-second step that a code belongs to, or null where it is wrong, too old, too new, or not newer than the newest
 * accepted one (`lastStep`): a code works once. Pure.
 */
export function matchTotp(secret: Uint8Array, typed: string, lastStep: bigint | null, now: Date): bigint | null {
  if (!isTotpCode(typed)) return null;
  const timestamp = now.getTime();
  const delta = generator(secret, '').validate({ token: bareCode(typed), timestamp, window: STEPS_ASIDE });
  if (delta === null) return null;
  const step = BigInt(Math.floor(timestamp / (TOTP_SECONDS * 1000)) + delta);
  return lastStep === null || step > lastStep ? step : null;
}

/** One sentence for every reason why a code is refused. */
export const codeRefused = (): Failure =>
  ruleBroken('This code is not right, or it was used already. Please wait for the next one and type that.');
