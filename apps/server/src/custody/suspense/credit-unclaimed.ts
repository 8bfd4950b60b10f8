import type { DepositId, UserId } from '@kobogate/contract';
import { post, unclaimed } from '../../ledger/index.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import { recordDecision } from '../../controls/index.ts';
import { collectReceivables } from '../deposits/collect-receivable.ts';
import { placeOf, worthInKobo } from '../deposits/deposit.ts';
import type { CreditDependencies } from './credit-suspense.ts';
import { saveUser } from '../deposits/db.ts';
import { findOwner, findUnclaimed, lockUnclaimed, saveClaim, saveOwner } from './db.ts';

export interface CreditUnclaimedInput {
  /** The deposit's id. */
  readonly id: DepositId;
  readonly adminId: UserId;
  /** The customer's e-mail address. */
  readonly email: string;
  readonly reason: string;
}

/**
 * Credits a customer with coins whose owner was not known, once for ever. From then on the deposit is theirs, everything
 * continues as if it had just become final, and what they owe of the coin is collected. Above the operator's second threshold
 * another administrator must name the same customer; until then the first may name another in their place. Throws 403 for the
 * administrator's own account and for one who may not approve this amount yet; 404 if there is no such deposit or customer; 409
 * if it is not final, was credited before, or the first administrator named another customer.
 */
export async function creditUnclaimed(
  { database, currentRates }: CreditDependencies,
  { id, adminId, email, reason }: CreditUnclaimedInput,
): Promise<'credited' | 'waits'> {
  if (!isId(id)) throw notFound('There are no such coins.');
  const rates = await currentRates();
  return database.transaction(async (tx) => {
    const deposit = await lockUnclaimed(tx, id);
    if (deposit === null) throw notFound('There are no such coins.');
    if (deposit.userId !== null) throw conflict('These coins have been credited already. Nothing was changed.');
    if (deposit.status !== 'confirmed') {
      throw conflict(
        'These coins are not final yet, or the chain has taken them back. Nothing was changed; please look again.',
      );
    }
    const owner = await findOwner(tx, email);
    if (owner === null) throw notFound('There is no account with this e-mail address.');
    if (owner === adminId)
      throw forbidden('This is your own account, so another person of the team has to decide on these coins.');
    const said = { id, userId: owner, adminId, reason };
    const { asset, amount, claim } = deposit;
    const isCorrection = claim?.firstApprovedBy === adminId && claim.userId !== owner;
    const approval = await recordDecision(tx, {
      action: 'deposit-credited',
      adminId,
      userId: owner,
      reason,
      second: {
        thing: 'coins',
        nairaKobo: worthInKobo([deposit], rates),
        firstApprover: isCorrection ? null : (claim?.firstApprovedBy ?? null),
        action: 'deposit-owner-named',
      },
    });
    if (approval === 'second' && claim?.userId !== owner) throw namedAnother(claim?.email ?? 'another customer');
    if (approval === 'first') {
      await saveClaim(tx, said);
      return 'waits';
    }
    const [result] = await post(tx, [
      {
        source: 'deposit-owner-found',
        sourceId: id,
        description: 'The owner of a deposit was found',
        transfers: [{ debit: unclaimed(asset), credit: placeOf(owner, asset), amount }],
      },
    ]);
    if (result?.ok !== true) throw new Error('the ledger refused to credit coins whose owner was found');
    await collectReceivables(tx, [{ userId: owner, asset }]);
    await saveUser(tx, id, owner);
    await saveOwner(tx, said);
    await emit(tx, { type: 'deposit.confirmed', payload: { depositId: id } });
    return 'credited';
  });
}

/** The value of these coins at today's rates, in kobo; null where no rate can be trusted, or there are none. */
export async function worthOfUnclaimed(
  { database, currentRates }: CreditDependencies,
  id: DepositId,
): Promise<bigint | null> {
  const deposit = isId(id) ? await findUnclaimed(database, id) : null;
  return deposit === null ? null : worthInKobo([deposit], await currentRates());
}

const namedAnother = (email: string) =>
  conflict(
    `The first of you named ${email}. Nothing was credited; please agree on whose these coins are. The first can name another.`,
  );
