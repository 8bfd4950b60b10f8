import type { Proof } from '@kobogate/contract';
import { lockKeyOwner, type LockOwner, lockSignedIn } from '../../identity/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Caller } from '../../platform/route.ts';
import type { WebhookDependencies } from './dependencies.ts';

/** The lock on the caller's account with which a change begins, of a session or of an API key. */
export const lockCaller =
  (caller: Caller, clock: Clock): LockOwner =>
  (tx) =>
    caller.scopes === undefined ? lockSignedIn(tx, caller, clock.now()) : lockKeyOwner(tx, caller, clock.now());

/**
 * Proves that the owner changes where events go, or how they are signed. An API key that may do so was made for it with
 * that proof. Answers the lock that the change begins with. Throws as `proveOwner`.
 */
export const requireProof = async (
  { clock, proveOwner }: Pick<WebhookDependencies, 'clock' | 'proveOwner'>,
  caller: Caller,
  proof: Proof,
): Promise<LockOwner> => (caller.scopes === undefined ? proveOwner(caller, proof) : lockCaller(caller, clock));
