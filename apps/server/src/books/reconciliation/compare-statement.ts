import type { Difference, PayoutState } from '@kobogate/contract';
import { formatNaira } from '@kobogate/money';
import type { StatementLine } from '../../payouts/index.ts';
import { adviceFor } from './advice.ts';

/** A payout as our books have it. */
export interface OwnPayout {
  readonly id: string;
  readonly orderId: string;
  readonly reference: string;
  readonly amountKobo: bigint;
  readonly status: Exclude<PayoutState, 'none'>;
  /** What was booked as the provider's fee from an earlier statement; null: nothing yet. */
  readonly bookedFeeKobo: bigint | null;
}

export interface StatementComparison {
  /** What the rail is called. */
  readonly place: string;
  /** Those that left on the day. */
  readonly payouts: readonly OwnPayout[];
  /** Every reference of the statement that is ours, whenever it left. */
  readonly isOurs: (reference: string) => boolean;
  readonly lines: readonly StatementLine[];
  readonly day: { readonly start: Date; readonly end: Date };
}

/** Which of their states goes with ours; one of theirs that came later than what we know is a difference. */
const FITTING: Readonly<Record<OwnPayout['status'], readonly StatementLine['state'][]>> = {
  queued: [],
  sent: ['pending'],
  unknown: ['pending'],
  paid: ['paid'],
  // One provider has no word of its own for naira that came back, and one that never left is either to us.
  reversed: ['reversed', 'failed'],
  failed: ['failed', 'reversed'],
};

/** Compares a day's payouts with the rail's own list, by reference, and to the kobo. Each fault is told once. Pure. */
export function compareStatement({ place, payouts, isOurs, lines, day }: StatementComparison): Difference[] {
  const listed = new Map<string, [StatementLine, ...StatementLine[]]>();
  for (const line of lines) {
    const same = listed.get(line.reference);
    if (same === undefined) listed.set(line.reference, [line]);
    else same.push(line);
  }
  const ours = payouts.flatMap((payout) => comparePayout(place, payout, listed.get(payout.reference) ?? []));
  const foreign: Difference[] = [];
  for (const [line] of listed.values()) {
    if (isOurs(line.reference) || line.madeAt < day.start || line.madeAt >= day.end) continue;
    foreign.push({
      kind: 'unknown-to-us',
      place,
      subject: line.reference,
      orderId: null,
      ours: 'no payout of this reference',
      theirs: describe(line),
      advice: adviceFor('unknown-to-us'),
    });
  }
  return [...ours, ...foreign];
}

function comparePayout(place: string, payout: OwnPayout, lines: readonly StatementLine[]): Difference[] {
  const [line] = lines;
  // Put into words only where there is something to tell: nearly every line agrees.
  const said = (): string => `${formatNaira(payout.amountKobo)}, ${payout.status}`;
  const differ = (kind: Difference['kind'], theirs: string, ours = said(), advice = adviceFor(kind)): Difference[] => [
    { kind, place, subject: payout.reference, orderId: payout.orderId, ours, theirs, advice },
  ];
  if (line === undefined) {
    // A payout that was refused never came to be there.
    return payout.status === 'failed' ? [] : differ('missing-at-bank', 'no line');
  }
  const fee = payout.bookedFeeKobo;
  return [
    ...(lines.length > 1 ? differ('doubled', `${lines.length} lines: ${lines.map(describe).join('; ')}`) : []),
    ...(line.amountKobo === payout.amountKobo ? [] : differ('other-amount', describe(line))),
    ...(FITTING[payout.status].includes(line.state)
      ? []
      : differ('other-state', describe(line), said(), adviceForState(payout, line))),
    ...(fee === null || line.feeKobo === null || fee === line.feeKobo
      ? []
      : differ('other-fee', formatNaira(line.feeKobo), `${formatNaira(fee)} booked`)),
  ];
}

function adviceForState({ status }: OwnPayout, { state }: StatementLine): string {
  if (state === 'unclear') return adviceFor('other-state', 'unclear');
  if (status === 'failed') return adviceFor('other-state', 'paid-after-failure');
  return adviceFor('other-state', status === 'paid' ? 'not-paid' : 'later');
}

const describe = ({ amountKobo, state }: StatementLine): string => `${formatNaira(amountKobo)}, ${state}`;
