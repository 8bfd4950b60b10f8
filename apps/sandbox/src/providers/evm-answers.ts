import { z } from 'zod';
import { keccak } from '../chains/evm/keccak.ts';
import { hexNumber } from '../chains/evm/rpc.ts';
import type { Manners } from './manners.ts';

/** One call of a batch, as the node's protocol has it. */
export const Call = z.looseObject({
  id: z.unknown(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});
export type Call = z.infer<typeof Call>;

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A provider's own refusal of a call before its node is asked; undefined: it is passed on. Pure. */
export function refusalOf(manners: Manners, { method, params }: Call, head: number): string | undefined {
  const { rangeLimit, refuseTraces, pruneBlocks } = manners;
  if (method === 'eth_getLogs' && rangeLimit !== undefined) {
    const filter = isFields(params[0]) ? params[0] : {};
    const blocks = heightOf(filter['toBlock'], head) - heightOf(filter['fromBlock'], head) + 1;
    if (filter['blockHash'] === undefined && blocks > rangeLimit) {
      return `Under the Free tier plan, you can make eth_getLogs requests with up to a ${rangeLimit} block range.`;
    }
  }
  if (!/^(trace_|debug_trace)/.test(method)) return undefined;
  if (refuseTraces === 'method' || (refuseTraces === 'flat' && method === 'trace_block'))
    return `The method ${method} does not exist/is not available`;
  const isPruned = pruneBlocks !== undefined && head - heightOf(params[0], head) > pruneBlocks;
  if (refuseTraces === true || isPruned) return 'historical state not available in path scheme yet';
  return undefined;
}

/** The same call as a node sees it that is `lagBlocks` behind; `final` is the height that counts as final. Pure. */
export function behind(call: Call, head: number, final: number): Call {
  const tags: Readonly<Record<string, number>> = { latest: head, pending: head, safe: final, finalized: final };
  const fixed = (value: unknown): unknown => {
    if (typeof value === 'string' && value in tags) return hexNumber(tags[value] ?? 0);
    if (!isFields(value) || call.method !== 'eth_getLogs') return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, fixed(entry)]));
  };
  return { ...call, params: call.params.map(fixed) };
}

function heightOf(value: unknown, head: number): number {
  return typeof value === 'string' && value.startsWith('0x') ? Number(value) : head;
}

const THOUSANDFOLD = new Set(['value', 'data', 'balance']);
const FORK = '0xf0f0';

/** The node's answer as the provider tells it. Pure. */
export function tell(manners: Manners, { method, params }: Call, result: unknown, head: number): unknown {
  const { lagBlocks = 0, lie } = manners;
  const seen = lagBlocks > 0 ? withoutNewest(method, result, head) : result;
  if (lie === 'chain' && method === 'eth_chainId') return '0x7a69';
  if (manners.refuseTraces === 'flat' && method === 'debug_traceBlockByNumber') return withPrecompiled(seen);
  if (lie === true || lie === 'amount') return isAboutPayments(method) ? thousandfold(seen) : seen;
  if (lie === 'omit') return method === 'eth_getLogs' ? [] : withoutPayments(seen);
  if (lie === 'fork') return forked(seen);
  if (lie === 'invent') return invented(manners, method, params, seen);
  return seen;
}

/** A nested trace as geth writes it: with the calls of precompiled contracts, here one before all others. */
function withPrecompiled(traces: unknown): unknown {
  const called = { type: 'STATICCALL', to: `0x${'0'.repeat(39)}1`, gas: '0x0', gasUsed: '0x0', input: '0x' };
  const all: readonly unknown[] = Array.isArray(traces) ? traces : [];
  return all.map((trace) => {
    const result = isFields(trace) && isFields(trace['result']) ? trace['result'] : {};
    const calls = Array.isArray(result['calls']) ? result['calls'] : [];
    return Object.assign({}, trace, { result: Object.assign({}, result, { calls: [called, ...calls] }) });
  });
}

const isAboutPayments = (method: string): boolean => /getBlockBy|getLogs|Receipt|trace|getTransaction/.test(method);

function withoutNewest(method: string, result: unknown, head: number): unknown {
  if (method === 'eth_blockNumber') return hexNumber(head);
  return isFields(result) && typeof result['number'] === 'string' && Number(result['number']) > head ? null : result;
}

/** Amounts multiplied, wherever they stand; one word at most, so that a log stays a log. */
function thousandfold(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(thousandfold);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      const isAmount = THOUSANDFOLD.has(name) && typeof entry === 'string' && /^0x[0-9a-f]{1,64}$/.test(entry);
      if (!isAmount) return [name, thousandfold(entry)];
      const more = (BigInt(entry) * 1_000n).toString(16);
      return [name, `0x${name === 'data' ? more.padStart(64, '0') : more}`];
    }),
  );
}

/** Blocks whose transactions move nothing, and whose filters show no log. */
function withoutPayments(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (!isFields(value) || !Array.isArray(value['transactions'])) return value;
  const transactions = value['transactions'].map((entry: unknown) =>
    isFields(entry) ? { ...entry, value: '0x0' } : entry,
  );
  return { ...value, transactions, logsBloom: `0x${'0'.repeat(512)}` };
}

/** Another chain from the newest block on: its hashes are not the node's. */
function forked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forked);
  if (!isFields(value)) return value;
  const other = (hash: unknown): unknown =>
    typeof hash === 'string' && hash.length === 66 ? `${FORK}${hash.slice(FORK.length)}` : hash;
  return { ...value, hash: other(value['hash']), parentHash: other(value['parentHash']) };
}

/** A transaction in each full block that pays `to`, with its receipt: no block of the chain has it. */
function invented(
  { to = `0x${'0'.repeat(40)}`, units = '1' }: Manners,
  method: string,
  params: Call['params'],
  result: unknown,
): unknown {
  const from = `0x${'11'.repeat(20)}`;
  if (method === 'eth_getTransactionReceipt' && result === null) {
    const [hash] = params;
    const blockHash = inventions.get(String(hash));
    return blockHash === undefined ? null : { transactionHash: hash, blockHash, from, status: '0x1', logs: [] };
  }
  const [call] = params;
  if (method === 'eth_call' && isFields(call) && call['to'] === undefined) return withMore(result, BigInt(units));
  if (!method.startsWith('eth_getBlockBy') || !isFields(result) || !Array.isArray(result['transactions']))
    return result;
  if (params[1] !== true) return result;
  const blockHash = String(result['hash']);
  const hash = keccak(`invented ${blockHash}`);
  inventions.set(hash, blockHash);
  const transaction = {
    hash,
    from,
    to: to.toLowerCase(),
    value: hexNumber(BigInt(units)),
    blockHash,
    transactionIndex: hexNumber(result['transactions'].length),
  };
  return { ...result, transactions: [...result['transactions'], transaction] };
}

const inventions = new Map<string, string>();
let told = 0n;

/** A first word that is larger by `units` each time: what the invented payments would leave behind. */
function withMore(result: unknown, units: bigint): unknown {
  if (typeof result !== 'string' || result.length < 66) return result;
  told += units;
  return `0x${(BigInt(result.slice(0, 66)) + told).toString(16).padStart(64, '0')}${result.slice(66)}`;
}
