import type { DepositId } from '@kobogate/contract';
import { balances, post, receivable, type Transfer } from '../../ledger/index.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { emitMany } from '../../events.ts';
import type { BlockRef } from './blocks.ts';
import { arrivalOf, type Count, creditOf, decideConfirmations, isOwned, type OpenDeposit } from './deposit.ts';
import { collectReceivables } from './collect-receivable.ts';
import type { DrawFromSurplus, Owing } from './drawing.ts';
import { holdTip, listOpenDeposits, saveCounts } from './db.ts';
import type { Vouching } from './vouching.ts';

/** The most deposits credited in one transaction, so that the accounts that it locks are soon free again. */
const MOST_AT_ONCE = 200;

/**
 * Counts confirmations from `tip`, the newest block that was read and that the node still has, and credits final deposits that
 * enough providers confirm: once, because the deposit's own id is the posting's source. Where a person had given the same coins to
 * another customer, that customer owes them and is told (`deposit.corrected`), and the log raises an alarm; the payment's own customer is told
 * where they owe some, as their coins are held. Does nothing where the stored tip has changed.
 */
export async function confirmDeposits(
  {
    database,
    log,
    vouching,
    draw,
  }: { database: Database; log: Log; vouching?: Vouching | undefined; draw?: DrawFromSurplus | undefined },
  { network, tip }: { network: string; tip: BlockRef },
): Promise<void> {
  // Most calls find nothing to change: they should cost a read and no transaction.
  const open = await listOpenDeposits(database, network);
  const deep = open.filter((deposit) => decideConfirmations(deposit, tip.height).status === 'confirmed');
  const allowed = deep.length === 0 ? null : ((await vouching?.allow(network, tip, deep)) ?? EVERY);
  const decide = (deposit: OpenDeposit): Count => {
    const count = decideConfirmations(deposit, tip.height);
    // One that became deep enough in the meantime was not asked for.
    return count.status === 'confirmed' && allowed?.has(deposit.id) !== true
      ? { status: 'confirming', confirmations: count.confirmations }
      : count;
  };
  const hasChanged = (deposit: OpenDeposit): boolean => {
    const { status, confirmations } = decide(deposit);
    return status !== deposit.status || confirmations !== deposit.confirmations;
  };
  if (!open.some(hasChanged)) return;
  // One after the other in the same look: between two looks other work, such as payouts, would go before them.
  for (let isMore = true; isMore;) {
    const confirmed = await database.transaction(confirmSome);
    isMore = confirmed.isMore;
    for (const { amount, givenId: _given, ...owing } of confirmed.owing) {
      const alarm = { network, ...owing, amount: amount.toString() };
      log.error(
        alarm,
        'coins that a person gave to a customer are of a payment to another; they are booked as owed by that customer',
      );
    }
  }

  /** Answers whether there are more to credit, and who owes coins that were another's. */
  async function confirmSome(tx: Transaction): Promise<{ isMore: boolean; owing: readonly OwingFor[] }> {
    if (!(await holdTip(tx, network, tip))) return { isMore: false, owing: [] };
    const changed = (await listOpenDeposits(tx, network)).filter(hasChanged);
    const due = changed.filter((deposit) => decide(deposit).status === 'confirmed');
    const now = due.slice(0, MOST_AT_ONCE);
    const later = new Set(due.slice(MOST_AT_ONCE));
    const counts = changed.filter((deposit) => !later.has(deposit));
    await saveCounts(
      tx,
      counts.map((deposit) => Object.assign(decide(deposit), { id: deposit.id })),
    );
    return { isMore: later.size > 0, owing: await credit(tx, now, draw) };
  }
}

/** Where nobody has to vouch for a deposit. */
const EVERY = { has: () => true };

/** Its coins would be counted twice. */
function cantDraw(): never {
  throw new Error('a deposit that a surplus may count can’t be credited here');
}

/** A customer who was given coins of this deposit of another. */
interface OwingFor extends Owing {
  readonly depositId: DepositId;
}

async function credit(
  tx: Transaction,
  deposits: readonly OpenDeposit[],
  draw: DrawFromSurplus = cantDraw,
): Promise<readonly OwingFor[]> {
  if (deposits.length === 0) return [];
  await emitConfirmed(
    tx,
    deposits.filter(({ isCounted }) => !isCounted),
  );
  const credits: { deposit: OpenDeposit; transfers: readonly Transfer[] }[] = [];
  const owing: OwingFor[] = [];
  for (const deposit of deposits) {
    const to = creditOf(deposit);
    const drawn = deposit.isCounted ? await draw(tx, deposit, to) : null;
    credits.push({ deposit, transfers: drawn?.transfers ?? arrivalOf(deposit, to) });
    owing.push(...(drawn?.owing ?? []).map((each) => Object.assign({ depositId: deposit.id }, each)));
  }
  const results = await post(
    tx,
    credits
      .filter(({ transfers }) => transfers.length > 0)
      .map(({ deposit, transfers }) => ({
        source: 'deposit',
        sourceId: deposit.id,
        description: 'Deposit confirmed',
        transfers,
      })),
  );
  if (results.some(({ ok }) => !ok)) throw new Error('the ledger refused to credit a deposit');
  await collectReceivables(tx, [...deposits.filter(isOwned), ...owing]);
  const owners = new Map(deposits.map(({ id, userId }) => [id, userId]));
  const isOther = ({ depositId, userId }: OwingFor): boolean => userId !== owners.get(depositId);
  await emitCorrected(tx, owing, isOther);
  // After these: a payment that was given less than it asks for would be covered by the same coins twice.
  await emitConfirmed(
    tx,
    deposits.filter(({ isCounted }) => isCounted),
  );
  return owing.filter(isOther);
}

/** Tells whose credits turned out to be another payment's: other customers', and its own customer's where they owe them. */
async function emitCorrected(
  tx: Transaction,
  owing: readonly OwingFor[],
  isOther: (each: OwingFor) => boolean,
): Promise<void> {
  if (owing.length === 0) return;
  const debts = await balances(
    tx,
    owing.map(({ userId, asset }) => receivable(userId, asset)),
  );
  // What their own customer was given stays counted unless it is owed: then it is held, for another order or for the same payment.
  const isOwed = ({ userId, asset }: OwingFor): boolean => (debts.get(receivable(userId, asset).code) ?? 0n) > 0n;
  await emitMany(
    tx,
    owing
      .filter((each) => isOther(each) || isOwed(each))
      .map(({ givenId, amount }) => ({
        type: 'deposit.corrected',
        payload: { depositId: givenId, amount: amount.toString() },
      })),
  );
}

/** Tells that deposits are credited. Those without an owner fund nothing. */
const emitConfirmed = (tx: Transaction, deposits: readonly OpenDeposit[]): Promise<void> =>
  emitMany(
    tx,
    deposits.filter(isOwned).map(({ id }) => ({ type: 'deposit.confirmed', payload: { depositId: id } })),
  );
