import { findLedgerAsset, type DepositId, type UserId } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { recordDecision } from '../../controls/index.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { findVouched, savePersonsWord } from '../deposits/db.ts';
import { worthInKobo } from '../deposits/deposit.ts';

interface VouchDependencies {
  readonly database: Database;
  readonly currentRates: CurrentRates;
}

/**
 * Records that an administrator has looked at the chain and a deposit is there: it is credited at the watcher's next look.
 * Above the operator's second threshold another administrator must say the same. Throws 403 for the administrator's own coins
 * and for one who may not approve this amount yet; 404 if there is no such deposit; 409 if it does not wait for a person, or
 * they said so before.
 */
export async function vouchInPerson(
  { database, currentRates }: VouchDependencies,
  { id, adminId, reason }: { id: DepositId; adminId: UserId; reason: string },
): Promise<'credited' | 'waits'> {
  if (!isId(id)) throw nothingThere();
  const rates = await currentRates();
  return database.transaction(async (tx) => {
    const deposit = await findVouched(tx, id, { isLocked: true });
    if (deposit === null) throw nothingThere();
    const { userId, asset, amount, transaction, status } = deposit;
    if (userId === adminId)
      throw forbidden('These are your own coins, so another person of the team has to vouch for them.');
    if (status === 'confirmed') throw conflict('This deposit has been credited already. Nothing was changed.');
    if (status === 'dropped' || status === 'reverted')
      throw conflict('The chain has taken this deposit back. Nothing was changed.');
    if (deposit.vouchedBy !== null) throw conflict('This deposit has been vouched for already. Nothing was changed.');
    if (deposit.waitsFor !== 'person' && deposit.waitsFor !== 'provider')
      throw conflict('This deposit does not wait for a person now. Nothing was changed; please look again.');
    const { decimals = 0, currency = asset } = findLedgerAsset(asset) ?? {};
    const approval = await recordDecision(tx, {
      action: 'deposit-vouched',
      adminId,
      userId: userId ?? adminId,
      reason: `${formatUnits(amount, decimals)} ${currency} in transaction ${transaction}: ${reason}`,
      second: {
        thing: 'deposit',
        nairaKobo: worthInKobo([deposit], rates),
        firstApprover: deposit.firstVoucher,
        action: 'deposit-first-vouched',
      },
    });
    await savePersonsWord(tx, { id, adminId, isFirst: approval === 'first' });
    return approval === 'first' ? 'waits' : 'credited';
  });
}

/** The value of a deposit at today's rates, in kobo; null where no rate can be trusted, or there is none. */
export async function worthOfVouched(
  { database, currentRates }: VouchDependencies,
  id: DepositId,
): Promise<bigint | null> {
  const deposit = isId(id) ? await findVouched(database, id, { isLocked: false }) : null;
  return deposit === null ? null : worthInKobo([deposit], await currentRates());
}

const nothingThere = () => notFound('There is no such deposit.');
