import type { AdminOrder, DeclineCode } from '@kobogate/contract';

export type Verdict = 'approved' | 'declined';

/** An administrator's decision on one order on this page, shown over the server's list until the server agrees. */
export interface LocalDecision {
  readonly verdict: Verdict;
  readonly reason: string | null;
  /** Why it is declined; `other` for an approval. */
  readonly code: DeclineCode;
  /** The order as it was decided on. */
  readonly seen: AdminOrder;
  /**
   * `saving` while the call runs, `unsaved` where it failed, `refused` where the order had changed,
   * `sample` where nothing is ever sent.
   */
  readonly state: 'saving' | 'unsaved' | 'refused' | 'sample';
  /** Why it is not saved, in words; empty otherwise. */
  readonly problem: string;
}

export type LocalDecisions = Readonly<Record<string, LocalDecision>>;

export type AdminRow = AdminOrder & { readonly decision: LocalDecision | null };

/** The newest row of each order. */
const rows = new WeakMap<AdminOrder, AdminRow>();

/**
 * The list with the administrator's decisions: each shows at once, also where the server's call failed. A decision
 * that the server's list agrees with is settled and no longer marked; a refused one shows the order as it is. The row of
 * an unchanged order with the same decision is the same object, so that it is not drawn again.
 */
export function applyDecisions(orders: readonly AdminOrder[], decisions: LocalDecisions): AdminRow[] {
  return orders.map((order) => {
    const made = decisions[order.id];
    const decision = made === undefined || isSettled(order, made) ? null : made;
    const known = rows.get(order);
    if (known?.decision === decision) return known;
    const status = decision === null || decision.state === 'refused' ? order.status : decision.verdict;
    const row = Object.assign({}, order, { status, decision });
    rows.set(order, row);
    return row;
  });
}

function isSettled(order: AdminOrder, { verdict, state }: LocalDecision): boolean {
  // What another administrator decided is no answer to a decision that was refused, even where it is the same.
  return state !== 'sample' && state !== 'refused' && order.status === verdict;
}

/** Records a decision over an earlier one for the same order. */
export function withDecision(decisions: LocalDecisions, orderId: string, decision: LocalDecision): LocalDecisions {
  return { ...decisions, [orderId]: decision };
}

/** Withdraws a decision: the row shows the server's state. */
export function withoutDecision(decisions: LocalDecisions, orderId: string): LocalDecisions {
  return Object.fromEntries(Object.entries(decisions).filter(([id]) => id !== orderId));
}
