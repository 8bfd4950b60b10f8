import type { PlanStage, TreasuryPlan, TreasuryTaskKind } from '@kobogate/contract';
import { coinText } from '../../lib/formats.ts';
import type { StateWords } from '../../ui/status.tsx';

/** How each stage of a plan reads. */
export const STAGE_WORDS: Readonly<Record<PlanStage, StateWords>> = {
  'to-sign': { tone: 'brand', text: 'To sign' },
  sending: { tone: 'waiting', text: 'On its way' },
  refused: { tone: 'danger', text: 'Refused' },
  'in-blocks': { tone: 'waiting', text: 'In blocks' },
  done: { tone: 'success', text: 'Done' },
  discarded: { tone: 'neutral', text: 'Discarded' },
  replaced: { tone: 'neutral', text: 'Replaced' },
};

export const PURPOSE_WORDS = {
  gas: 'Gas',
  sweep: 'Sweep',
  refund: 'Refund',
  close: 'Rent back',
  combined: 'Sweep and refunds',
} as const;

/** How a transaction of a plan reads. */
export const TRANSACTION_WORDS: Readonly<
  Record<'unsigned' | 'sent' | 'seen' | 'final' | 'failed' | 'replaced', StateWords>
> = {
  unsigned: { tone: 'neutral', text: 'Not signed' },
  sent: { tone: 'waiting', text: 'Waiting' },
  seen: { tone: 'waiting', text: 'In a block' },
  final: { tone: 'success', text: 'Final' },
  failed: { tone: 'danger', text: 'Failed' },
  replaced: { tone: 'neutral', text: 'Shut out' },
};

/** The id of the card with what was asked. */
export const ASKED = 'asked';

/** What was asked of the treasury, in words. */
export const TASK_WORDS: Readonly<Record<TreasuryTaskKind, string>> = {
  sweep: 'Sweeps and refunds',
  refunds: 'Refunds',
  replace: 'A replacement',
  'top-up': 'Your own coins',
  nonces: 'Nonces',
};

/** Several amounts in one line; a dash where there are none. Pure. */
export const amountsText = (amounts: TreasuryPlan['swept']): string =>
  amounts.length === 0 ? '—' : amounts.map(({ amount, currency }) => coinText(amount, currency)).join(', ');

/** Who handed in a plan that nobody has. */
export const NOT_HANDED_IN: Readonly<Partial<Record<PlanStage, string>>> = {
  'to-sign': 'Nobody yet',
  discarded: 'Nobody',
};

/** Rollups that take Ethereum's fee for the data of a transaction besides what it offers. */
const PAY_FOR_DATA: ReadonlySet<string> = new Set(['optimism', 'base']);

/** What the network of a plan takes, in words. Pure. */
export const feeText = ({ network, mostFee }: Pick<TreasuryPlan, 'network' | 'mostFee'>): string =>
  `${amountsText(mostFee)} at most${PAY_FOR_DATA.has(network) ? ', and a little for its data on Ethereum' : ''}`;

/** A plan's name: its network, and its part where it has several. Pure. */
export const planName = ({ networkName, part, parts }: Pick<TreasuryPlan, 'networkName' | 'part' | 'parts'>): string =>
  parts > 1 ? `${networkName}, part ${part} of ${parts}` : networkName;

/** How many transactions of a plan are how far, in words. Pure. */
export function progressText(plan: TreasuryPlan): string {
  const { transactions, waiting, seen, final, failed, replaced } = plan;
  const parts = [
    [waiting, 'waiting'],
    [seen, 'in blocks'],
    [final, 'final'],
    [failed, 'failed'],
    [replaced, 'shut out'],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, text]) => `${count} ${text}`);
  const all = `${transactions} transaction${transactions === 1 ? '' : 's'}`;
  return told.length === 0 ? all : `${all}: ${told.join(', ')}`;
}
