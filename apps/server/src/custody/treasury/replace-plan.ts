import { NETWORKS, type PlanId, type RefundId, type UserId } from '@kobogate/contract';
import { formatFile, PLAN_FORMAT, type Plan, type Planned } from '@kobogate/plans';
import { conflict, notFound, ruleBroken } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { findTip } from '../deposits/db.ts';
import { countFound } from '../found/db.ts';
import { moveRefunds, returnRefunds } from '../refunds/db.ts';
import { listBarredRefunds, listOutgoingOf, lockRefunds, type OutgoingRow, saveOutgoing } from './db.ts';
import { reservedBy, type StandingPlan } from './plans/held-back.ts';
import { isForSigner } from './plans/for-signer.ts';
import { loadStanding } from './plans/load-standing.ts';
import { endPlan, findTurn, insertPlan, lockFamily, type PlanRow } from './plans/db.ts';
import { requireNoFence } from '../../controls/index.ts';
import { newlyListed, stopListed } from '../refunds/hold-listed.ts';
import { depositAddresses, type SpendingDependencies, treasuryOf, type Written } from './plan-spending.ts';
import { planOf, refundsIn } from './planned-refunds.ts';
import { IMPOSSIBLE } from './retire-replaced.ts';
import type { OwnAddress, TreasuryWallet, Replacing, Waiting } from './treasury-wallet.ts';
import { calledOffBefore, isSafeReplacement } from './safe-replacement.ts';

interface Standing extends Waiting {
  readonly row: OutgoingRow;
}

interface ReplaceWish {
  readonly treasuryWallet: TreasuryWallet;
  readonly confirmations: number;
  /** Null: the oldest one that waits. */
  readonly planId?: PlanId | null;
  readonly madeBy?: UserId | null;
  /** Runs in the transaction that writes the plan. */
  readonly onWritten?: (tx: Transaction, written: Written) => Promise<void>;
}

/**
 * Writes a plan in place of an open one, or of an ended one's remains, whose transactions wait and are not included: only one
 * of old and new can pay, since each uses up what the other needs. The old ones stay watched: should one be included after all,
 * it counts. Refunds whose transaction can no longer be included go back to an administrator's decision. One whose owner may no
 * longer be paid, or that is newly listed, is cancelled if the network lets one transaction do that. Throws 404 where nothing
 * waits, 409 while an open plan's transactions are not all known or one is in a block, 422 with a message where nothing can be
 * replaced or a refund of it is newly listed.
 */
export async function replacePlan(dependencies: SpendingDependencies, wish: ReplaceWish): Promise<Written> {
  const { database, clock, addressSources } = dependencies;
  const { treasuryWallet, confirmations, onWritten } = wish;
  const { network, replacing } = treasuryWallet;
  if (replacing === undefined) {
    throw ruleBroken(
      `Transactions on ${NETWORKS[network].name} have no others that could take their place. Those of the open plan stay watched; send its file again.`,
    );
  }
  const turn = await findTurn(database, network);
  const standing = await loadStanding(database, network);
  const replaced = pickWaiting(standing, wish.planId ?? null);
  if (replaced === null) throw notFound('No plan of this network is open, and nothing of an ended one waits.');
  // Before the waiting transactions are read: the watcher's findings up to there are known by then.
  const readTo = (await findTip(database, network))?.height ?? null;
  const { family, waiting } = await database.transaction(async (tx) => {
    const all = await lockFamily(tx, replaced.id);
    return { family: all, waiting: await readWaiting(tx, all) };
  });
  const open = family.find(({ status }) => status === 'open') ?? null;
  const treasury = treasuryOf(addressSources, network);
  const deposits = await depositAddresses(dependencies, network, 'known');
  const ids = new Set(family.map(({ id }) => id));
  const reserved = reservedBy(standing.filter(({ row }) => !ids.has(row.id)));
  const sweepTo = isForSigner(planOf(replaced), treasuryWallet.cold) ? treasuryWallet.cold : undefined;
  const wanted = { treasury, deposits, reserved, confirmations, readTo, sweepTo };
  const drafted = await replacing.draft(waiting, wanted);
  if ('refusal' in drafted) throw ruleBroken(drafted.refusal);

  const { impossible } = drafted;
  const live = waiting.filter(({ txid }) => !impossible.has(txid));
  const planned = live.map((each) => each.planned);
  const uses = (each: Planned): readonly string[] => replacing.uses(each);
  const reasons = await whyCalledOff(database, drafted.transactions.flatMap(refundsIn));
  const { transactions, cancelled } = callOff(replacing, drafted.transactions, { barred: reasons, treasury });
  const notes = [...drafted.notes, ...[...cancelled].map((id) => isCalledOff(id, reasons.get(id) ?? OTHER_IN_IT))];
  if (!isSafeReplacement(uses, planned, transactions, new Set([...cancelled, ...calledOffBefore(uses, planned)]))) {
    throw new Error(`the replacement of plan ${replaced.id} could pay a refund twice`);
  }
  if (transactions.length === 0 && live.length > 0) throw ruleBroken(notes.join(' '));
  const paid = transactions.flatMap(refundsIn);
  const plan: Plan = { format: PLAN_FORMAT, id: newId(), network, madeAt: clock.now().toISOString(), transactions };
  const text = formatFile(plan);
  const written: Written = { plans: transactions.length === 0 ? [] : [{ plan, text }], notes };
  const stopped = await database.transaction(async (tx) => {
    const again = await lockFamily(tx, replaced.id);
    const now = await readWaiting(tx, again);
    if ((again.find(({ status }) => status === 'open') ?? null)?.id !== open?.id) throw hasMoved();
    if (now.map(({ txid }) => txid).join() !== waiting.map(({ txid }) => txid).join()) throw hasMoved();
    const barred = await listBarredRefunds(tx, paid);
    if (barred.length > 0) throw isBarred(barred);
    const dead = waiting.filter(({ txid }) => impossible.has(txid));
    if (dead.length > 0 && (await countFound(tx, network)).seen > 0) throw isFound();
    const stillPaid = new Set(planned.flatMap(refundsIn));
    const lost = new Set(dead.flatMap((each) => refundsIn(each.planned)).filter((id) => !stillPaid.has(id)));
    const locked = await lockRefunds(tx, [...paid, ...lost]);
    const listed = await stopListed(
      tx,
      locked.filter(({ id }) => paid.includes(id)),
    );
    if (listed !== null) return listed;
    await requireNoFence(tx);
    for (const { row } of dead) await saveOutgoing(tx, row.id, 'replaced', null);
    await returnRefunds(tx, [...lost], IMPOSSIBLE);
    if (open !== null) await endPlan(tx, open.id, 'replaced');
    if (transactions.length > 0) {
      const { batchId, part, parts } = replaced;
      const isFree = await insertPlan(tx, {
        id: plan.id,
        network,
        body: text,
        hasRefunds: paid.length > 0,
        rootId: replaced.rootId ?? replaced.id,
        batchId,
        part,
        parts,
        notes,
        turn: turn + 1,
        madeBy: wish.madeBy ?? null,
      });
      if (!isFree) throw hasMoved();
      await moveRefunds(tx, paid, 'sent', { planId: plan.id });
    }
    await onWritten?.(tx, written);
    return null;
  });
  if (stopped !== null) throw stopped;
  return written;
}

/** The plan of that id, or the oldest of which a transaction waits, open ones first. Pure. */
function pickWaiting(standing: readonly StandingPlan[], id: PlanId | null): PlanRow | null {
  if (id !== null) return standing.find(({ row }) => row.id === id)?.row ?? null;
  const isOpen = ({ row }: StandingPlan): boolean => row.status === 'open';
  const waits = standing.filter(({ rows }) => rows.some(({ status }) => status === 'sent'));
  return (waits.find(isOpen) ?? waits[0] ?? standing.find(isOpen))?.row ?? null;
}

/**
 * The draft with a transaction that pays nothing in place of each one that pays a barred refund, where possible. Pure.
 */
function callOff(
  replacing: Replacing,
  drafted: readonly Planned[],
  { barred, treasury }: { barred: { has(id: RefundId): boolean }; treasury: OwnAddress },
): { transactions: Planned[]; cancelled: ReadonlySet<RefundId> } {
  const cancelled = new Set<RefundId>();
  const transactions = drafted.map((planned) => {
    const ids = refundsIn(planned);
    const inPlace = ids.some((id) => barred.has(id)) ? replacing.cancel?.(planned, treasury) : null;
    if (inPlace === null || inPlace === undefined) return planned;
    for (const id of ids) cancelled.add(id);
    return inPlace;
  });
  return { transactions, cancelled };
}

const OF_ITS_OWNER = 'its owner is disabled or owes such coins by now';
const OF_ITS_ADDRESS =
  'the sanctions list names an address that it touches by now, and no administrator has accepted that';
const OTHER_IN_IT = 'its transaction also pays one that may not leave';

/** Which of these refunds may not leave by now, and why. */
async function whyCalledOff(database: Database, ids: readonly RefundId[]): Promise<ReadonlyMap<RefundId, string>> {
  const barred = await listBarredRefunds(database, ids);
  const listed = await database.transaction(async (tx) => newlyListed(tx, await lockRefunds(tx, ids)));
  return new Map([
    ...listed.map(({ id }) => [id, OF_ITS_ADDRESS] as const),
    ...barred.map((id) => [id, OF_ITS_OWNER] as const),
  ]);
}

const isCalledOff = (id: string, why: string): string =>
  `The refund ${id} is called off: ${why}. Once this plan is final it waits for a decision again.`;

/**
 * The waiting transactions of plans that replace one another, oldest first. Throws 409 where they are not known, or one
 * is in a block.
 */
async function readWaiting(tx: Transaction, family: readonly PlanRow[]): Promise<Standing[]> {
  const open = family.find(({ status }) => status === 'open');
  const plans = new Map(family.map((row) => [row.id, planOf(row)]));
  const rows = await listOutgoingOf(tx, [...plans.keys()]);
  const sent = rows.filter(({ planId }) => planId === open?.id).length;
  if (open !== undefined && sent !== plans.get(open.id)?.transactions.length) {
    throw conflict(
      'The open plan was not sent yet, so its transactions are not known. Write it once more with “plan --again”, sign it and send it; whatever the network does not take then can be replaced.',
    );
  }
  if (rows.some(({ status }) => status === 'seen')) {
    throw conflict('A transaction of the plan is in a block. Please wait until it is final, and look again.');
  }
  const found = rows.flatMap((row): Standing[] => {
    const planned = plans.get(row.planId)?.transactions[row.position];
    return row.status === 'sent' && planned !== undefined ? [{ planned, txid: row.txid, row }] : [];
  });
  if (found.length === 0) throw hasMoved();
  return found;
}

/** It may be the very payment under another hash, and is booked with the plan then. */
const isFound = () =>
  conflict(
    'Another transaction of your keys is in a block, and it is not known yet what it did. Nothing was replaced; please look again in some minutes.',
  );

const hasMoved = () => conflict('The plan has moved on in the meantime. Nothing was replaced; please look again.');

const isBarred = (ids: readonly RefundId[]) =>
  ruleBroken(
    `The owner of the refund ${ids.join(', ')} is disabled or owes such coins by now, so that no new transaction is written for it. Settle that first; the old one stays watched.`,
  );
