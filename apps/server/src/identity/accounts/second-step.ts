import type { SecondFactorProof, SecondStep, SignInProvider, UserId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';

/**
 * The port that two-factor implements: opens the second step of a sign-in whose password was just found right, or that a
 * provider's word began (`provider`), in the sign-in's transaction. Null where the account has no second factor.
 */
export type OpenSecondStep = (
  tx: Transaction,
  login: { readonly userId: UserId; readonly passwordHash: string; readonly provider?: SignInProvider },
  now: Date,
) => Promise<SecondStep | null>;

/**
 * The port that two-factor implements: requires a second factor of the signed-in owner. Asks for nothing where
 * two-factor is off; throws 422 where the proof is missing or wrong, 429 for too many.
 */
export type ProveSecondFactor = (userId: UserId, proof: SecondFactorProof) => Promise<void>;
