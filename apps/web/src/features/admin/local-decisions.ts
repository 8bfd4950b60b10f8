import type { AdminOrder, DeclineCode } from '@kobogate/contract';

export type Verdict = 'approved' | 'declined';

/** What the admin decided here on one order, laid over the server's list until the server says the same. */
export interface LocalDecision {
  readonly verdict: Verdict;
  readonly reason: string | null;
  /** Why it is declined; `other` for an approval. */
  readonly code: DeclineCode;
  /** `saving` while the call runs, `unsaved` where it failed, `sample` where nothing is ever sent. */
  readonly state: 'saving' | 'unsaved' | 'sample';
  /** Why it is not saved, in words; empty otherwise. */
  readonly problem: string;
}

export type LocalDecisions = Readonly<Record<string, LocalDecision>>;

export type AdminRow = AdminOrder & { readonly decision: LocalDecision | null };

/**
 * The list as the admin left it: each local decision shows at once, also where the server's call failed. A decision
 * that the server's list agrees with is settled and no longer marked.
 */
export function applyDecisions(orders: readonly AdminOrder[], decisions: LocalDecisions): AdminRow[] {
  return orders.map((order) => {
    const decision = decisions[order.id];
    if (decision === undefined || isSettled(order, decision)) return Object.assign({ decision: null }, order);
    return Object.assign({}, order, { status: decision.verdict, decision });
  });
}

function isSettled(order: AdminOrder, { verdict, state }: LocalDecision): boolean {
  return state !== 'sample' && order.status === verdict;
}

/** Records a decision over an earlier one for the same order. */
export function withDecision(decisions: LocalDecisions, orderId: string, decision: LocalDecision): LocalDecisions {
  return { ...decisions, [orderId]: decision };
}

/** Takes a decision back: the row shows what the server says. */
export function withoutDecision(decisions: LocalDecisions, orderId: string): LocalDecisions {
  return Object.fromEntries(Object.entries(decisions).filter(([id]) => id !== orderId));
}
