import { setTimeout as pause } from 'node:timers/promises';
import type { AddressSource } from '@kobogate/addresses';
import { type ComparedPart, type Difference, findLedgerAsset, NETWORKS } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import type { Database } from '../../platform/database.ts';
import { DependencyDown } from '../../platform/errors.ts';
import {
  type Comparison,
  differenceOf,
  NodeFault,
  type TreasuryWallet,
  reconcile,
  type Reconciliation,
} from '../../custody/index.ts';
import { adviceFor } from './advice.ts';
import type { FoundPart } from './part.ts';

/** A block that a watcher has not read yet looks like a difference, which is gone at the next comparison. */
const LOOKS = 3;
const PAUSE_MS = 5_000;

export interface ChainDependencies {
  readonly database: Database;
  readonly addressSources: readonly AddressSource[];
  /** Milliseconds between two comparisons; 5,000 by default. */
  readonly pauseMs?: number;
}

/**
 * Compares the ledger's custody and treasury of a network with its node, to the unit. The result is unclear where the
 * node fails.
 */
export async function compareChain(
  dependencies: ChainDependencies,
  treasuryWallet: TreasuryWallet,
): Promise<FoundPart> {
  const { name } = NETWORKS[treasuryWallet.network];
  const of = (outcome: ComparedPart['outcome'], compared: number, detail: string): ComparedPart => ({
    area: 'chain',
    name,
    outcome,
    compared,
    detail,
    floatGapKobo: null,
  });
  try {
    const { comparisons, underWay } = await look(dependencies, treasuryWallet);
    const apart = comparisons.filter((comparison) => differenceOf(comparison) !== 0n);
    const places = comparisons.length;
    if (apart.length === 0)
      return { part: of('agrees', places, 'Every coin is where the ledger has it.'), differences: [] };
    if (underWay > 0) {
      const detail = `${underWay} transactions of ours are under way, and ${apart.length} places differ. Please compare again once they are final.`;
      return { part: of('unclear', places, detail), differences: [] };
    }
    const differences = apart.map((comparison) => describe(name, comparison));
    return { part: of('differs', places, `${apart.length} of ${places} places differ.`), differences };
  } catch (error) {
    if (!(error instanceof NodeFault) && !(error instanceof DependencyDown)) throw error;
    return {
      part: of('unclear', 0, 'The network’s node did not report the balances. Please compare again later.'),
      differences: [],
    };
  }
}

async function look(dependencies: ChainDependencies, treasuryWallet: TreasuryWallet): Promise<Reconciliation> {
  let found = await reconcile(dependencies, treasuryWallet);
  for (let looks = 1; looks < LOOKS && found.comparisons.some((one) => differenceOf(one) !== 0n); looks += 1) {
    await pause(dependencies.pauseMs ?? PAUSE_MS);
    found = await reconcile(dependencies, treasuryWallet);
  }
  return found;
}

function describe(network: string, comparison: Comparison): Difference {
  const decimals = findLedgerAsset(comparison.asset)?.decimals ?? 0;
  const text = (units: bigint): string =>
    `${units < 0n ? '−' : ''}${formatUnits(units < 0n ? -units : units, decimals)}`;
  const difference = differenceOf(comparison);
  return {
    kind: 'chain',
    place: `${network}, ${comparison.place === 'custody' ? 'deposit addresses' : 'treasury'}`,
    subject: comparison.asset,
    orderId: null,
    ours: text(comparison.ledger + comparison.unconfirmed),
    theirs: `${text(comparison.chain)} (${difference > 0n ? '+' : ''}${text(difference)})`,
    advice: adviceFor('chain'),
  };
}
