import type { AddressSource } from '@kobogate/addresses';
import { findLedgerAsset } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { balances, custody, treasury } from '../../ledger/index.ts';
import type { Database } from '../../platform/database.ts';
import { listBookedAssets, listUnconfirmed, listUnderWay } from './db.ts';
import { depositAddresses, findTreasury } from './plan-spending.ts';
import type { Holding, TreasuryWallet } from './treasury-wallet.ts';

/** The ledger's and the chain's balances of one asset at one place. Amounts in smallest units. */
export interface Comparison {
  readonly place: 'custody' | 'treasury';
  readonly asset: string;
  readonly ledger: bigint;
  /** Deposits that the chain has and the ledger not yet, because they are not final. */
  readonly unconfirmed: bigint;
  readonly chain: bigint;
}

export interface Reconciliation {
  readonly comparisons: readonly Comparison[];
  /** What the chain has at each address. */
  readonly holdings: readonly Holding[];
  /** Transactions of ours that are not booked yet: while there are any, differences are to be expected. */
  readonly underWay: number;
}

/** The chain's surplus; negative: a shortage. */
export const differenceOf = ({ ledger, unconfirmed, chain }: Comparison): bigint => chain - ledger - unconfirmed;

/**
 * Compares the ledger's custody and treasury of a network with its node's balances at every address of ours now.
 * Transactions that are not in a final block count as the chain has them. `betweenBoth` runs after the chain was read
 * and before the books are. Changes nothing.
 */
export async function reconcile(
  { database, addressSources }: { readonly database: Database; readonly addressSources: readonly AddressSource[] },
  treasuryWallet: TreasuryWallet,
  betweenBoth?: () => Promise<void>,
): Promise<Reconciliation> {
  const { network } = treasuryWallet;
  const [deposits, own] = [
    await depositAddresses({ database, addressSources }, network, 'everything'),
    findTreasury(addressSources, network),
  ];
  const treasuries = [own, treasuryWallet.cold].filter((each) => each !== undefined && each !== null);
  const holdings = await treasuryWallet.holdings([...treasuries, ...deposits]);
  await betweenBoth?.();
  const unconfirmed = await listUnconfirmed(database, network);
  const known = await listBookedAssets(database, network);
  const assets = [...new Set([...known, ...holdings.map(({ asset }) => asset), ...unconfirmed.keys()])].toSorted();
  const booked = await balances(
    database,
    assets.flatMap((asset) => [custody(asset), treasury(asset)]),
  );
  const at = (chain: 0 | 1, asset: string): bigint =>
    holdings
      .filter(({ address, asset: code }) => address.chain === chain && code === asset)
      .reduce((sum, { amount }) => sum + amount, 0n);
  const comparisons = assets.flatMap((asset): Comparison[] => [
    {
      place: 'custody',
      asset,
      ledger: booked.get(custody(asset).code) ?? 0n,
      unconfirmed: unconfirmed.get(asset) ?? 0n,
      chain: at(0, asset),
    },
    { place: 'treasury', asset, ledger: booked.get(treasury(asset).code) ?? 0n, unconfirmed: 0n, chain: at(1, asset) },
  ]);
  return { comparisons, holdings, underWay: (await listUnderWay(database, network)).length };
}

/** One line per comparison, for a terminal. Pure. */
export function describeComparison(comparison: Comparison): string {
  const asset = findLedgerAsset(comparison.asset);
  const text = (units: bigint): string => {
    const size = formatUnits(units < 0n ? -units : units, asset?.decimals ?? 0);
    return `${units < 0n ? '-' : ''}${size}`;
  };
  const { place, ledger, unconfirmed, chain } = comparison;
  const waiting = unconfirmed === 0n ? '' : ` and ${text(unconfirmed)} not final yet`;
  const difference = differenceOf(comparison);
  const verdict = difference === 0n ? 'they agree' : `DIFFERENCE ${text(difference)}`;
  return `${comparison.asset} ${place}: ledger ${text(ledger)}${waiting}, chain ${text(chain)}: ${verdict}`;
}
