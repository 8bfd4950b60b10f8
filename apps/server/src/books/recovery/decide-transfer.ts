import type { OrderId, TransferId, UserId } from '@kobogate/contract';
import { formatNaira } from '@kobogate/money';
import { type NewTransaction, post } from '../../ledger/index.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { recordDecision, requireReason } from '../../controls/index.ts';
import type { MoveContext } from '../../payouts/index.ts';
import { loadOrderForUpdate, type Order } from '../../sales/index.ts';
import { bookAsPayout } from './book-as-payout.ts';
import { findNow, hasUser, listCustomersWith, lockTransfer, saveDecided, saveFirst } from './db.ts';
import { lostPosting, owedPosting } from './postings.ts';
import { hasNotEnded, type Transfer } from './transfer.ts';

/** An administrator's decision about a transfer. */
export type Verdict =
  /** The payout of an order. */
  | { readonly as: 'payout'; readonly orderId: OrderId }
  /** Naira to a customer for whom no order of the books fits. */
  | { readonly as: 'owed'; readonly userId: UserId }
  /** The receiver is not known. */
  | { readonly as: 'noted'; readonly reason: string };

/**
 * Books a transfer that the books did not know, once: as the paid payout of an order, as owed by its receiver, or as gone, with
 * a reason. Above the operator's second threshold it needs the same decision of two administrators. Answers what was done, in a
 * sentence. Throws 404; 403 for the administrator's own transfer or an administrator who may not decide yet; 409 if it was
 * decided before, does not fit the order, or is not an order's payout while the bank has not said how it ended; 422 without a
 * reason. One that the bank has left unclear for a day takes two administrators, whatever the amount.
 */
export function decideTransfer(
  { database, ...context }: { readonly database: Database } & MoveContext,
  { id, adminId, verdict }: { id: TransferId; adminId: UserId; verdict: Verdict },
): Promise<string> {
  return database.transaction(async (tx) => {
    // The order is locked first, as in all code that works on its payout.
    const order =
      verdict.as === 'payout' && isId(verdict.orderId) ? await loadOrderForUpdate(tx, verdict.orderId) : null;
    const transfer = isId(id) ? await lockTransfer(tx, id) : null;
    if (transfer === null) throw notFound('There is no such transfer.');
    if (transfer.status !== 'open') throw conflict('This transfer was decided on already. Nothing was booked.');
    // As an order's payout it is asked about until it has ended; booked otherwise it would stay booked where it fails.
    const mayFail = verdict.as !== 'payout' && hasNotEnded(transfer.bankState);
    if (mayFail && (transfer.bankState === 'pending' || isYoung(transfer, await findNow(tx)))) throw isUnderWay();
    const receiver = await findReceiver(tx, verdict, order);
    if (receiver === adminId || (await isOwnAccount(tx, transfer, adminId)))
      throw forbidden('This transfer went to you, so another person of the team has to decide on it.');
    const proposal = sayAs(verdict);
    const approval = await recordDecision(tx, {
      action: ACTIONS[verdict.as],
      adminId,
      // Where the receiver is not known, the administrator is the only subject of the audit entry.
      userId: receiver ?? adminId,
      ...(order === null ? {} : { orderId: order.id }),
      reason: describe(transfer, verdict.as === 'noted' ? verdict.reason : null),
      // What the bank leaves open for good has to be decided all the same, or payouts stay stopped: by two, whatever the amount.
      second: { ...byTwo(transfer, proposal), ...(mayFail ? { nairaKobo: 'always' as const } : {}) },
    });
    if (approval === 'first') {
      await saveFirst(tx, { id, adminId, proposal, reason: verdict.as === 'noted' ? verdict.reason : null });
      return `Noted. ${formatNaira(transfer.amountKobo)} needs a second person, from finance or an administrator, who says the same.`;
    }
    switch (verdict.as) {
      case 'payout':
        return bookOnOrder(tx, context, { transfer, order, adminId });
      case 'owed':
        return bookOnCustomer(tx, { transfer, userId: verdict.userId, adminId });
      case 'noted':
        return bookAsGone(tx, { transfer, reason: verdict.reason, adminId });
    }
  });
}

/** A word of the bank's that we don't know may change within this time. */
const UNCLEAR_FOR_MS = 24 * 60 * 60_000;
const isYoung = ({ madeAt }: Transfer, now: Date): boolean => now.getTime() - madeAt.getTime() < UNCLEAR_FOR_MS;

const isUnderWay = () =>
  conflict(
    'The bank has not ended this transfer, so it may still fail. Its list is read again each minute: please decide once it ' +
      'says how it ended. If that stays unclear for a day, two of you can decide. Nothing was booked.',
  );

async function findReceiver(tx: Transaction, verdict: Verdict, order: Order | null): Promise<UserId | null> {
  if (verdict.as === 'noted') {
    requireReason(verdict.reason, 'It is kept with the transfer for ever.');
    return null;
  }
  if (verdict.as === 'payout') {
    if (order === null) throw notFound('There is no such order.');
    return order.userId;
  }
  if (!isId(verdict.userId) || !(await hasUser(tx, verdict.userId))) throw notFound('There is no such customer.');
  return verdict.userId;
}

async function isOwnAccount(tx: Transaction, { accountNumber }: Transfer, adminId: UserId): Promise<boolean> {
  if (accountNumber === null) return false;
  return (await listCustomersWith(tx, [accountNumber])).some(({ userId }) => userId === adminId);
}

const sayAs = (verdict: Verdict): string =>
  verdict.as === 'payout' ? `payout ${verdict.orderId}` : verdict.as === 'owed' ? `owed ${verdict.userId}` : 'noted';

/** What `sayAs` wrote; null for any other text. Pure. */
export function readSaid(
  proposal: string,
): { readonly as: 'payout' | 'owed'; readonly id: string } | { readonly as: 'noted' } | null {
  const [, as, id] = /^(payout|owed) (\S+)$/.exec(proposal) ?? [];
  if ((as === 'payout' || as === 'owed') && id !== undefined) return { as, id };
  return proposal === 'noted' ? { as: 'noted' } : null;
}

const ACTIONS = { payout: 'transfer-booked', owed: 'transfer-owed', noted: 'transfer-noted' } as const;

/** Whether a decision on this much naira needs two administrators who agree: above the operator's threshold. Pure. */
export const byTwo = ({ amountKobo, proposal, firstApprovedBy }: Transfer, said: string) =>
  ({
    thing: 'transfer',
    nairaKobo: amountKobo,
    // An administrator who decided otherwise first has not approved this.
    firstApprover: proposal === said ? firstApprovedBy : null,
    action: 'transfer-first-approved',
  }) as const;

interface Booking {
  readonly transfer: Transfer;
  readonly adminId: UserId;
}

async function bookOnOrder(
  tx: Transaction,
  context: MoveContext,
  { transfer, order, adminId }: Booking & { readonly order: Order | null },
): Promise<string> {
  if (order === null) throw notFound('There is no such order.');
  await bookAsPayout(tx, context, { transfer, order, adminId });
  await saveDecided(tx, { id: transfer.id, status: 'paid', adminId, userId: order.userId, orderId: order.id });
  return `Booked as the payout of the order: ${formatNaira(transfer.amountKobo)} was paid. Nothing was sent.`;
}

async function bookOnCustomer(
  tx: Transaction,
  { transfer, userId, adminId }: Booking & { readonly userId: UserId },
): Promise<string> {
  await saveDecided(tx, { id: transfer.id, status: 'owed', adminId, userId });
  await postOne(tx, owedPosting(transfer, userId));
  return `Booked: the customer has had ${formatNaira(transfer.amountKobo)} already. Their orders wait until that is settled.`;
}

async function bookAsGone(
  tx: Transaction,
  { transfer, reason, adminId }: Booking & { readonly reason: string },
): Promise<string> {
  await saveDecided(tx, { id: transfer.id, status: 'noted', adminId, reason });
  await postOne(tx, lostPosting(transfer));
  return `Noted with your reason. ${formatNaira(transfer.amountKobo)} is booked as gone.`;
}

const describe = ({ rail, reference, amountKobo }: Transfer, reason: string | null): string =>
  `${formatNaira(amountKobo)} by ${rail}, reference ${reference}.${reason === null ? '' : ` ${reason}`}`;

/** Posts entries that can't fail for lack of balance. */
async function postOne(tx: Transaction, transaction: NewTransaction): Promise<void> {
  const [result] = await post(tx, [transaction]);
  if (result?.ok !== true) throw new Error(`the ledger refused ${transaction.source} ${transaction.sourceId}`);
}
