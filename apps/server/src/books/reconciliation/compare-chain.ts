import { setTimeout as pause } from 'node:timers/promises';
import { type ComparedPart, type Difference, findLedgerAsset, type NetworkId, NETWORKS } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { DependencyDown } from '../../platform/errors.ts';
import { type Comparison, differenceOf, NodeFault, type Reconciliation } from '../../custody/index.ts';
import { adviceFor } from './advice.ts';
import type { FoundPart } from './part.ts';

/** A block that a watcher has not read yet looks like a difference, which is gone at the next comparison. */
const LOOKS = 3;
const PAUSE_MS = 5_000;

/**
 * Compares the ledger's custody and treasury of a network with its node by `compare`, to the unit, and again where they
 * differ, `pauseMs` later. The result is unclear where the node fails.
 */
export async function compareChain(
  network: NetworkId,
  compare: () => Promise<Reconciliation>,
  pauseMs = PAUSE_MS,
): Promise<FoundPart> {
  const { name } = NETWORKS[network];
  const of = (outcome: ComparedPart['outcome'], compared: number, detail: string): ComparedPart => ({
    area: 'chain',
    name,
    outcome,
    compared,
    detail,
    floatGapKobo: null,
  });
  try {
    const { comparisons, underWay } = await look(compare, pauseMs);
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

async function look(compare: () => Promise<Reconciliation>, pauseMs: number): Promise<Reconciliation> {
  let found = await compare();
  for (let looks = 1; looks < LOOKS && found.comparisons.some((one) => differenceOf(one) !== 0n); looks += 1) {
    await pause(pauseMs);
    found = await compare();
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
