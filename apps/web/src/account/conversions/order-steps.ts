import { COVERED, type OrderDetail, type TimelineEntry } from '@kobogate/contract';
import type { Progress } from './order-progress.ts';

export interface OrderStep {
  id: string;
  text: string;
  /** ISO instant of what happened; null for what is still to come. */
  at: string | null;
  state: 'done' | 'now' | 'next' | 'failed';
}

// Setbacks, as the server's event types name them.
const SETBACK = /declined|dropped|reverted|expired|failed|reversed|needs-person/;

/** What happened, in order, then the current step and the next ones, down to the bank's payment. */
export function orderSteps(order: Progress & Pick<OrderDetail, 'timeline'>): OrderStep[] {
  const past = order.timeline.map((entry, index): OrderStep => pastStep(entry, index));
  const ahead = stepsAhead(order).map((text, index): OrderStep => {
    return { id: `ahead-${index}`, text, at: null, state: index === 0 ? 'now' : 'next' };
  });
  return [...past, ...ahead];
}

function pastStep({ at, type, text }: TimelineEntry, index: number): OrderStep {
  return { id: `past-${index}`, text, at, state: SETBACK.test(type) ? 'failed' : 'done' };
}

function stepsAhead(order: Progress): string[] {
  const { status, funding, payout } = order;
  if (payout === 'paid' || (status === 'declined' && payout === 'none')) return [];
  const steps: string[] = [];
  if (!COVERED.has(funding)) steps.push(coinStep(order));
  if (order.rateMove?.answer === 'asked') steps.push('You accept the new amount or not');
  else if (status === 'pending') steps.push('We review the order');
  steps.push(payoutStep(order));
  return steps;
}

function coinStep({ funding, fromCurrency, networkName }: Progress): string {
  switch (funding) {
    case 'confirming':
      return 'Your deposit is being confirmed on the chain';
    case 'underpaid':
      return `The rest of the ${fromCurrency} arrives on ${networkName}`;
    case 'expired':
      return `${fromCurrency} that arrives later is converted at the rate of that moment`;
    case 'awaiting':
    case 'funded':
    case 'overpaid':
    case 'late':
      return `Your ${fromCurrency} arrives on ${networkName}`;
  }
}

function payoutStep({ payout, bankAccount }: Progress): string {
  const account = `${bankAccount.bankName} ${bankAccount.accountNumber}`;
  switch (payout) {
    case 'none':
    case 'queued':
      return `The naira leaves for ${account}`;
    case 'sent':
      return `${bankAccount.bankName} confirms the payment`;
    case 'unknown':
      return `We ask ${bankAccount.bankName} whether the payment arrived; it is not sent a second time`;
    case 'failed':
    case 'reversed':
      return `We look into the payout to ${account}; your money is safe with us`;
    case 'paid':
      return `Paid to ${account}`;
  }
}
