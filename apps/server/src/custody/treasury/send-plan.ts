import type { PlanId, RefundId } from '@kobogate/contract';
import type { Planned, SignedPlan } from '@kobogate/plans';
import type { Database } from '../../platform/database.ts';
import { conflict, Failure, notFound, ruleBroken } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import { countDeparture, fenced, requireNoFence } from '../../controls/index.ts';
import { stopListed } from '../refunds/hold-listed.ts';
import {
  insertOutgoing,
  listOutgoing,
  lockFamily,
  lockPlan,
  lockRefunds,
  moveRefunds,
  type OutgoingRow,
} from './db.ts';
import { MAYBE_PAID, maybePaid } from './held-refunds.ts';
import { leftWaiting } from './left-waiting.ts';
import { planOf, refundsIn } from './planned-refunds.ts';
import type { TreasuryWallet } from './treasury-wallet.ts';
import { retireReplaced } from './retire-replaced.ts';

const NOT_THE_PLAN =
  'The signed file is not what this gateway planned: a transaction differs, or another key signed it. Nothing was sent.';

const idOf = ({ id }: { readonly id: RefundId }): RefundId => id;

/**
 * Records a signed plan's transactions, all or none, after each was found to be exactly the planned one: from then on
 * they are known as ours wherever they appear. A repeat with the same file changes nothing. Throws 404 for an unknown
 * plan, 503 while a fence is up, 422 where the file is not the plan or a refund of it is newly listed, 409 where the
 * plan has ended with nothing left, or was signed differently before.
 */
export async function recordSigned(
  { database }: { readonly database: Database },
  { treasuryWallet, signed }: { treasuryWallet: TreasuryWallet; signed: SignedPlan },
): Promise<OutgoingRow[]> {
  const { id } = signed.plan;
  const row = await database.transaction((tx) => lockPlan(tx, id));
  if (row === null) throw notFound('This gateway has made no such plan. Nothing was sent.');
  const plan = planOf(row);
  const txids = await Promise.all(
    plan.transactions.map((planned, position) => treasuryWallet.identify(planned, signed.signed[position] ?? '')),
  );
  if (plan.transactions.length !== signed.signed.length) throw ruleBroken(NOT_THE_PLAN);
  const written = await database.transaction(async (tx) => {
    const family = await lockFamily(tx, id);
    const now = family.find((each) => each.id === id);
    const known = await listOutgoing(tx, id);
    const isKnown = txids.every((txid, position) => known[position]?.txid === txid);
    // Transactions for which no later plan stands in may be sent again, whatever happened to the rest.
    if (isKnown && leftWaiting(treasuryWallet, family, known).length > 0) return known;
    if (now?.status !== 'open') throw conflict(`This plan is ${now?.status ?? 'gone'}. Nothing was sent.`);
    const fresh = plan.transactions.flatMap((planned, position) => {
      const txid = txids[position] ?? null;
      if (txid === null) throw ruleBroken(NOT_THE_PLAN);
      const before = known.find((outgoing) => outgoing.position === position);
      if (before !== undefined && before.txid !== txid) {
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
    // The transaction that one replaces pays it, if a block has that.
    const unseen = refunds.filter(({ status }) => status === 'planned' || status === 'sent');
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
    for (const { id: refundId } of refunds.filter(({ status }) => status === 'planned')) {
      await emit(tx, { type: 'refund.sent', payload: { refundId } });
    }
    await retireReplaced(tx, treasuryWallet, family);
    return listOutgoing(tx, id);
  });
  if (written instanceof Failure) throw written;
  return written;
}

/**
 * Sends the first stage that is not in blocks yet to the network, and answers how many transactions of later stages
 * wait: they need the coins of the earlier ones. A refused one only holds back later ones of its address; the network's
 * answer to each is returned. May be repeated at any time. Throws 503 while a fence is up.
 */
export async function sendStage(
  { database }: { readonly database: Database },
  { treasuryWallet, planId }: { treasuryWallet: TreasuryWallet; planId: PlanId },
): Promise<{ sent: number; waiting: number; refusals: readonly string[] }> {
  const row = await database.transaction((tx) => lockPlan(tx, planId));
  if (row === null) throw notFound('This gateway has made no such plan.');
  const plan = planOf(row);
  const open = await database.transaction(async (tx) => {
    await requireNoFence(tx);
    return leftWaiting(treasuryWallet, await lockFamily(tx, planId), await listOutgoing(tx, planId));
  });
  const stageOf = ({ position }: OutgoingRow): number => plan.transactions[position]?.stage ?? 0;
  const first = Math.min(...open.map(stageOf));
  const now = open.filter((outgoing) => stageOf(outgoing) === first);
  const refusals: string[] = [];
  // After a refused one the later nonces of its address could not be mined; other addresses do not wait for it.
  const stopped = new Set<string>();
  let held = 0;
  for (const { raw, position } of now) {
    const planned = plan.transactions[position];
    const payer = planned === undefined ? String(position) : numberedBy(planned, position);
    if (stopped.has(payer)) {
      held += 1;
      continue;
    }
    try {
      await treasuryWallet.broadcast(raw);
    } catch (fault) {
      if (!(fault instanceof Error)) throw fault;
      refusals.push(fault.message);
      stopped.add(payer);
    }
  }
  return { sent: now.length - refusals.length - held, refusals, waiting: open.length - now.length };
}

/** Transactions with an order: the nonces of one address. Outputs, separate nonce accounts, and TRON's have none. */
const UNORDERED: ReadonlySet<Planned['kind']> = new Set(['solana', 'tron']);

const numberedBy = (planned: Planned, position: number): string =>
  'from' in planned && !UNORDERED.has(planned.kind) ? planned.from.address : String(position);
