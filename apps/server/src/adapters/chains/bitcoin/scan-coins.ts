import { setTimeout } from 'node:timers/promises';
import { NodeFault } from '../../../custody/index.ts';
import { fieldOf } from '../fields.ts';
import type { LongCall } from './long-call.ts';

const METHOD = 'scantxoutset';
/** The whole set of coins takes a node minutes, on a slow disk a good part of an hour. */
const LONGEST_SCAN_MS = 3_600_000;
const STATUS_TIMEOUT_MS = 10_000;

/** How often it is asked how far it is, and how long it may get no further. */
export interface Patience {
  readonly everyMs: number;
  readonly withoutProgressMs: number;
}

const PATIENCE: Patience = { everyMs: 2_000, withoutProgressMs: 300_000 };

/**
 * Has the node look through all its coins for those of these scripts (hexadecimal), in one scan, and asks how far it is meanwhile.
 * Throws `NodeFault` where it refuses, stalls, or has another scan running, which is then left alone.
 */
export async function scanCoins(
  call: LongCall,
  scripts: readonly string[],
  patience: Patience = PATIENCE,
): Promise<unknown> {
  const wanted = scripts.map((script) => ({ desc: `raw(${script})` }));
  const ended = new AbortController();
  const scan = call({ method: METHOD, params: ['start', wanted] }, LONGEST_SCAN_MS).finally(() => ended.abort());
  const watch = requireProgress(call, { patience, ended: ended.signal });
  try {
    return await Promise.race([scan, watch]);
  } finally {
    ended.abort();
    // Whichever came second has nothing more to say.
    void Promise.allSettled([scan, watch]);
  }
}

/** Throws once the node's scan gets no further; never ends by itself before. */
async function requireProgress(
  call: LongCall,
  { patience, ended }: { patience: Patience; ended: AbortSignal },
): Promise<never> {
  let [last, since] = ['', Date.now()];
  for (;;) {
    await setTimeout(patience.everyMs, undefined, { signal: ended });
    const status = await call({ method: METHOD, params: ['status'] }, STATUS_TIMEOUT_MS);
    const progress = String(fieldOf(status, 'progress'));
    if (progress !== last) [last, since] = [progress, Date.now()];
    if (Date.now() - since < patience.withoutProgressMs) continue;
    await call({ method: METHOD, params: ['abort'] }, STATUS_TIMEOUT_MS);
    throw new NodeFault(`The node's search for our coins stopped at ${last} per cent. Nothing was planned.`);
  }
}
