import { endpoints, type DepositId } from '@kobogate/contract';
import { emitMany, type Handlers } from '../../events.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { layOutMail } from '../../platform/mail-layout.ts';
import { createStepBatches } from '../../platform/step-batches.ts';
import { listStaffEmails } from '../approvals/db.ts';
import {
  type HeldCoins,
  lastHitOf,
  listListedSenders,
  listOrigins,
  listUnapprovedHits,
  noteAllHits,
  noteHits,
} from './db.ts';
import { listRefundHits, NO_HITS, type RefundHits, type SentBack } from './refund-hits.ts';

/** The events that the sanctions check handles. */
export function sanctionsHandlers(dependencies: { readonly database: Database }) {
  const screen = createScreening(dependencies);
  return {
    'deposit.confirmed': ({ depositId }) => screen(depositId),
  } satisfies Handlers;
}

/**
 * The ids of the locked orders that have coins of a listed sender and that no administrator has approved knowing that:
 * they must wait for one. New hits are recorded and the administrators notified.
 */
export async function listWaitingForReview(
  tx: Transaction,
  orders: readonly HeldCoins[],
): Promise<ReadonlySet<string>> {
  const origins = await listOrigins(tx, orders);
  if (origins.length === 0) return new Set();
  await screenDeposits(tx, depositsOf(origins));
  return listUnapprovedHits(tx, origins);
}

// In one order in every process: two that note the same hits wait for each other's inserts.
const depositsOf = (origins: readonly { readonly depositId: DepositId }[]): DepositId[] =>
  [...new Set(origins.map(({ depositId }) => depositId))].toSorted();

/** The listed senders that a locked order's coins can come from, and when the last of them was found. */
interface OrderHits {
  readonly senders: readonly string[];
  /** Null without any. An approval from before it did not know of all. */
  readonly lastFoundAt: Date | null;
}

/** The hits of a locked order. New ones are recorded and the administrators notified. */
export async function screenOrder(tx: Transaction, order: HeldCoins): Promise<OrderHits> {
  const depositIds = depositsOf(await listOrigins(tx, [order]));
  await screenDeposits(tx, depositIds);
  const senders = (await listListedSenders(tx, [order])).get(order.id) ?? [];
  return { senders, lastFoundAt: senders.length === 0 ? null : await lastHitOf(tx, depositIds) };
}

/**
 * Checks deposits' senders as soon as they count, so that administrators know before they are used; those of one moment
 * share a transaction.
 */
export function createScreening({
  database,
}: {
  readonly database: Database;
}): (depositId: DepositId) => Promise<void> {
  const submit = createStepBatches<{ readonly depositId: DepositId }>({
    database,
    write: async (tx, items) => {
      await screenDeposits(tx, depositsOf(items));
      return new Set();
    },
  });
  return (depositId) => submit({ depositId });
}

/**
 * The hits of a refund. New hits of its coins' deposits are recorded and the administrators notified; they are notified
 * of its own listed address where `isNew`.
 */
export async function screenRefund(
  tx: Transaction,
  refund: SentBack,
  { isNew }: { isNew: boolean },
): Promise<RefundHits> {
  await screenDeposits(tx, depositsOf(await listOrigins(tx, [{ ...refund, addressId: null }])));
  const hits = (await listRefundHits(tx, [refund])).get(refund.id) ?? NO_HITS;
  if (isNew && hits.isAddressListed) await tellAdmins(tx, addressMail(refund.address));
  return hits;
}

/** Notifies the administrators that refunds in a plan are newly listed, so that the treasury has stopped. */
export async function tellOfStopped(
  tx: Transaction,
  { ids, addresses }: { ids: readonly string[]; addresses: readonly string[] },
): Promise<void> {
  await tellAdmins(tx, stoppedMail(ids.join(', '), addresses.join(', ')));
}

/** Compares a new list with the senders of all deposits: new hits are recorded and the administrators notified by one mail. */
export const screenAll = async (tx: Transaction): Promise<void> => tellOfHits(tx, await noteAllHits(tx));

/** Compares the senders of deposits with the list: new hits are recorded and the administrators notified. */
export const screenDeposits = async (tx: Transaction, depositIds: readonly DepositId[]): Promise<void> =>
  tellOfHits(tx, await noteHits(tx, depositIds));

async function tellOfHits(tx: Transaction, found: Awaited<ReturnType<typeof noteHits>>): Promise<void> {
  if (found.length > 0) await tellAdmins(tx, hitMail(found.map(({ address }) => address)));
}

async function tellAdmins(tx: Transaction, mail: ReturnType<typeof hitMail>): Promise<void> {
  const admins = await listStaffEmails(tx, endpoints.adminOrders.decide);
  await emitMany(
    tx,
    admins.map((to) => ({
      type: 'mail.send',
      payload: { to, ...mail },
    })),
  );
}

/** A first list may name very many: all of them are on the page. */
const MOST_NAMED = 20;

function hitMail(found: readonly string[]) {
  const addresses = [...new Set(found)];
  const more = addresses.length > MOST_NAMED ? `, with ${addresses.length - MOST_NAMED} others,` : '';
  const subject = 'Coins came from an address on the sanctions list';
  const content = layOutMail({
    title: subject,
    paragraphs: [
      `The sender ${addresses.slice(0, MOST_NAMED).join(', ')}${more} is on the list that you gave.`,
      'The coins stay where they are, and nothing leaves for them automatically. An administrator decides on the order or the refund; the customer has not been told why it waits.',
      'Please follow your own rules and the law on whom to tell before you decide.',
    ],
    reason: 'You get this mail because you are an administrator. It is sent once for each sender of a deposit.',
  });
  return { subject, ...content };
}

function addressMail(address: string) {
  const subject = 'A refund to an address on the sanctions list was requested';
  const content = layOutMail({
    title: subject,
    paragraphs: [
      `The address ${address} is on the list that you gave.`,
      'Nothing was sent. An administrator decides on the refund, and has to say why where it is approved; the customer has not been told.',
      'Please follow your own rules and the law on whom to tell before you decide.',
    ],
    reason: 'You get this mail because you are an administrator. It is sent once for each such refund.',
  });
  return { subject, ...content };
}

function stoppedMail(ids: string, addresses: string) {
  const subject = 'A refund in a plan touches an address on the sanctions list';
  const content = layOutMail({
    title: subject,
    paragraphs: [
      `The list now names ${addresses}, which was not listed when the refund ${ids} was approved.`,
      'The treasury has just refused to send a transaction for it, or to write another one. Transactions that were sent before are still watched.',
      'Please follow your own rules and the law on whom to tell. Where they allow it, an administrator accepts the refund with a reason on the refunds page, and the same command continues.',
    ],
    reason: 'You get this mail because you are an administrator. It is sent when the treasury stops for this.',
  });
  return { subject, ...content };
}
