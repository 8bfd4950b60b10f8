import type { UnclaimedId, UserId } from '@kobogate/contract';
import { recordDecision } from '../../controls/index.ts';
import { operatorFunds, post, unclaimed } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { conflict } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { worthInKobo } from '../deposits/deposit.ts';
import { giveBackShare } from '../found/surpluses/db.ts';
import type { CreditDependencies } from './credit-suspense.ts';
import { deleteFirstReturn, endClaim, lockTaken, saveReturn, type TakenCoins } from './db.ts';
import { valued } from './settle-unclaimed.ts';
import { coinsText } from './settlement.ts';

/**
 * Puts coins that were booked as the operator's own back into suspense by a posting of its own, once: they wait for the decision whose they
 * are, as before. Above the operator's second threshold another person must say the same; `waits` until then. Throws 409 where they are
 * not booked as that, and as `recordDecision`.
 */
export async function returnTaken(
  { database, currentRates }: CreditDependencies,
  { id, adminId, reason }: { readonly id: UnclaimedId; readonly adminId: UserId; readonly reason: string },
): Promise<'returned' | 'waits'> {
  const rates = await currentRates();
  return database.transaction(async (tx) => {
    const coins = isId(id) ? await lockTaken(tx, id) : null;
    if (coins === null) throw conflict('These coins are not booked as the operator’s own. Nothing was changed.');
    const approval = await recordDecision(tx, {
      action: 'deposit-returned',
      adminId,
      userId: adminId,
      reason: `${coinsText(coins)}: ${reason}`,
      second: {
        thing: 'coins',
        nairaKobo: worthInKobo([valued(coins)], rates),
        firstApprover: coins.first?.adminId ?? null,
        action: 'deposit-first-returned',
      },
    });
    const agreedBy = approval === 'second' ? (coins.first?.adminId ?? null) : null;
    const returnId = await saveReturn(tx, coins, { adminId, reason, agreedBy, isDecided: approval !== 'first' });
    if (approval === 'first') return 'waits';
    await bookReturn(tx, coins, returnId);
    return 'returned';
  });
}

/**
 * Withdraws what the first of two people said, or refuses it: coins that are booked as the operator's own stay so. Moves nothing. Throws 409
 * where they are not booked as that, or no first person has said so.
 */
export async function keepTaken(
  { database }: Pick<CreditDependencies, 'database'>,
  { id, adminId, reason }: Parameters<typeof returnTaken>[1],
): Promise<void> {
  await database.transaction(async (tx) => {
    const coins = isId(id) ? await lockTaken(tx, id) : null;
    if (coins === null || coins.first === null) {
      throw conflict('There is no open request to put these coins back. Nothing was changed; please look again.');
    }
    await deleteFirstReturn(tx, coins.id);
    await recordDecision(tx, {
      action: 'deposit-return-ended',
      adminId,
      userId: adminId,
      reason: `${coinsText(coins)}: ${reason}`,
    });
  });
}

async function bookReturn(tx: Transaction, { of, id, asset, amount }: TakenCoins, returnId: string): Promise<void> {
  const [result] = await post(tx, [
    {
      source: 'operator-returned',
      sourceId: returnId,
      description: 'Coins that were booked as the operator’s own are not',
      transfers: [{ debit: operatorFunds(asset), credit: unclaimed(asset), amount }],
    },
  ]);
  if (result?.ok !== true) throw new Error('the ledger refused to put coins back into suspense');
  await (of === 'deposit' ? endClaim(tx, id) : giveBackShare(tx, id));
}
