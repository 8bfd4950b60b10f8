import { setTimeout } from 'node:timers/promises';
import { NodeFault } from '../../../custody/index.ts';
import { fieldOf } from '../fields.ts';
import type { LongCall } from './long-call.ts';

const METHOD = 'scantxoutset';
/** A scan of all unspent coins takes a node minutes, on a slow disk a good part of an hour. */
const LONGEST_SCAN_MS = 3_600_000;
const STATUS_TIMEOUT_MS = 10_000;

/** How often its progress is asked for, and how long it may make none. */
export interface Patience {
  readonly everyMs: number;
  readonly withoutProgressMs: number;
}

const PATIENCE: Patience = { everyMs: 2_000, withoutProgressMs: 300_000 };

/**
 * Has the node search all its unspent coins for these scripts (hexadecimal), in one scan, and asks for its progress.
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
    // The slower of the two has nothing more to say.
    void Promise.allSettled([scan, watch]);
  }
}

/** Throws once the node's scan makes no progress; never resolves. */
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
