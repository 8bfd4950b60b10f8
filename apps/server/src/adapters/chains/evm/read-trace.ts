import { garbage, readAddress, readFields, readHash, readList, readQuantity, type Fields } from '../fields.ts';

/** Native coins that a contract sent inside a transaction. */
export interface InnerPayment {
  readonly transaction: string;
  /** Which call it was: the index at each depth, such as `0-2`, calls of precompiled contracts not counted. */
  readonly path: string;
  readonly to: string;
  readonly value: bigint;
}

/**
 * Payments inside transactions from `trace_block`'s flat list. A call that failed, or is inside one that did, moved
 * nothing, even if it succeeded itself. Throws `NodeFault`.
 */
export function readFlatTrace(value: unknown): InnerPayment[] {
  const payments: InnerPayment[] = [];
  const failed = new Set<string>();
  const entries = readList(value, 'trace').map((entry) => readFields(entry, 'trace'));
  for (const entry of entries) {
    if (entry['error'] !== undefined && entry['error'] !== null) failed.add(placeOf(entry));
  }
  const uncounted = listUncounted(entries);
  for (const entry of entries) {
    const path = pathOf(entry);
    const sent = path.length === 0 ? null : sentBy(entry);
    if (sent === null || hasFailed(entry, path, failed)) continue;
    payments.push({
      transaction: readHash(entry['transactionHash'], 'transaction of a trace'),
      path: countedPath(entry, uncounted),
      ...sent,
    });
  }
  return payments;
}

function pathOf(entry: Fields): readonly number[] {
  return readList(entry['traceAddress'], 'trace address').map((step) =>
    typeof step === 'number' ? step : garbage('trace address'),
  );
}

/** Chains have their own beside Ethereum's, all among the lowest addresses (BSC and Arbitrum from 0x64, 0x100 on rollups). */
const LAST_PRECOMPILE = 0x1ffn;

/**
 * Whether a call is of a precompiled contract, by its address, and moves nothing. Some nodes list these and others leave
 * them out, one node even in one API and not in the other: so that a payment has one place, they are not counted.
 */
function isPrecompile(to: unknown, kind: unknown, value: unknown): boolean {
  if (typeof to !== 'string' || !/^0x0{36}[0-9a-f]{4}$/i.test(to)) return false;
  if (BigInt(to) === 0n || BigInt(to) > LAST_PRECOMPILE) return false;
  return kind !== 'call' || readQuantity(value ?? '0x0', 'value of a trace') === 0n;
}

function isFlatPrecompile(entry: Fields): boolean {
  if (entry['type'] !== 'call' || pathOf(entry).length === 0) return false;
  const { to, callType, value } = readFields(entry['action'], 'action of a trace');
  return isPrecompile(to, callType, value);
}

/** The indices of calls that are not counted, by the place of the call that makes them. */
function listUncounted(entries: readonly Fields[]): ReadonlyMap<string, readonly number[]> {
  const uncounted = new Map<string, number[]>();
  for (const entry of entries.filter(isFlatPrecompile)) {
    const path = pathOf(entry);
    const parent = placeOf(entry, path.slice(0, -1));
    const indices = uncounted.get(parent) ?? [];
    indices.push(...path.slice(-1));
    uncounted.set(parent, indices);
  }
  return uncounted;
}

function countedPath(entry: Fields, uncounted: ReturnType<typeof listUncounted>): string {
  const path = pathOf(entry);
  const counted = path.map((index, depth) => {
    const before = uncounted.get(placeOf(entry, path.slice(0, depth))) ?? [];
    return index - before.filter((other) => other < index).length;
  });
  return counted.join('-');
}

const placeOf = (entry: Fields, path = pathOf(entry)): string =>
  `${String(entry['transactionHash'])} ${path.join('-')}`;

function hasFailed(entry: Fields, path: readonly number[], failed: ReadonlySet<string>): boolean {
  if (failed.size === 0) return false;
  const transaction = String(entry['transactionHash']);
  for (let depth = 0; depth <= path.length; depth += 1) {
    if (failed.has(`${transaction} ${path.slice(0, depth).join('-')}`)) return true;
  }
  return false;
}

function sentBy(entry: Fields): { to: string; value: bigint } | null {
  if (entry['type'] === 'call') {
    const action = readFields(entry['action'], 'action of a trace');
    // The other kinds run another contract's code and move no coins.
    if (action['callType'] !== 'call') return null;
    return positive(action['to'], action['value']);
  }
  if (entry['type'] === 'suicide') {
    const action = readFields(entry['action'], 'action of a trace');
    return positive(action['refundAddress'], action['balance']);
  }
  return null;
}

function positive(to: unknown, value: unknown): { to: string; value: bigint } | null {
  const amount = readQuantity(value, 'value of a trace');
  return amount > 0n ? { to: readAddress(to, 'recipient of a trace'), value: amount } : null;
}

/** The same from `debug_traceBlockByNumber` with the call tracer, whose calls are nested. Throws `NodeFault`. */
export function readNestedTrace(value: unknown): InnerPayment[] {
  return readList(value, 'trace').flatMap((entry) => {
    const fields = readFields(entry, 'trace');
    const transaction = readHash(fields['txHash'], 'transaction of a trace');
    const payments: InnerPayment[] = [];
    collect(readFields(fields['result'], 'result of a trace'), [], transaction, payments);
    return payments;
  });
}

function collect(call: Fields, path: readonly number[], transaction: string, payments: InnerPayment[]): void {
  if (call['error'] !== undefined && call['error'] !== null) return;
  const isPayment = call['type'] === 'CALL' || call['type'] === 'SELFDESTRUCT';
  const sent = path.length > 0 && isPayment ? positive(call['to'], call['value'] ?? '0x0') : null;
  if (sent !== null) payments.push({ transaction, path: path.join('-'), ...sent });
  const inner = call['calls'] === undefined ? [] : readList(call['calls'], 'calls of a trace');
  const counted = inner
    .map((entry) => readFields(entry, 'call of a trace'))
    .filter(({ to, type, value }) => !isPrecompile(to, String(type).toLowerCase(), value));
  for (const [index, entry] of counted.entries()) collect(entry, [...path, index], transaction, payments);
}
