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
  /** When it was handed to the rail, the last time; null: it is not with one. */
  readonly sentAt: Date | null;
}

export interface StatementComparison {
  /** The rail's name. */
  readonly place: string;
  /** Payouts that left on the day. */
  readonly payouts: readonly OwnPayout[];
  /** Every payout of ours that the statement has, by its reference, whenever it left. */
  readonly ours: ReadonlyMap<string, OwnPayout>;
  /** The references of transfers that were recorded while a restored database did not know them: people decide on those. */
  readonly recorded?: ReadonlySet<string>;
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

/** A booking that a rail makes so long after it was handed a payout is another one. */
const ANOTHER_MS = 24 * 60 * 60 * 1000;

/**
 * Compares a day's payouts with the rail's own list, by reference, and to the kobo. Each fault is reported once. Pure.
 */
export function compareStatement({ place, payouts, ours, recorded, lines, day }: StatementComparison): Difference[] {
  // Nothing is made for a line that fits: with millions of them that would take most of the time.
  const listed = new Map<string, StatementLine>();
  const repeated = new Map<string, StatementLine[]>();
  for (const line of lines) {
    const first = listed.get(line.reference);
    if (first === undefined) listed.set(line.reference, line);
    else repeated.set(line.reference, [...(repeated.get(line.reference) ?? [first]), line]);
  }
  const found: Difference[] = [];
  const report: Report = (payout, kind, theirs, more = {}) => {
    const { amountKobo, status, reference: subject, orderId } = payout;
    const held = `${formatNaira(amountKobo)}, ${status}`;
    found.push({ kind, place, subject, orderId, ours: held, theirs, advice: adviceFor(kind), ...more });
  };
  for (const payout of payouts) {
    comparePayout(payout, listed.get(payout.reference), repeated.get(payout.reference), report);
  }
  const isOfDay = ({ madeAt }: StatementLine): boolean => madeAt >= day.start && madeAt < day.end;
  for (const line of lines) {
    const payout = ours.get(line.reference);
    if (payout !== undefined && isOfDay(line) && isAnother(payout, line)) {
      report(payout, 'doubled', `${describe(line)}, more than a day after it was sent`);
    }
  }
  for (const line of listed.values()) {
    if (!isOfDay(line) || ours.has(line.reference) || recorded?.has(line.reference) === true) continue;
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

const ENDED: ReadonlySet<OwnPayout['status']> = new Set(['paid', 'failed', 'reversed']);
const DID_NOT_ARRIVE: ReadonlySet<StatementLine['state']> = new Set(['failed', 'reversed']);

/**
 * Compares only how payouts ended, for a day whose statement was compared before: a bank takes some back days later. One has
 * come back where any of its lines says so. Pure.
 */
export function compareEnds({
  place,
  ours,
  lines,
}: Pick<StatementComparison, 'place' | 'ours' | 'lines'>): Difference[] {
  const latest = new Map<string, StatementLine>();
  for (const line of lines) {
    const isEnd = line.state === 'paid' ? !latest.has(line.reference) : DID_NOT_ARRIVE.has(line.state);
    if (isEnd) latest.set(line.reference, line);
  }
  return [...latest.values()].flatMap((line) => {
    const payout = ours.get(line.reference);
    if (payout === undefined || !ENDED.has(payout.status) || FITTING[payout.status].includes(line.state)) return [];
    const { amountKobo, status, reference: subject, orderId } = payout;
    const held = `${formatNaira(amountKobo)}, ${status}`;
    const advice = adviceForState(payout, line);
    return [{ kind: 'other-state', place, subject, orderId, ours: held, theirs: describe(line), advice }];
  });
}

const isAnother = ({ sentAt }: OwnPayout, { madeAt, state }: StatementLine): boolean =>
  sentAt !== null && madeAt.getTime() - sentAt.getTime() > ANOTHER_MS && state !== 'failed' && state !== 'reversed';

type Report = (
  payout: OwnPayout,
  kind: Difference['kind'],
  theirs: string,
  more?: Partial<Pick<Difference, 'ours' | 'advice'>>,
) => void;

/** Reports what is wrong with a payout and its line; `same`: all lines of its reference, where there are several. */
function comparePayout(
  payout: OwnPayout,
  line: StatementLine | undefined,
  same: readonly StatementLine[] | undefined,
  report: Report,
): void {
  if (line === undefined) {
    // A refused payout was never created at the provider.
    if (payout.status !== 'failed') report(payout, 'missing-at-bank', 'no line');
    return;
  }
  if (same !== undefined) report(payout, 'doubled', `${same.length} lines: ${same.map(describe).join('; ')}`);
  if (line.amountKobo !== payout.amountKobo) report(payout, 'other-amount', describe(line));
  if (!FITTING[payout.status].includes(line.state)) {
    report(payout, 'other-state', describe(line), { advice: adviceForState(payout, line) });
  }
  const { bookedFeeKobo: booked } = payout;
  if (booked !== null && line.feeKobo !== null && booked !== line.feeKobo) {
    report(payout, 'other-fee', formatNaira(line.feeKobo), { ours: `${formatNaira(booked)} booked` });
  }
}

function adviceForState({ status }: OwnPayout, { state }: StatementLine): string {
  if (state === 'unclear') return adviceFor('other-state', 'unclear');
  if (status === 'failed') return adviceFor('other-state', 'paid-after-failure');
  return adviceFor('other-state', status === 'paid' ? 'not-paid' : 'later');
}

const describe = ({ amountKobo, state }: StatementLine): string => `${formatNaira(amountKobo)}, ${state}`;
