import type { Passkey, TwoFactor } from '@kobogate/contract';

/** A change of two-factor that the user has begun. */
export type Change =
  | { readonly kind: 'set-up-app' | 'remove-app' | 'add-passkey' | 'renew-codes' | 'turn-off' }
  | { readonly kind: 'rename-passkey' | 'remove-passkey'; readonly passkey: Passkey };

/**
 * Whether a method of the second step may be removed: an administrator's last one stays where the operator requires it.
 */
export const isRemovable = (twoFactor: TwoFactor): boolean => twoFactor.isRequired !== true || !isLast(twoFactor);

/** Whether removing the app, or one passkey, leaves no method of the second step: two-factor is then off. */
export function isLast({ totpSince, passkeys }: Pick<TwoFactor, 'totpSince' | 'passkeys'>): boolean {
  return passkeys.length + (totpSince === null ? 0 : 1) <= 1;
}
