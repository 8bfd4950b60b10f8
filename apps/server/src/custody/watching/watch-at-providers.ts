import type { NetworkId } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { NodeFault } from '../deposits/chain.ts';
import { type WatchDependencies, type WatchedStep, watchNetwork } from '../deposits/watch-network.ts';
import type { SurplusGuard } from '../found/surpluses/guard-surpluses.ts';
import { findReading, listProviders, type ProviderNote } from './db.ts';
import type { Providers } from './providers.ts';

/** What a look at a network needs. */
export interface LookDependencies extends Omit<WatchDependencies, 'chain' | 'others' | 'contradiction' | 'readBy'> {
  readonly providers: Providers;
  /** Looks for payments that were left out; missing where nothing is compared. */
  readonly guard?: Pick<SurplusGuard, 'search'> | undefined;
}

/** The network that all the providers are of. Throws where there is no provider. */
export function networkOf({ all }: Providers): NetworkId {
  const [first] = all;
  if (first === undefined) throw new Error('a network without a provider is watched');
  return first.chain.network;
}

/** The network may not be read now, by any process and at any provider. */
export class MustWait extends NodeFault {}

/** Whether any of a network's providers answers this process now. */
export async function doAnswer({ database, providers }: Pick<LookDependencies, 'database' | 'providers'>) {
  const { height } = await findReading(database, networkOf(providers));
  for (const { chain } of providers.ranked()) {
    try {
      await chain.look(height ?? 0n);
      return true;
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error;
    }
  }
  return false;
}

/**
 * One poll of a network at the best of its providers, and at once at the next one where that fails: a whole poll is
 * one provider's word. Throws the first `NodeFault` where all fail, and `MustWait` where the network may not be read.
 */
export async function watchAtProviders(dependencies: LookDependencies): Promise<WatchedStep> {
  const { providers, mustWait, guard, ...rest } = dependencies;
  const reason = (await mustWait?.()) ?? null;
  if (reason !== null) throw new MustWait(reason);
  const faults: NodeFault[] = [];
  for (const provider of providers.ranked()) {
    const start = performance.now();
    try {
      const step = await watchNetwork({
        ...rest,
        chain: provider.chain,
        others: providers.all.filter((other) => other !== provider).map(({ chain }) => chain),
        readBy: provider.host,
        contradiction: (tip, head) => providers.contradiction(provider, tip, head),
      });
      providers.succeeded(provider, step.headHeight, performance.now() - start);
      // Not waited for: a provider that hangs must not hold up the network.
      void providers.checkOthers(provider, step.height);
      if (step.height === step.headHeight && !step.hasMore) await guard?.search(step.height);
      return step;
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error;
      providers.failed(provider, error.message);
      faults.push(error);
    }
  }
  const [first] = faults;
  if (first === undefined) throw new Error('a network without a provider is watched');
  if (faults.length === 1) throw first;
  const { all } = providers;
  throw new NodeFault(`None of the ${all.length} providers can be used. ${first.message}`, { cause: first });
}

/** How each provider does, in the operator's order. */
export function describeProviders(providers: Providers): ProviderNote[] {
  return providers.all.map((provider) => {
    const { height, latencyMs, lastError, lastErrorAt } = providers.healthOf(provider);
    const heads = provider.heads?.status();
    return {
      host: provider.host,
      state: providers.stateOf(provider),
      height,
      latencyMs: latencyMs === null ? null : Math.round(latencyMs),
      lastError,
      lastErrorAt,
      heads: heads?.state ?? 'none',
      headsError: heads?.lastError ?? null,
      headsErrorAt: heads?.lastErrorAt ?? null,
      tracing: provider.chain.tracing?.() ?? 'not needed',
      callsPerDay: provider.line?.callsPerDay ?? null,
      usage: provider.line?.usage() ?? { day: '', calls: 0, bytes: 0 },
    };
  });
}

/** Goes on counting calls from what earlier processes have asked of each provider today. */
export async function resumeUsage({
  database,
  providers,
}: {
  database: Database;
  providers: Providers;
}): Promise<void> {
  const known = await listProviders(database);
  for (const [position, { line, host }] of providers.all.entries()) {
    const before = known.find(
      (row) => row.network === networkOf(providers) && row.position === position && row.host === host,
    );
    if (before !== undefined) line?.resume(before.usage);
  }
}
