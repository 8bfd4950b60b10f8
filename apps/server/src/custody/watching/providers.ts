import { NodeFault, type Chain } from '../deposits/chain.ts';
import type { Heads } from './heads.ts';

/** What was asked of a provider on one day, in UTC. */
export interface Usage {
  /** Such as `2026-11-23`. */
  readonly day: string;
  readonly calls: number;
  readonly bytes: number;
}

/** One provider of a network. */
export interface Provider {
  readonly chain: Chain;
  /** For people, and to tell providers apart: never the rest of the address, which may have a key. */
  readonly host: string;
  /** Announces its new blocks; null or missing where it is polled alone. */
  readonly heads?: Heads | null;
  /** How much was asked of it, and how long it wants no more; missing where that is not counted. */
  readonly line?: {
    restingMs(): number;
    /** The most calls a day; null: as many as it answers. */
    readonly callsPerDay: number | null;
    usage(): Usage;
    /** Goes on counting from what an earlier process has used on the same day. */
    resume(usage: Usage): void;
    /** The pause between two polls with which the day's budget lasts; 0 without a budget. */
    paceMs(): number;
  };
}

/** What is known of a provider's health. */
export interface Health {
  readonly height: bigint | null;
  readonly latencyMs: number | null;
  /** In a row. */
  readonly failures: number;
  /** Milliseconds of a monotonic clock until which it is only asked where no other works. */
  readonly until: number;
  /** Until when others come first, because it left out a payment. */
  readonly distrustedUntil: number;
  readonly lastError: string | null;
  readonly lastErrorAt: Date | null;
}

/** How a provider stands: it is asked now, it could be, it is behind the others, it failed, or it asked for a rest. */
export type ProviderState = 'used' | 'ready' | 'lags' | 'fails' | 'rests';

const UNKNOWN: Health = {
  height: null,
  latencyMs: null,
  failures: 0,
  until: 0,
  distrustedUntil: 0,
  lastError: null,
  lastErrorAt: null,
};
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A provider that takes longer than this comes after the others. */
const SLOW_MS = 3_000;
/** How often providers that are not used are asked for their height. */
const CHECK_EVERY_MS = 30_000;
/** What one leaves out may be found by the day's comparison alone: for as long the others are read. */
const DISTRUSTED_MS = 86_400_000;

/** Whether a provider is so many blocks behind the furthest one. Pure. */
export function lags(height: bigint | null, heights: readonly (bigint | null)[], lagBlocks: number): boolean {
  const furthest = heights.reduce<bigint>((most, other) => (other !== null && other > most ? other : most), -1n);
  return height !== null && furthest - height > BigInt(lagBlocks);
}

/** The providers of one network: which is asked, and what is known of each. */
export interface Providers {
  readonly all: readonly Provider[];
  /** Best first: those that work, are up to date and trace, in the operator's order. */
  ranked(): readonly Provider[];
  /** A look at a provider's newest block went well. */
  succeeded(provider: Provider, height: bigint, latencyMs: number): void;
  failed(provider: Provider, sentence: string): void;
  /** It left out a payment that another provider shows: for a day it is read only where no other one works. */
  leftOut(provider: Provider, sentence: string): void;
  /** Asks those that were not used lately how far they are. Never throws. */
  checkOthers(used: Provider, tip: bigint): Promise<void>;
  /** Why a replaced block is not believed: another provider that is up to date still has it. Null: it is believed. */
  contradiction(used: Provider, tip: { height: bigint; hash: string }, head: bigint): Promise<string | null>;
  stateOf(provider: Provider): ProviderState;
  healthOf(provider: Provider): Health;
}

/** Follows the health of a network's providers. `now`: milliseconds of a monotonic clock. */
export function createProviders(
  all: readonly Provider[],
  lagBlocks: number,
  now: () => number = () => performance.now(),
): Providers {
  const health = new Map<Provider, Health>();
  const checked = new Map<Provider, number>();
  let used = all[0];
  const healthOf = (provider: Provider): Health => health.get(provider) ?? UNKNOWN;
  const isBehind = (provider: Provider): boolean =>
    lags(
      healthOf(provider).height,
      all.map((other) => healthOf(other).height),
      lagBlocks,
    );

  function stateOf(provider: Provider): ProviderState {
    if ((provider.line?.restingMs() ?? 0) > 0) return 'rests';
    if (healthOf(provider).failures > 0) return 'fails';
    if (isBehind(provider)) return 'lags';
    return provider === used ? 'used' : 'ready';
  }
  function penalty(provider: Provider): number {
    const { until, distrustedUntil, latencyMs } = healthOf(provider);
    const tracing = provider.chain.tracing?.() ?? 'offered';
    const points = [
      (provider.line?.restingMs() ?? 0) > 0,
      now() < until,
      isBehind(provider),
      now() < distrustedUntil,
      (latencyMs ?? 0) > SLOW_MS,
      tracing === 'not offered' || tracing === 'refused',
    ];
    return points.reduce((sum, isBad, at) => sum + (isBad ? 2 ** (points.length - at) : 0), 0);
  }
  function succeeded(provider: Provider, height: bigint, latencyMs: number): void {
    const before = healthOf(provider);
    const smoothed = before.latencyMs === null ? latencyMs : before.latencyMs * 0.8 + latencyMs * 0.2;
    health.set(provider, { ...before, height, latencyMs: smoothed, failures: 0, until: 0 });
    checked.set(provider, now());
  }
  function failed(provider: Provider, sentence: string): void {
    const before = healthOf(provider);
    const failures = before.failures + 1;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS);
    // Half of it is chance, so that those who failed together don't come back together.
    const until = now() + pause / 2 + Math.random() * (pause / 2);
    health.set(provider, { ...before, failures, until, lastError: sentence, lastErrorAt: new Date() });
    checked.set(provider, now());
  }

  return {
    all,
    ranked: () => {
      // Taken once: what they depend on changes with time.
      const penalties = new Map(all.map((provider) => [provider, penalty(provider)]));
      return all.toSorted((one, other) => (penalties.get(one) ?? 0) - (penalties.get(other) ?? 0));
    },
    succeeded: (provider, height, latencyMs) => {
      used = provider;
      succeeded(provider, height, latencyMs);
    },
    failed,
    leftOut: (provider, sentence) => {
      failed(provider, sentence);
      health.set(provider, { ...healthOf(provider), distrustedUntil: now() + DISTRUSTED_MS });
    },
    checkOthers: async (asked, tip) => {
      const due = all.filter(
        (provider) => provider !== asked && now() - (checked.get(provider) ?? -Infinity) >= CHECK_EVERY_MS,
      );
      await Promise.all(
        due.map(async (provider) => {
          checked.set(provider, now());
          const start = now();
          try {
            const { head } = await provider.chain.look(tip);
            succeeded(provider, head.height, now() - start);
          } catch (error) {
            failed(provider, error instanceof NodeFault ? error.message : 'Its answer could not be read.');
          }
        }),
      );
    },
    contradiction: async (asked, tip, head) => {
      for (const provider of all) {
        if (provider === asked || (provider.line?.restingMs() ?? 0) > 0) continue;
        try {
          const { head: theirs, block } = await provider.chain.look(tip.height);
          succeeded(provider, theirs.height, healthOf(provider).latencyMs ?? 0);
          if (block?.hash !== tip.hash || lags(theirs.height, [head], lagBlocks)) continue;
          return `${asked.host} has another block ${tip.height} than ${provider.host}, which still has the one that we read.`;
        } catch (error) {
          if (!(error instanceof NodeFault)) throw error;
        }
      }
      return null;
    },
    stateOf,
    healthOf,
  };
}
