import { custody, operatorFunds, post, unclaimed } from '../../../ledger/index.ts';
import { askForChecks } from '../../deposits/db.ts';
import type { TakeOutSurpluses } from '../../deposits/drawing.ts';
import { deleteUnexplainedAbove, endSurpluses, lockFoundAbove } from './db.ts';

/**
 * Takes out of the books what suspense and the operator have of surpluses whose block the chain has replaced, once: nobody knows which block
 * brought their coins. Whatever is on the chain still is found by the next comparison, which is asked for, and a payment of them that is
 * read now brings its own coins. What customers were given of them are deposits of that block, and end as such. Forgets surpluses that nobody
 * has explained.
 */
export const takeOutSurpluses: TakeOutSurpluses = async (tx, network, height) => {
  await deleteUnexplainedAbove(tx, network, height);
  const found = await lockFoundAbove(tx, network, height);
  if (found.length === 0) return [];
  await endSurpluses(tx, found);
  await askForChecks(
    tx,
    network,
    found.flatMap(({ addressKeys }) => addressKeys),
  );
  const booked = found.filter(({ left, taken }) => left + taken > 0n);
  const results = await post(
    tx,
    booked.map(({ id, asset, left, taken }) => ({
      source: 'surplus-reverted',
      sourceId: id,
      description: 'Coins that no known payment explains, taken back by the chain',
      transfers: [
        { debit: unclaimed(asset), credit: custody(asset), amount: left },
        { debit: operatorFunds(asset), credit: custody(asset), amount: taken },
      ].filter(({ amount }) => amount > 0n),
    })),
  );
  if (results.some(({ ok }) => !ok)) throw new Error('the ledger refused to take out coins that a chain took back');
  return booked.map(({ asset, left, taken }) => ({ asset, amount: left + taken }));
};
