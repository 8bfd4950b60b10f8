import type { Difference, OrderId, PayoutId, PayoutState } from '@kobogate/contract';
import { formatNaira, type Kobo } from '@kobogate/money';
import type { StatementLine } from '../../payouts/index.ts';
import { adviceFor } from './advice.ts';

/** A payout in our books. */
export interface OwnPayout {
  readonly id: PayoutId;
  readonly orderId: OrderId;
  readonly reference: string;
  readonly amountKobo: Kobo;
  readonly status: Exclude<PayoutState, 'none'>;
  /** The provider's fee booked from an earlier statement; null: not yet. */
  readonly bookedFeeKobo: Kobo | null;
}

export interface StatementComparison {
  /** The rail's name. */
  readonly place: string;
  /** Payouts that left on the day. */
  readonly payouts: readonly OwnPayout[];
  /** Every reference of the statement that is ours, whenever it left. */
  readonly isOurs: (reference: string) => boolean;
  readonly lines: readonly StatementLine[];
  readonly day: { readonly start: Date; readonly end: Date };
}

/** Which provider states match ours; a provider state that is further along than ours is a difference. */
const FITTING: Readonly<Record<OwnPayout['status'], readonly StatementLine['state'][]>> = {
  queued: [],
  sent: ['pending'],
  unknown: ['pending'],
  paid: ['paid'],
  // One provider has no state for reversed naira, so a failed payout of theirs may be either of ours.
  reversed: ['reversed', 'failed'],
  failed: ['failed', 'reversed'],
};

/**
 * Compares a day's payouts with the rail's own list, by reference, and to the kobo. Each fault is reported once. Pure.
 */
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
  // The text is built only for a difference: nearly every line matches.
  const said = (): string => `${formatNaira(payout.amountKobo)}, ${payout.status}`;
  const differ = (kind: Difference['kind'], theirs: string, ours = said(), advice = adviceFor(kind)): Difference[] => [
    { kind, place, subject: payout.reference, orderId: payout.orderId, ours, theirs, advice },
  ];
  if (line === undefined) {
    // A refused payout was never created at the provider.
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
