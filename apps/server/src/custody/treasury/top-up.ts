import { findLedgerAsset, type LedgerAssetCode } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { balances, custody, operatorFunds, post, treasury } from '../../ledger/index.ts';
import type { AddressSource } from '@kobogate/addresses';
import type { Database } from '../../platform/database.ts';
import { conflict } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { requireNoFence } from '../../controls/index.ts';
import { lockTreasuries } from './coins/db.ts';
import { countEnded, listUnconfirmed, listUnderWay } from './db.ts';
import { depositAddresses, treasuryOf } from './plan-spending.ts';
import type { Holding, TreasuryWallet } from './treasury-wallet.ts';

/**
 * Books the treasury address's surplus over the ledger as the operator's own, such as coins put in for gas. Answers what was
 * booked, as text; several at once book it once. Throws 409 while transactions of ours are under way, or if one has ended since
 * the node was asked, because their moves would be booked twice; and if deposit addresses hold less than the ledger says,
 * because the surplus may then be customers'. Throws 503 while a fence is up.
 */
export async function bookTopUp(
  { database, addressSources }: { readonly database: Database; readonly addressSources: readonly AddressSource[] },
  treasuryWallet: TreasuryWallet,
): Promise<string[]> {
  const { network, family } = treasuryWallet;
  const ended = await countEnded(database, network);
  const deposits = await depositAddresses({ database, addressSources }, network, 'everything');
  const { cold } = treasuryWallet;
  const treasuries = [treasuryOf(addressSources, network), ...(cold === undefined ? [] : [cold])];
  const holdings = await treasuryWallet.holdings([...treasuries, ...deposits]);
  const held = sumHeld(holdings.filter(({ address }) => address.chain === 1));
  return database.transaction(async (tx) => {
    await lockTreasuries(tx, family);
    if ((await countEnded(tx, network)) !== ended) throw hasMoved();
    if ((await listUnderWay(tx, network)).length > 0) {
      throw conflict(
        'Transactions of ours are under way. Nothing was booked; please wait until they are final. Those that the network does not include can be sent again, or replaced with “plan NETWORK --replace”.',
      );
    }
    const booked = await balances(
      tx,
      held.flatMap(({ asset }) => [treasury(asset), custody(asset)]),
    );
    const unconfirmed = await listUnconfirmed(tx, network);
    const more = held.flatMap(({ asset, amount }) => {
      const surplus = amount - (booked.get(treasury(asset).code) ?? 0n);
      return surplus > 0n ? [{ asset, surplus }] : [];
    });
    if (more.length === 0) return [];
    for (const { asset } of more) {
      const there = holdings
        .filter(({ address, asset: code }) => address.chain === 0 && code === asset)
        .reduce((sum, { amount }) => sum + amount, 0n);
      if (there < (booked.get(custody(asset).code) ?? 0n) + (unconfirmed.get(asset) ?? 0n)) throw isCustomers(asset);
    }
    // The surplus may be a sweep that older books don't know of.
    await requireNoFence(tx);
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

/** The treasury's balances of each asset, at all its addresses. */
function sumHeld(holdings: readonly Holding[]): { asset: LedgerAssetCode; amount: bigint }[] {
  const sums = new Map<LedgerAssetCode, bigint>();
  for (const { asset, amount } of holdings) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  return [...sums].map(([asset, amount]) => ({ asset, amount }));
}

const hasMoved = () =>
  conflict('A transaction of ours has ended while the node was asked. Nothing was booked; please ask for it again.');

const isCustomers = (asset: string) =>
  conflict(
    `The deposit addresses hold less ${asset} than the ledger says, so what is in the treasury may be your customers'. Nothing was booked. Please find out first which transaction moved it: npm run ops -- treasury reconcile.`,
  );
