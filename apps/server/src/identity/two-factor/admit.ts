import { PROOF_MINUTES, PROOF_NEEDED, SECOND_FACTOR_NEEDED, type UserId } from '@kobogate/contract';
import { formatNaira, toKobo } from '@kobogate/money';
import { forbidden } from '../../platform/errors.ts';
import type { Admit, Caller } from '../../platform/route.ts';
import { accessWithin } from '../../controls/index.ts';
import { findFactors } from './db.ts';
import type { TwoFactorDependencies } from './dependencies.ts';
import { isOn } from './two-factor.ts';

/**
 * Makes the function that alone decides how much a person of the team has to have proven for a call. While a second factor
 * is required, a person of the team without one, and their API keys, get no further than setting it up. Calls that the
 * contract marks need a proof that is at most `PROOF_MINUTES` old: each change of policy, and each decision about more
 * than the operator's amount, or about something of unknown value. Throws 403 with a separate code for each.
 */
export function createAdmission({
  database,
  clock,
  adminSecondFactor,
}: Pick<TwoFactorDependencies, 'database' | 'clock' | 'adminSecondFactor'>): Admit {
  const lacksFactor = createFactorCheck({ database, adminSecondFactor });
  return async (caller, endpoint, worth) => {
    if (!endpoint.isForSetUp && (await lacksFactor({ ...caller, id: caller.userId }))) {
      throw forbidden(
        'Your role takes a second factor first: an authenticator app or a passkey. Nothing was done. Please set it up after signing in.',
        SECOND_FACTOR_NEEDED,
      );
    }
    if (endpoint.proof === 'none' || isFresh(caller, clock.now())) return;
    if (endpoint.proof === 'fresh') throw proofNeeded('This');
    const kobo = await worth();
    const { proofAboveKobo } = await accessWithin(database);
    if (kobo === null) throw proofNeeded('A decision about coins whose worth is not known');
    if (kobo > BigInt(proofAboveKobo)) {
      throw proofNeeded(`A decision about more than ${formatNaira(toKobo(proofAboveKobo))}`);
    }
  };
}

/** Answers whether an account is one of the team that has to set up a second factor before anything else. */
export function createFactorCheck({
  database,
  adminSecondFactor,
}: Pick<TwoFactorDependencies, 'database' | 'adminSecondFactor'>) {
  return async ({
    id,
    role,
    isOfStaff = false,
  }: Pick<Caller, 'role' | 'isOfStaff'> & { id: UserId }): Promise<boolean> =>
    (role !== null || isOfStaff) && adminSecondFactor === 'required' && !isOn(await findFactors(database, id));
}

/** Whether the owner of a session proved it within the last minutes. Pure. */
const isFresh = ({ provedAt }: Pick<Caller, 'provedAt'>, now: Date): boolean =>
  provedAt !== null && now.getTime() - provedAt.getTime() <= PROOF_MINUTES * 60_000;

const proofNeeded = (what: string) =>
  forbidden(
    `${what} takes your password again, and your second factor where you have one: the last time was more than ${PROOF_MINUTES} minutes ago. Nothing was done.`,
    PROOF_NEEDED,
  );
