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
  // One object a line that fits would be most of the time that millions of them take.
  const listed = new Map<string, StatementLine>();
  const repeated = new Map<string, StatementLine[]>();
  for (const line of lines) {
    const first = listed.get(line.reference);
    if (first === undefined) listed.set(line.reference, line);
    else repeated.set(line.reference, [...(repeated.get(line.reference) ?? [first]), line]);
  }
  const found: Difference[] = [];
  for (const payout of payouts) {
    const line = listed.get(payout.reference);
    const same = repeated.get(payout.reference);
    if (same !== undefined || !fits(payout, line)) found.push(...comparePayout(place, payout, line, same));
  }
  for (const line of listed.values()) {
    if (line.madeAt < day.start || line.madeAt >= day.end || isOurs(line.reference)) continue;
    found.push({
      kind: 'unknown-to-us',
      place,
      subject: line.reference,
      orderId: null,
      ours: 'no payout of this reference',
      theirs: describe(line),
      advice: adviceFor('unknown-to-us'),
    });
  }
  return found;
}

const isSameFee = ({ bookedFeeKobo: fee }: OwnPayout, line: StatementLine): boolean =>
  fee === null || line.feeKobo === null || fee === line.feeKobo;

const fits = (payout: OwnPayout, line: StatementLine | undefined): boolean =>
  line !== undefined &&
  line.amountKobo === payout.amountKobo &&
  FITTING[payout.status].includes(line.state) &&
  isSameFee(payout, line);

/** What is wrong with a payout that has no line, a line that does not fit, or `same`: several lines. */
function comparePayout(
  place: string,
  payout: OwnPayout,
  line: StatementLine | undefined,
  same: readonly StatementLine[] | undefined,
): Difference[] {
  const said = `${formatNaira(payout.amountKobo)}, ${payout.status}`;
  const differ = (kind: Difference['kind'], theirs: string, ours = said, advice = adviceFor(kind)): Difference[] => [
    { kind, place, subject: payout.reference, orderId: payout.orderId, ours, theirs, advice },
  ];
  if (line === undefined) {
    // A refused payout was never created at the provider.
    return payout.status === 'failed' ? [] : differ('missing-at-bank', 'no line');
  }
  const { bookedFeeKobo: booked } = payout;
  return [
    ...(same === undefined ? [] : differ('doubled', `${same.length} lines: ${same.map(describe).join('; ')}`)),
    ...(line.amountKobo === payout.amountKobo ? [] : differ('other-amount', describe(line))),
    ...(FITTING[payout.status].includes(line.state)
      ? []
      : differ('other-state', describe(line), said, adviceForState(payout, line))),
    ...(isSameFee(payout, line) || booked === null || line.feeKobo === null
      ? []
      : differ('other-fee', formatNaira(line.feeKobo), `${formatNaira(booked)} booked`)),
  ];
}

function adviceForState({ status }: OwnPayout, { state }: StatementLine): string {
  if (state === 'unclear') return adviceFor('other-state', 'unclear');
  if (status === 'failed') return adviceFor('other-state', 'paid-after-failure');
  return adviceFor('other-state', status === 'paid' ? 'not-paid' : 'later');
}

const describe = ({ amountKobo, state }: StatementLine): string => `${formatNaira(amountKobo)}, ${state}`;
