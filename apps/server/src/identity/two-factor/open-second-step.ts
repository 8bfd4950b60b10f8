import { hashToken, makeToken } from '../accounts/secrets.ts';
import type { OpenSecondStep } from '../accounts/second-step.ts';
import { findFactors } from './db.ts';
import { insertStep } from './db-second-steps.ts';
import { methodsOf, stepExpiry } from './two-factor.ts';

/** Opens the second step of a sign-in: a challenge that is stored nowhere, and what it can be done with. */
export const openSecondStep: OpenSecondStep = async (tx, { userId, passwordHash }, now) => {
  const methods = methodsOf(await findFactors(tx, userId));
  if (methods.length === 0) return null;
  const challenge = makeToken();
  await insertStep(tx, { challengeHash: hashToken(challenge), userId, passwordHash, expiresAt: stepExpiry(now) });
  return { challenge, methods };
};
