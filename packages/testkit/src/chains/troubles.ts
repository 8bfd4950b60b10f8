import { NodeFault } from '@kobogate/server/src/custody/index.ts';
import type { Provider } from './provider.ts';
import type { Schedules } from './schedules.ts';

type Trouble = readonly [name: string, manners: Parameters<Provider['behave']>[0]];

/** What the chain itself does in every soak. */
export const REPLACED = 'blocks replaced at random';

/** What a provider of any chain does wrong for a while. */
export const TROUBLES: readonly Trouble[] = [
  ['is polite', {}],
  ['limits batches', { batchLimit: 2 }],
  ['answers 429', { busy: 2 }],
  ['breaks off its answers', { lie: 'half' }],
  ['answers with a page', { lie: 'html' }],
  ['is down', { down: true }],
];

/** What one of two providers that speak Ethereum's JSON-RPC does wrong besides. */
export const EVM_TROUBLES: readonly Trouble[] = [
  ...TROUBLES,
  ['limits ranges and batches', { rangeLimit: 3, batchLimit: 4 }],
  ['lags', { lagBlocks: 5 }],
  ['is on a fork', { lie: 'fork' }],
  ['is on another chain', { lie: 'chain' }],
  ['alters amounts', { lie: 'amount' }],
];

/** What is noticed in the same look where a provider tells the sums of balances, and elsewhere by comparing them later. */
export const OMISSIONS: readonly Trouble[] = [['leaves payments out', { lie: 'omit' }]];

/** What one that also traces can refuse. */
export const TRACE_TROUBLES: readonly Trouble[] = [
  ['refuses traces', { refuseTraces: true }],
  ['has forgotten old states', { pruneBlocks: 1 }],
];

/** Faults in a row after which a provider that is polite again is given up. */
const PATIENCE = 5;

/**
 * For tests: reads a chain to its end as the watcher's timer does, which looks again after a fault: a connection that
 * another trouble broke shows only when it is used next.
 */
export async function readToEnd(look: () => Promise<{ readonly hasMore: boolean }>): Promise<void> {
  for (let faults = 0; ;) {
    try {
      if (!(await look()).hasMore) return;
    } catch (error) {
      faults += 1;
      if (!(error instanceof NodeFault) || faults > PATIENCE) throw error;
    }
  }
}

/**
 * For tests: has one of the providers misbehave while a watcher looks a few times, whose faults are no news; polite again
 * afterwards. No trouble comes again before all others have come. Answers what was done to the watcher.
 */
export async function suffer(
  providers: readonly Provider[],
  troubles: readonly Trouble[],
  { random, inTurn }: Pick<Schedules, 'random' | 'inTurn'>,
  look: () => Promise<unknown>,
): Promise<string> {
  const [name, manners] = troubles[inTurn(troubles.length)] ?? ['is polite', {}];
  providers[random(providers.length)]?.behave(manners);
  for (let looks = random(4) + 1; looks > 0; looks -= 1) {
    await look().catch((error: unknown) => {
      if (!(error instanceof NodeFault)) throw error;
    });
  }
  for (const provider of providers) provider.behave({});
  return `${REPLACED}, and ${providers.length > 1 ? 'one of two providers' : 'its provider'} ${name}`;
}
