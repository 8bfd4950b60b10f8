import type { Log } from '../../../platform/log.ts';
import { type InnerPayment, readFlatTrace, readNestedTrace } from './read-trace.ts';
import { type Rpc, type RpcAnswer, type RpcCall, resultOf } from '../rpc.ts';

/** A tracing API for calls inside transactions. */
interface Tracing {
  readonly method: string;
  readonly call: (height: string) => RpcCall;
  readonly read: (result: unknown) => InnerPayment[];
}

const FLAT: Tracing = {
  method: 'trace_block',
  call: (height) => ({ method: 'trace_block', params: [height] }),
  read: readFlatTrace,
};
const NESTED: Tracing = {
  method: 'debug_traceBlockByNumber',
  call: (height) => ({ method: 'debug_traceBlockByNumber', params: [height, { tracer: 'callTracer' }] }),
  read: readNestedTrace,
};

/** JSON-RPC's "method not found", and the errors of nodes where a method is switched off or not paid for. */
function isNotOffered(answer: Extract<RpcAnswer, { ok: false }>): boolean {
  return (
    answer.code === -32601 || /method|module|namespace|not supported|unsupported|not available/i.test(answer.message)
  );
}

/** Payments inside the transactions of each of the given blocks, in that order. */
export type ReadInnerPayments = (heights: readonly string[]) => Promise<InnerPayment[][]>;

/**
 * Reads payments inside transactions by whichever tracing API the node offers, found out at the first use. On a node
 * that offers none they stay invisible, and the log says so once. Throws `NodeFault`.
 */
export function createInnerPayments(rpc: Rpc, log: Log): ReadInnerPayments {
  let tracing: Tracing | null | undefined;

  async function findTracing(height: string): Promise<Tracing | null> {
    for (const candidate of [FLAT, NESTED]) {
      const [answer] = await rpc([candidate.call(height)]);
      if (answer?.ok === true) return candidate;
      // Any other refusal may be temporary: remembering it would hide payments for as long as the process runs.
      if (answer === undefined || !isNotOffered(answer)) resultOf(answer, candidate.method);
    }
    log.warn('this node offers no tracing: coins that a contract sends to a deposit address will not be seen');
    return null;
  }

  return async (heights) => {
    const [first] = heights;
    if (first === undefined) return [];
    if (tracing === undefined) tracing = await findTracing(first);
    if (tracing === null) return heights.map(() => []);
    const { call, read, method } = tracing;
    const answers = await rpc(heights.map(call));
    return answers.map((answer) => read(resultOf(answer, method)));
  };
}
