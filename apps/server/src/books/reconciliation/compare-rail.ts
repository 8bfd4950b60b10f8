import { type ComparedPart, type Difference, railTitle } from '@kobogate/contract';
import { formatNaira, type Kobo, sumKobo, toKobo } from '@kobogate/money';
import { balances, payoutInTransit, post, railFees, railFloat } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { BankRail, StatementLine } from '../../payouts/index.ts';
import type { ReportRange } from '../../platform/files/report-range.ts';
import { adviceFor } from './advice.ts';
import { compareEnds, compareStatement, type OwnPayout } from './compare-statement.ts';
import { listRecorded } from '../recovery/db.ts';
import { findPayouts, listPayoutsSent } from './db.ts';
import type { FoundPart } from './part.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/**
 * How many days before a day its list is read once more, for what the bank has taken back since: a callback may be lost, and the
 * questions about a payout end a day after it was paid. So many lists are read besides, and no more.
 */
const LOOKED_BACK_DAYS = [3, 10];
/** The oldest day for which the statement is read up to now, so that the float can be compared too. */
const RECENT_MS = 48 * HOUR_MS;
/** From a comparison before that the float is not compared any more: each day between is a page of the list. */
const LONGEST_BACK_MS = 31 * DAY_MS;
/** A payout that left more recently may not be listed yet, or not be final: a later comparison covers it. */
const FRESH_MS = 10 * 60 * 1000;
const FEES_AT_ONCE = 200;

export type StatedRail = Pick<BankRail, 'name' | 'statement' | 'floatKobo'>;

/**
 * Compares a day's payouts of a rail with its provider's own list, books the fees that the list shows for the first
 * time, and compares how the float changed since `before`, however many days ago, with how the ledger's did. For a recent day the
 * lists of some days before are compared again too, for how their payouts ended. No outside call is made in a transaction.
 */
export async function compareRail(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  rail: StatedRail,
  day: ReportRange,
  before: { readonly gapKobo: Kobo; readonly at: Date } | null,
): Promise<FoundPart> {
  const now = clock.now();
  const isRecent = now.getTime() - day.start.getTime() < RECENT_MS;
  // Also from the last comparison of the float on: the fees since then have to be in the ledger.
  const isFollowed = isRecent && before !== null && now.getTime() - before.at.getTime() < LONGEST_BACK_MS;
  const start = Math.min(day.start.getTime(), isFollowed ? before.at.getTime() : Number.POSITIVE_INFINITY);
  // The provider's clock may put midnight at another moment than ours.
  const from = new Date(start - HOUR_MS);
  const to = new Date((isRecent ? now.getTime() : day.end.getTime()) + HOUR_MS);
  const place = railTitle(rail.name);
  const nothing = (outcome: ComparedPart['outcome'], detail: string): FoundPart => ({
    part: { area: 'bank', name: place, outcome, compared: 0, detail, floatGapKobo: null },
    differences: [],
  });
  if (rail.statement === undefined) return nothing('not-compared', 'The provider gives no list of payouts.');
  const answer = await rail.statement({ from, to });
  if (answer.kind === 'unanswered') {
    return nothing('unclear', `The provider gave no list: ${answer.reason}. Please compare again later.`);
  }
  const { lines } = answer;
  const known = new Map(
    (await findPayouts(database, rail.name, [...new Set(lines.map(({ reference }) => reference))])).map((payout) => [
      payout.reference,
      payout,
    ]),
  );
  const end = new Date(Math.min(day.end.getTime(), now.getTime() - FRESH_MS));
  const payouts = await listPayoutsSent(database, rail.name, { start: day.start, end });
  const recorded = await listRecorded(
    database,
    rail.name,
    lines.flatMap(({ reference }) => (known.has(reference) ? [] : reference)),
  );
  const found = compareStatement({ place, payouts, ours: known, recorded, lines, day });
  await bookFees(database, rail.name, known, lines);
  const earlier = isRecent ? await compareEarlier(database, rail, rail.statement, day) : [];
  if (earlier === null)
    return nothing('unclear', 'The provider gave no list for some of the days before. Please compare again later.');
  const float = isRecent ? await compareFloat(database, rail, { place, before, from }) : null;
  const differences = [...found, ...earlier, ...(float?.differences ?? [])];
  const paid = sumKobo(payouts.filter(({ status }) => status === 'paid').map(({ amountKobo }) => amountKobo));
  const fees = sumKobo(
    lines
      .filter(({ madeAt, state }) => madeAt >= day.start && madeAt < day.end && isCharged(state))
      .map(({ feeKobo }) => feeKobo ?? toKobo(0n)),
  );
  return {
    part: {
      area: 'bank',
      name: place,
      outcome: differences.length > 0 ? 'differs' : 'agrees',
      compared: payouts.length,
      detail: `${formatNaira(paid)} paid, ${formatNaira(fees)} in fees. ${float?.detail ?? 'The float was not compared: this day is too long ago.'}`,
      floatGapKobo: float?.gapKobo === undefined ? null : String(float.gapKobo),
    },
    differences,
  };
}

/** What has ended otherwise since among the payouts of some days before; null where the provider gave no list. */
async function compareEarlier(
  database: Database,
  { name }: StatedRail,
  statement: NonNullable<StatedRail['statement']>,
  day: ReportRange,
): Promise<Difference[] | null> {
  const found: Difference[] = [];
  for (const days of LOOKED_BACK_DAYS) {
    const [from, to] = [day.start, day.end].map((moment) => new Date(moment.getTime() - days * DAY_MS));
    if (from === undefined || to === undefined) continue;
    const answer = await statement({ from, to, isQuick: true });
    if (answer.kind === 'unanswered') return null;
    const { lines } = answer;
    const known = await findPayouts(database, name, [...new Set(lines.map(({ reference }) => reference))]);
    const ours = new Map(known.map((payout) => [payout.reference, payout]));
    found.push(...compareEnds({ place: railTitle(name), ours, lines }));
  }
  return found;
}

/** A failed transfer has no fee. */
const isCharged = (state: StatementLine['state']): boolean => state === 'paid' || state === 'reversed';

/** Books the provider's fee for each of our payouts, once per payout: a fee that changes later is a difference. */
async function bookFees(
  database: Database,
  rail: string,
  known: ReadonlyMap<string, OwnPayout>,
  lines: readonly StatementLine[],
): Promise<void> {
  const fees = new Map<string, bigint>();
  for (const { reference, feeKobo, state } of lines) {
    const payout = known.get(reference);
    if (payout?.bookedFeeKobo === null && feeKobo !== null && feeKobo > 0n && isCharged(state)) {
      if (!fees.has(payout.id)) fees.set(payout.id, feeKobo);
    }
  }
  const due = [...fees].map(([id, amount]) => ({
    source: 'payout-fee',
    sourceId: id,
    description: 'Fee of the bank rail for a payout, by its statement',
    transfers: [{ debit: railFees(rail), credit: railFloat(rail), amount }],
  }));
  for (let first = 0; first < due.length; first += FEES_AT_ONCE) {
    await database.transaction((tx) => post(tx, due.slice(first, first + FEES_AT_ONCE)));
  }
}

/** The gap between the provider's float and the ledger, and whether it has changed since the last comparison. */
async function compareFloat(
  database: Database,
  rail: StatedRail,
  { place, before, from }: { place: string; before: { gapKobo: Kobo; at: Date } | null; from: Date },
): Promise<{ detail: string; gapKobo?: Kobo; differences: readonly Difference[] }> {
  const [float, transit] = [railFloat(rail.name), payoutInTransit(rail.name)];
  const first = await balances(database, [float, transit]);
  const held = (await rail.floatKobo?.()) ?? null;
  const then = await balances(database, [float, transit]);
  if (held === null) return { detail: 'The provider does not report its float now.', differences: [] };
  const own = then.get(float.code) ?? 0n;
  if ((then.get(transit.code) ?? 0n) !== 0n || own !== (first.get(float.code) ?? 0n)) {
    return { detail: 'The float was not compared: payouts are under way.', differences: [] };
  }
  const gapKobo = toKobo(held - own);
  const lies = `${formatNaira(held)} lies there.`;
  if (before === null || before.at < from) {
    return { detail: `${lies} From now on its changes are compared with the ledger’s.`, gapKobo, differences: [] };
  }
  if (gapKobo === before.gapKobo)
    return { detail: `${lies} It changed by the same amount as in the ledger.`, gapKobo, differences: [] };
  return {
    detail: lies,
    gapKobo,
    differences: [
      {
        kind: 'float',
        place,
        subject: 'Float',
        orderId: null,
        ours: `${formatNaira(toKobo(own + before.gapKobo))} by the ledger and the last comparison`,
        theirs: formatNaira(held),
        advice: adviceFor('float'),
      },
    ],
  };
}
