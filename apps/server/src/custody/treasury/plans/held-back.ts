import type { Plan, Planned } from '@kobogate/plans';
import type { OutgoingRow } from '../db.ts';
import type { PlanRow } from './db.ts';

/** A plan, and its transactions that were recorded. */
export interface StandingPlan {
  readonly row: PlanRow;
  readonly plan: Plan;
  readonly rows: readonly OutgoingRow[];
}

/**
 * The open plan that must go first; null where none must. A part of a draft waits until all earlier parts are in
 * blocks, because it uses what they bring. Another plan waits only for one that has an earlier number of the same
 * account and was not handed in yet: a node would keep it waiting, or drop it. Pure.
 */
export function heldBackBy(one: StandingPlan, others: readonly StandingPlan[]): StandingPlan | null {
  const first = others.find((other) => {
    if (other.row.id === one.row.id || other.row.status !== 'open') return false;
    if (one.row.batchId !== null && other.row.batchId === one.row.batchId) {
      return other.row.part < one.row.part && !isInBlocks(other);
    }
    return !isRecorded(other) && comesBefore(other.plan, one.plan);
  });
  return first ?? null;
}

/** Whether a plan uses a number of an account that comes before one of the other's. Pure. */
export function comesBefore(earlier: Plan, later: Plan): boolean {
  const first = lowestNumbers(earlier.transactions);
  return [...lowestNumbers(later.transactions)].some(([account, number]) => {
    const before = first.get(account);
    return before !== undefined && before < number;
  });
}

/** The transactions of these plans that have not ended: what they use is spoken for. Pure. */
export function reservedBy(plans: readonly StandingPlan[]): Planned[] {
  return plans.flatMap(({ plan, rows }) => {
    const over = new Set(
      rows.filter(({ status }) => status !== 'sent' && status !== 'seen').map(({ position }) => position),
    );
    return plan.transactions.filter((_planned, position) => !over.has(position));
  });
}

const isRecorded = ({ plan, rows }: StandingPlan): boolean => rows.length === plan.transactions.length;
const isInBlocks = (standing: StandingPlan): boolean =>
  isRecorded(standing) && standing.rows.every(({ status }) => status !== 'sent');

function lowestNumbers(transactions: readonly Planned[]): ReadonlyMap<string, number> {
  const lowest = new Map<string, number>();
  for (const planned of transactions) {
    // Only accounts with numbers have an order; a nonce of Solana is an account of its own.
    if (planned.kind !== 'evm' && planned.kind !== 'polkadot') continue;
    const { address } = planned.from;
    lowest.set(address, Math.min(planned.nonce, lowest.get(address) ?? planned.nonce));
  }
  return lowest;
}
