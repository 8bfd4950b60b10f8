import { findLedgerAsset } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { balances } from '../../ledger/balances.ts';
import { operatorFunds, treasury } from '../../ledger/chart.ts';
import { post } from '../../ledger/post.ts';
import type { AddressSource } from '@kobogate/addresses';
import type { Database } from '../../platform/database.ts';
import { conflict } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { listUnderWay } from './db-outgoing.ts';
import { treasuryOf } from './plan-spending.ts';
import type { Purse } from './purse.ts';

/**
 * Books what the treasury address holds above the ledger as the operator's own, such as coins put in for gas. Answers what was
 * booked, in words. Throws 409 while transactions of ours are under way: what they move would be booked twice.
 */
export async function bookTopUp(
  { database, addressSources }: { readonly database: Database; readonly addressSources: readonly AddressSource[] },
  purse: Purse,
): Promise<string[]> {
  const { network } = purse;
  const held = await purse.holdings([treasuryOf(addressSources, network)]);
  return database.transaction(async (tx) => {
    if ((await listUnderWay(tx, network)).length > 0) {
      throw conflict('Transactions of ours are under way. Please wait until they are final; nothing was booked.');
    }
    const booked = await balances(
      tx,
      held.map(({ asset }) => treasury(asset)),
    );
    const more = held.flatMap(({ asset, amount }) => {
      const surplus = amount - (booked.get(treasury(asset).code) ?? 0n);
      return surplus > 0n ? [{ asset, surplus }] : [];
    });
    if (more.length === 0) return [];
    const [result] = await post(tx, [
      {
        source: 'treasury-top-up',
        sourceId: newId(),
        description: 'Coins of the operator put into the treasury',
        transfers: more.map(({ asset, surplus }) => ({
          debit: treasury(asset),
          credit: operatorFunds(asset),
          amount: surplus,
        })),
      },
    ]);
    if (result?.ok !== true) throw new Error('the ledger refused to book a top-up');
    return more.map(({ asset, surplus }) => {
      const known = findLedgerAsset(asset);
      return `${known === undefined ? surplus : formatUnits(surplus, known.decimals)} ${known?.currency ?? asset}`;
    });
  });
}
