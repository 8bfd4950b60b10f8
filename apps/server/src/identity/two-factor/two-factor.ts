import {
  type Passkey,
  type SecondFactor,
  SECOND_STEP_MINUTES,
  SECOND_STEP_TRIES,
  type UserId,
  type PasskeyId,
} from '@kobogate/contract';
import { type Failure, ruleBroken, unauthorized } from '../../platform/errors.ts';

/** The ways to do an account's second step. */
export interface Factors {
  readonly totpSince: Date | null;
  readonly passkeys: number;
  readonly recoveryCodesLeft: number;
}

/** A passkey as it is stored, without its counter. */
export interface StoredPasskey {
  readonly id: PasskeyId;
  readonly credentialId: string;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The second step of one sign-in. */
export interface OpenStep {
  readonly userId: UserId;
  readonly tries: number;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  /** Whether the account is unchanged since the password was found right: not disabled, the same password. */
  readonly isCurrent: boolean;
}

/** More passkeys than a user has devices. */
export const MOST_PASSKEYS = 20;

/** Two-factor is on while there is an app or a passkey; recovery codes alone do not count. */
export const isOn = ({ totpSince, passkeys }: Pick<Factors, 'totpSince' | 'passkeys'>): boolean =>
  totpSince !== null || passkeys > 0;

/** The ways to do the second step, the usual one first; none where two-factor is off. Pure. */
export function methodsOf(factors: Factors): SecondFactor[] {
  if (!isOn(factors)) return [];
  return [
    ...(factors.totpSince === null ? [] : ['totp' as const]),
    ...(factors.passkeys === 0 ? [] : ['passkey' as const]),
    ...(factors.recoveryCodesLeft === 0 ? [] : ['recovery' as const]),
  ];
}

/** Whether a second step may be tried now. Pure. */
export const isOpen = (step: OpenStep | null, now: Date): step is OpenStep =>
  step !== null && step.isCurrent && step.usedAt === null && step.expiresAt > now && step.tries < SECOND_STEP_TRIES;

/** When a second step that opens now ends. */
export const stepExpiry = (now: Date): Date => new Date(now.getTime() + SECOND_STEP_MINUTES * 60_000);

/** One sentence for every reason why a second step can't be done any more. */
export const stepEnded = (): Failure =>
  unauthorized('This sign-in has ended: it took too long, or too many codes were wrong. Please log in again.');

/** One sentence for every reason why a passkey's signature does not count. */
export const passkeyRefused = (): Failure =>
  ruleBroken('This passkey could not be checked. Please try again, or choose another way.');

/** The passkey as its owner sees it. */
export const presentPasskey = ({ id, name, createdAt, lastUsedAt }: StoredPasskey): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
