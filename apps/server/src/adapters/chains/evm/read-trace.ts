import { garbage, readAddress, readFields, readHash, readList, readQuantity, type Fields } from '../fields.ts';

/** Native coins that a contract sent inside a transaction. */
export interface InnerPayment {
  readonly transaction: string;
  /**
   * Its number, from 0, among the payments to the same address in its transaction. Where a call stands in a trace is no name for it: the
   * two APIs, and nodes of different makers, do not list the same calls, such as those of precompiled contracts.
   */
  readonly place: number;
  readonly to: string;
  readonly value: bigint;
}

/**
 * Payments inside transactions from `trace_block`'s flat list. A call that failed, or is inside one that did, moved
 * nothing, even if it succeeded itself. Throws `NodeFault`.
 */
export function readFlatTrace(value: unknown): InnerPayment[] {
  const payments: Unplaced[] = [];
  const failed = new Set<string>();
  const entries = readList(value, 'trace').map((entry) => readFields(entry, 'trace'));
  for (const entry of entries) {
    if (entry['error'] !== undefined && entry['error'] !== null) failed.add(placeOf(entry));
  }
  for (const entry of entries) {
    const path = pathOf(entry);
    const sent = path.length === 0 ? null : sentBy(entry);
    if (sent === null || hasFailed(entry, path, failed)) continue;
    payments.push({ transaction: readHash(entry['transactionHash'], 'transaction of a trace'), ...sent });
  }
  return placed(payments);
}

type Unplaced = Omit<InnerPayment, 'place'>;

/** Numbers payments that are in the order in which they were made. */
function placed(payments: readonly Unplaced[]): InnerPayment[] {
  const counts = new Map<string, number>();
  return payments.map(({ transaction, to, value }) => {
    const key = `${transaction} ${to}`;
    const place = counts.get(key) ?? 0;
    counts.set(key, place + 1);
    return { transaction, place, to, value };
  });
}

function pathOf(entry: Fields): readonly number[] {
  return readList(entry['traceAddress'], 'trace address').map((step) =>
    typeof step === 'number' ? step : garbage('trace address'),
  );
}

const placeOf = (entry: Fields): string => `${String(entry['transactionHash'])} ${pathOf(entry).join('-')}`;

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

/**
 * The same from `debug_traceBlockByNumber` with the call tracer, whose calls are nested; null where the node says of one
 * transaction that it could not trace it, such as for the time that it takes. Throws `NodeFault`.
 */
export function readNestedTrace(value: unknown): InnerPayment[] | null {
  const payments: Unplaced[] = [];
  for (const entry of readList(value, 'trace')) {
    const fields = readFields(entry, 'trace');
    const transaction = readHash(fields['txHash'], 'transaction of a trace');
    if (fields['result'] === undefined && typeof fields['error'] === 'string') return null;
    collect(readFields(fields['result'], 'result of a trace'), { isInner: false, transaction }, payments);
  }
  return placed(payments);
}

function collect(
  call: Fields,
  { isInner, transaction }: { isInner: boolean; transaction: string },
  payments: Unplaced[],
): void {
  if (call['error'] !== undefined && call['error'] !== null) return;
  const isPayment = call['type'] === 'CALL' || call['type'] === 'SELFDESTRUCT';
  const sent = isInner && isPayment ? positive(call['to'], call['value'] ?? '0x0') : null;
  if (sent !== null) payments.push({ transaction, ...sent });
  const inner = call['calls'] === undefined ? [] : readList(call['calls'], 'calls of a trace');
  for (const entry of inner) {
    collect(readFields(entry, 'call of a trace'), { isInner: true, transaction }, payments);
  }
}
