import { NodeFault } from '../../../custody/index.ts';
import { type Rpc, type RpcAnswer, type RpcCall } from '../rpc.ts';
import { type InnerPayment, readFlatTrace, readNestedTrace } from './read-trace.ts';
import { quantityOf } from '../fields.ts';

/** A tracing API for calls inside transactions. */
interface Tracing {
  readonly call: (height: string) => RpcCall;
  /** Null where the answer does not have the whole block. */
  readonly read: (result: unknown) => InnerPayment[] | null;
}

const FLAT: Tracing = {
  call: (height) => ({ method: 'trace_block', params: [height] }),
  read: readFlatTrace,
};
const NESTED: Tracing = {
  call: (height) => ({ method: 'debug_traceBlockByNumber', params: [height, { tracer: 'callTracer' }] }),
  read: readNestedTrace,
};

/** How long it is remembered that a method is not offered, and at first that one block is refused. */
const NOT_OFFERED_MS = 3_600_000;
const REFUSED_MS = 30_000;
/** As many refused blocks are remembered; of others it is found out again. */
const REMEMBERED = 1_000;

/** Of a block and not of the method: its state is pruned, or not there yet (geth, erigon and their gateways). */
const OF_THE_BLOCK = /state|header|block|trie|prun|archive|history|historical|timeout|timed out|execution/i;

/** JSON-RPC's "method not found", and the errors of nodes where a method is switched off or not paid for. */
function isNotOffered({ code, message }: Extract<RpcAnswer, { ok: false }>): boolean {
  if (code === -32601) return true;
  const isOfMethod = /method|module|namespace|not supported|unsupported|not available|plan|tier|upgrade/i.test(message);
  return isOfMethod && !OF_THE_BLOCK.test(message.replaceAll(/\w*trace_?block\w*/gi, ''));
}

const isEmpty = (result: unknown): boolean => Array.isArray(result) && result.length === 0;

function orNone(error: unknown): never[] {
  if (error instanceof NodeFault) return [];
  throw error;
}

/** What a provider does with traces: it gave the last one, it offers none, or it refuses some blocks. */
export type TracingState = 'unknown' | 'offered' | 'not offered' | 'refused';

export type BlockTrace = InnerPayment[] | 'blank' | null;

/** How many transactions a block has. */
type CountOf = (height: bigint) => Promise<number>;

export interface InnerPayments {
  /**
   * Payments inside the transactions of each of the given blocks, in that order; null for a block that the provider refuses to
   * trace, and `blank` for one whose trace it does not have yet: neither counts as read for coins sent by a contract. An empty
   * trace is one only of a block without transactions: `countOf` tells how many it has.
   */
  read(heights: readonly bigint[], countOf?: CountOf): Promise<BlockTrace[]>;
  /** Has a block not asked for until some time later. */
  putOff(height: bigint): void;
  /** Whether it makes sense to ask for this block now: it was not refused a moment ago. */
  mayAsk(height: bigint): boolean;
  state(): TracingState;
}

/**
 * Reads payments inside transactions by whichever tracing API the provider offers. A refusal is remembered for its
 * blocks, or its method, and for a time: never for good. Throws `NodeFault`.
 */
export function createInnerPayments(rpc: Rpc, now: () => number = () => performance.now()): InnerPayments {
  const notOffered = new Map<Tracing, number>();
  const refused = new Map<bigint, { readonly until: number; readonly ms: number }>();
  let works: Tracing | null = null;
  let state: TracingState = 'unknown';

  const isOffered = (tracing: Tracing): boolean => now() >= (notOffered.get(tracing) ?? 0);
  const mayAsk = (height: bigint): boolean =>
    [FLAT, NESTED].some(isOffered) && now() >= (refused.get(height)?.until ?? 0);

  function noteRefused(height: bigint): void {
    const ms = (refused.get(height)?.ms ?? REFUSED_MS / 2) * 2;
    refused.delete(height);
    refused.set(height, { until: now() + Math.min(ms, NOT_OFFERED_MS), ms });
    const [oldest] = refused.keys();
    if (refused.size > REMEMBERED && oldest !== undefined) refused.delete(oldest);
  }

  /** Traces blocks by one method, as far as the provider does; the first of them alone until the method has worked. */
  async function traceBy(
    tracing: Tracing,
    heights: readonly bigint[],
    { found, countOf }: { found: Map<bigint, InnerPayment[] | 'blank'>; countOf: CountOf },
  ) {
    const parts = works === tracing ? [heights] : [heights.slice(0, 1), heights.slice(1)];
    for (const part of parts.filter(({ length }) => length > 0)) {
      if (!isOffered(tracing)) return;
      // A provider that fails altogether is noticed by the other calls; here it only leaves the blocks untraced.
      const answers = await rpc(part.map((height) => tracing.call(quantityOf(height)))).catch(orNone);
      for (const [index, answer] of answers.entries()) {
        const height = part[index];
        if (height === undefined) continue;
        if (answer.ok) {
          // A machine of the provider's that has the block a moment later than the others answers so.
          const isBlank = answer.result === null || (isEmpty(answer.result) && (await countOf(height)) > 0);
          const payments = isBlank ? 'blank' : tracing.read(answer.result);
          if (payments !== null) found.set(height, payments);
          works = tracing;
        } else if (isNotOffered(answer)) notOffered.set(tracing, now() + NOT_OFFERED_MS);
      }
    }
  }

  return {
    read: async (heights, countOf = () => Promise.resolve(0)) => {
      const found = new Map<bigint, InnerPayment[] | 'blank'>();
      const asked = heights.filter(mayAsk);
      for (const tracing of works === NESTED ? [NESTED, FLAT] : [FLAT, NESTED]) {
        const missing = asked.filter((height) => !found.has(height));
        if (missing.length === 0 || !isOffered(tracing)) continue;
        await traceBy(tracing, missing, { found, countOf });
      }
      for (const height of asked) if (!found.has(height)) noteRefused(height);
      if (asked.length > 0) {
        const isAny = [FLAT, NESTED].some(isOffered);
        state = found.size === asked.length ? 'offered' : isAny ? 'refused' : 'not offered';
      }
      return heights.map((height) => found.get(height) ?? null);
    },
    mayAsk,
    putOff: noteRefused,
    state: () => state,
  };
}
