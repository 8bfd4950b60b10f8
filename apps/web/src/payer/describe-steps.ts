import type { Payment } from '@kobogate/contract';

type StepState = 'done' | 'now' | 'next' | 'failed';

/** One step of a payment; `step` names its words in a language's table. */
export interface PaymentStep {
  readonly step: 'opened' | 'seen' | 'final' | 'sent' | 'arrived';
  readonly state: StepState;
  /** When it happened. */
  readonly at: string | null;
}

const ORDER = ['opened', 'seen', 'final', 'sent', 'arrived'] as const;

/** How many steps of a payment are done. Pure. */
function stepsDone({ state, payout, deposits }: Payment): number {
  if (state === 'paid') return payout === 'paid' ? 5 : payout === 'sent' || payout === 'unknown' ? 4 : 3;
  if (state === 'seen' || state === 'confirming' || state === 'underpaid') return 2;
  return deposits.some(({ isElsewhere }) => !isElsewhere) ? 2 : 1;
}

/**
 * The steps of a payment in order. A declined payment ends at its current step; a failed transfer to the bank is shown,
 * and none is current while the payment is held. One whose link another has used ends with what has happened: nothing
 * more is awaited. Pure.
 */
export function describeSteps(payment: Payment): PaymentStep[] {
  const done = stepsDone(payment);
  const hasFailed = payment.state === 'declined' || payment.payout === 'failed' || payment.payout === 'reversed';
  const at = (...types: string[]): string | null =>
    payment.timeline.findLast(({ type }) => types.includes(type))?.at ?? null;
  const times: Readonly<Record<PaymentStep['step'], string | null>> = {
    opened: payment.createdAt,
    seen: at('deposit-seen'),
    final: at('funded', 'overpaid', 'late', 'short'),
    sent: at('payout-sent'),
    arrived: at('payout-paid'),
  };
  return ORDER.slice(0, payment.isLinkUsed ? done : ORDER.length).map((step, index) => {
    if (index < done) return { step, state: 'done', at: times[step] };
    // While a person reviews it, no naira is on its way yet.
    const here = index === done && !payment.isHeld;
    return { step, state: here ? (hasFailed ? 'failed' : 'now') : 'next', at: null };
  });
}
