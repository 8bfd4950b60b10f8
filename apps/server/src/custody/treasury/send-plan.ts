import { NETWORKS, type PlanId, type RefundId, type UserId } from '@kobogate/contract';
import { formatFile, type Plan, type Planned, type SignedPlan } from '@kobogate/plans';
import type { Database } from '../../platform/database.ts';
import { conflict, Failure, notFound, ruleBroken } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import { countDeparture, fenced, recordDecision, requireNoFence } from '../../controls/index.ts';
import { newlyListed, stopListed } from '../refunds/hold-listed.ts';
import { moveRefunds } from '../refunds/db.ts';
import { insertOutgoing, listOutgoing, lockRefunds, noteHanded, type OutgoingRow, replaceRaw } from './db.ts';
import { heldBackBy } from './plans/held-back.ts';
import { loadStanding } from './plans/load-standing.ts';
import { lockFamily, lockPlan, noteSender, type PlanRow } from './plans/db.ts';
import { MAYBE_PAID, maybePaid } from './held-refunds.ts';
import { leftWaiting } from './left-waiting.ts';
import { planOf, refundsIn } from './planned-refunds.ts';
import type { TreasuryWallet } from './treasury-wallet.ts';
import { retireReplaced } from './retire-replaced.ts';

const NOT_THE_PLAN =
  'The signed file is not what this gateway planned: the plan in it was changed. Nothing was sent. Write the plan’s file again, and sign that.';

const idOf = ({ id }: { readonly id: RefundId }): RefundId => id;

/**
 * Records a signed plan's transactions, all or none, after each was found to be exactly the planned one. From then on they are
 * known as ours wherever they appear. One that a block already has under another hash is left out. A repeat with the same file
 * changes nothing, and other signatures of it take the place of those that no node has taken. Throws 404 for an unknown plan;
 * 503 while a fence is up; 422 if the file is not the plan or one of its refunds is newly listed; 409 if the plan has ended and
 * nothing is left to send, or was signed differently before.
 */
export async function recordSigned(
  { database }: { readonly database: Database },
  { treasuryWallet, signed, by = null }: { treasuryWallet: TreasuryWallet; signed: SignedPlan; by?: UserId | null },
): Promise<OutgoingRow[]> {
  const { id } = signed.plan;
  const row = await database.transaction((tx) => lockPlan(tx, id));
  if (row === null) throw notFound('This gateway has made no such plan. Nothing was sent.');
  const plan = planOf(row);
  // Only the signatures may differ from the file that was written.
  if (formatFile(signed.plan) !== formatFile(plan)) throw ruleBroken(NOT_THE_PLAN);
  if (plan.transactions.length !== signed.signed.length) throw ruleBroken(NOT_THE_PLAN);
  const txids = await Promise.all(
    plan.transactions.map((planned, position) => treasuryWallet.identify(planned, signed.signed[position] ?? '')),
  );
  const written = await database.transaction(async (tx) => {
    const family = await lockFamily(tx, id);
    const now = family.find((each) => each.id === id);
    const known = await listOutgoing(tx, id);
    const isKnown = txids.every((txid, position) => known[position] !== undefined && fits(known[position], txid));
    // Transactions for which no later plan stands in may be sent again, whatever happened to the rest.
    const left = isKnown ? leftWaiting(treasuryWallet, family, known) : [];
    // Where signatures are no part of an id (Bitcoin), those that no node took may have been spoilt on their way here.
    for (const { id: outgoingId, position, raw } of left)
      await replaceRaw(tx, outgoingId, signed.signed[position] ?? raw);
    if (left.length > 0) return listOutgoing(tx, id);
    if (now?.status !== 'open') throw conflict(`This plan is ${now?.status ?? 'gone'}. Nothing was sent.`);
    const fresh = plan.transactions.flatMap((planned, position) => {
      const txid = txids[position] ?? null;
      if (txid === null) throw isNotPlanned(position, plan.transactions.length);
      const before = known.find((outgoing) => outgoing.position === position);
      if (before !== undefined && !fits(before, txid)) {
        throw conflict('A different signed file of this plan was sent before. Nothing else was sent.');
      }
      return before === undefined
        ? [{ txid, position, raw: signed.signed[position] ?? '', paid: refundsIn(planned) }]
        : [];
    });
    const refunds = await lockRefunds(
      tx,
      fresh.flatMap(({ paid }) => paid),
    );
    // The transaction that one replaces pays it, if a block has that; one that was decided on again is another plan's.
    const unseen = refunds.filter(({ status, planId }) => (status === 'planned' || status === 'sent') && planId === id);
    if ((await maybePaid(tx, treasuryWallet.network, unseen)).size > 0)
      throw conflict(`${MAYBE_PAID} Nothing was sent.`);
    const stopped = await stopListed(tx, unseen);
    if (stopped !== null) return stopped;
    if (fresh.length > 0 && (await countDeparture(tx)) === null) throw fenced();
    for (const { txid, position, raw, paid } of fresh) {
      await insertOutgoing(tx, { id: newId(), planId: id, position, network: plan.network, txid, raw });
      const ids = new Set(paid);
      await moveRefunds(
        tx,
        unseen.map(idOf).filter((each) => ids.has(each)),
        'sent',
        { txid },
      );
    }
    for (const { id: refundId } of unseen.filter(({ status }) => status === 'planned')) {
      await emit(tx, { type: 'refund.sent', payload: { refundId } });
    }
    await retireReplaced(tx, treasuryWallet, family);
    if (by !== null) {
      await noteSender(tx, id, by);
      if (fresh.length > 0)
        await recordDecision(tx, { action: 'treasury-sent', adminId: by, userId: by, reason: describe(plan) });
    }
    return listOutgoing(tx, id);
  });
  if (written instanceof Failure) throw written;
  return written;
}

/**
 * Whether a recorded transaction is the signed one, or a block has what it does under another hash: sent by hand, as with a wallet that
 * has the same words. Pure.
 */
const fits = (row: OutgoingRow, txid: string | null): boolean => row.txid === txid || IN_BLOCK.has(row.status);
const IN_BLOCK: ReadonlySet<OutgoingRow['status']> = new Set(['seen', 'final', 'failed']);

const isNotPlanned = (position: number, count: number) =>
  ruleBroken(
    `The signed file is not what this gateway planned: transaction ${position + 1} of ${count} differs, or another key signed it. Nothing was sent.`,
  );

/** A plan in words, for the record of what was done. Pure. */
export const describe = ({ network, transactions, madeAt }: Plan): string =>
  `${NETWORKS[network].name}: ${transactions.length} transaction${transactions.length === 1 ? '' : 's'}, planned ${madeAt.slice(0, 16).replace('T', ' ')} UTC`;

export interface StageAnswer {
  /** Transactions that a node accepted now. */
  readonly sent: number;
  /** Those that wait for earlier ones to be in blocks. */
  readonly waiting: number;
  /** What the node said about those that it refused. */
  readonly refusals: readonly string[];
  /** The part of the same draft, or the earlier plan, that must go first; null: none. */
  readonly heldBackBy: PlanRow | null;
}

/**
 * Sends those transactions of the first stage outside of blocks that a node does not have yet (with `isAgain` all of them), and
 * answers how many of later stages wait: they need the coins of the earlier ones. A refused one only holds back later ones of
 * its address; the network's answer to each is returned, and kept. May be repeated at any time: a crash between a node's answer
 * and its record only leads to its being sent once more. One with a refund that the sanctions list names since its approval is
 * not sent until an administrator accepts it. Throws 503 while a fence is up.
 */
export async function sendStage(
  { database }: { readonly database: Database },
  { treasuryWallet, planId, isAgain = false }: { treasuryWallet: TreasuryWallet; planId: PlanId; isAgain?: boolean },
): Promise<StageAnswer> {
  const row = await database.transaction((tx) => lockPlan(tx, planId));
  if (row === null) throw notFound('This gateway has made no such plan.');
  const plan = planOf(row);
  const standing = await loadStanding(database, row.network);
  const { open, held } = await database.transaction(async (tx) => {
    await requireNoFence(tx);
    const [family, rows] = [await lockFamily(tx, planId), await listOutgoing(tx, planId)];
    return { open: leftWaiting(treasuryWallet, family, rows), held: heldBackBy({ row, plan, rows }, standing) };
  });
  if (held !== null) return { sent: 0, waiting: open.length, refusals: [], heldBackBy: held.row };
  const stageOf = ({ position }: OutgoingRow): number => plan.transactions[position]?.stage ?? 0;
  const first = Math.min(...open.map(stageOf));
  const now = open.filter((outgoing) => stageOf(outgoing) === first);
  // Of one that was found in a block after a restore the bytes are not here.
  const isDue = ({ raw, handedAt }: OutgoingRow): boolean => raw !== '' && (handedAt === null || isAgain);
  const listed = await whyNotSent(database, plan, now.filter(isDue));
  const refusals: string[] = [];
  // After a refused one the later nonces of its address could not be mined; other addresses do not wait for it.
  const stopped = new Set<string>();
  let sent = 0;
  for (const outgoing of now) {
    const { id, raw, position } = outgoing;
    const planned = plan.transactions[position];
    const payer = planned === undefined ? String(position) : numberedBy(planned, position);
    if (stopped.has(payer) || !isDue(outgoing)) continue;
    try {
      const failure = listed.get(id);
      if (failure !== undefined) throw failure;
      await treasuryWallet.broadcast(raw);
      await noteHanded(database, id, null);
      sent += 1;
    } catch (fault) {
      if (!(fault instanceof Error)) throw fault;
      await noteHanded(database, id, fault.message);
      refusals.push(fault.message);
      stopped.add(payer);
    }
  }
  return { sent, refusals, waiting: open.length - now.length, heldBackBy: null };
}

/**
 * Why recorded transactions may not be sent, by their ids: the sanctions list now names an address that a refund in one
 * touches. The administrators are notified once.
 */
async function whyNotSent(
  database: Database,
  plan: Plan,
  rows: readonly OutgoingRow[],
): Promise<ReadonlyMap<string, Failure>> {
  const paidBy = ({ position }: OutgoingRow): readonly RefundId[] => {
    const planned = plan.transactions[position];
    return planned === undefined ? [] : refundsIn(planned);
  };
  const paid = rows.flatMap(paidBy);
  if (paid.length === 0) return new Map();
  return database.transaction(async (tx) => {
    const refunds = await lockRefunds(tx, paid);
    const found = new Map<string, Failure>();
    if ((await newlyListed(tx, refunds)).length === 0) return found;
    for (const row of rows) {
      const ids = new Set(paidBy(row));
      const failure = await stopListed(
        tx,
        refunds.filter(({ id }) => ids.has(id)),
        { told: row.refusal },
      );
      if (failure !== null) found.set(row.id, failure);
    }
    return found;
  });
}

/** Transactions with an order: the nonces of one address. Outputs, separate nonce accounts, and TRON's have none. */
const UNORDERED: ReadonlySet<Planned['kind']> = new Set(['solana', 'tron']);

const numberedBy = (planned: Planned, position: number): string =>
  'from' in planned && !UNORDERED.has(planned.kind) ? planned.from.address : String(position);
