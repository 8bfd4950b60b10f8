import {
  type AdminOrder,
  findAssetByCode,
  isNetwork,
  isolated,
  NETWORKS,
  type Order as OrderAnswer,
  type OrderDetail,
  type OrderId,
  type UserId,
} from '@kobogate/contract';
import { formatRate, formatUnits } from '@kobogate/money';
import { balances, customer } from '../../ledger/index.ts';
import type { Connection, Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { listListedSenders, listOrderActions } from '../../controls/index.ts';
import { compareNames } from '../orders/compare-names.ts';
import { listOrderDeposits } from '../funding/db.ts';
import { listOrderQuotes } from '../quotes/db.ts';
import {
  findNaira,
  findOrderView,
  listNewestIds,
  listOrderEvents,
  loadOwnViews,
  loadViews,
  type OrderView,
  type ViewWithoutBalance,
} from './db.ts';
import { describeOrder } from '../orders/describe-order.ts';
import { decidedStatus, isCovered, moveStatus, type Order } from '../orders/order.ts';
import { orderVersion } from './order-version.ts';
import { presentLocked, presentPrice } from '../orders/present-price.ts';

const KOBO_DECIMALS = 2;
const LARGEST_PAGE = 100;
/** How many things a page of a list has where its caller does not say. */
export const USUAL_PAGE = 20;

/** The size of a page requested with `limit`: 20 by default, at most 100. Pure. */
export function pageSize(limit: string | undefined): number {
  return limit !== undefined && /^\d{1,3}$/.test(limit)
    ? Math.min(Math.max(Number(limit), 1), LARGEST_PAGE)
    : USUAL_PAGE;
}

/** Of each of these users the newest conversions, and payments by link for which something came, at most `limit`. */
export async function listRecentOrders(
  connection: Connection,
  userIds: readonly UserId[],
  limit: number,
): Promise<ReadonlyMap<UserId, OrderAnswer[]>> {
  const newest = await listNewestIds(connection, userIds, limit);
  const lists = await listOwnOrders(connection, [...newest.values()]);
  return new Map([...newest.keys()].map((userId, place) => [userId, lists[place] ?? []]));
}

/** The orders of each list as the API shows them to their owner, all read together; one that is not there is left out. */
export async function listOwnOrders(
  connection: Connection,
  lists: readonly (readonly OrderId[])[],
): Promise<OrderAnswer[][]> {
  const views = await withBalances(connection, await loadOwnViews(connection, [...new Set(lists.flat())]));
  const byId = new Map(views.map((view) => [view.order.id, presentOrder(view)]));
  return lists.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
}

/** The newest orders of one user, at most `limit`, for administrators. */
export async function listOrdersOfUser(database: Connection, userId: UserId, limit: number): Promise<AdminOrder[]> {
  const newest = await listNewestIds(database, [userId], limit);
  return presentAllForAdmin(database, await loadViews(database, newest.get(userId) ?? []));
}

/** One of the user's own conversions with deposits and timeline. Throws 404 for anything else. */
export async function getConversion(
  { database }: { database: Database },
  { orderId, userId }: { orderId: OrderId; userId: UserId },
): Promise<OrderDetail> {
  const view = await findView(database, orderId, userId);
  return { ...presentOrder(view), ...(await loadDetails(database, view.order)) };
}

/**
 * One order with deposits and timeline, for administrators, who also see the reasons of approvals. Throws 404 where
 * there is none.
 */
export async function getOrderForAdmin(
  { database }: { database: Database },
  orderId: OrderId,
): Promise<AdminOrder & Details> {
  const view = await findView(database, orderId, null);
  const { timeline, ...details } = await loadDetails(database, view.order);
  const acts = await listOrderActions(database, view.order);
  return { ...(await present(database, view)), ...details, timeline: withReasons(timeline, acts) };
}

/** The naira (kobo) that a decision on an order is about. Throws 404 where there is none. */
export async function worthOfOrder(database: Connection, orderId: OrderId): Promise<bigint> {
  const kobo = isId(orderId) ? await findNaira(database, orderId) : null;
  if (kobo === null) throw notFound('There is no such order.');
  return kobo;
}

/** The naira (kobo) that a decision on several orders is about; those that do not exist are worth nothing. */
export async function worthOfOrders(database: Connection, orderIds: readonly OrderId[]): Promise<bigint> {
  const known = [...new Set(orderIds)].filter(isId);
  const worth = await Promise.all(known.map((id) => findNaira(database, id)));
  return worth.reduce<bigint>((sum, kobo) => sum + (kobo ?? 0n), 0n);
}

/** One order as the API shows it to an administrator. Throws 404 where there is none. */
export async function presentOrderForAdmin(database: Connection, orderId: OrderId): Promise<AdminOrder> {
  return present(database, await findView(database, orderId, null));
}

async function present(connection: Connection, view: OrderView): Promise<AdminOrder> {
  const senders = await listListedSenders(connection, [view.order]);
  return presentForAdmin(view, senders.get(view.order.id) ?? []);
}

/** The orders as the API shows them to administrators, with the listed senders that their coins may come from. */
export async function presentAllForAdmin(
  connection: Connection,
  views: readonly ViewWithoutBalance[],
): Promise<AdminOrder[]> {
  const orders = views.map(({ order }) => order);
  const [senders, all] = await Promise.all([listListedSenders(connection, orders), withBalances(connection, views)]);
  return all.map((view) => presentForAdmin(view, senders.get(view.order.id) ?? []));
}

const APPROVALS: ReadonlySet<string> = new Set(['order-first-approved', 'order-approved']);

/** The timeline with the approvers' reasons. Pure. */
function withReasons(
  timeline: Details['timeline'],
  acts: Awaited<ReturnType<typeof listOrderActions>>,
): Details['timeline'] {
  const told = acts.flatMap(({ at, by, action, reason }) =>
    reason === null || !APPROVALS.has(action)
      ? []
      : {
          at: at.toISOString(),
          type: 'approval-reason',
          text: `${isolated(by)} approved it and gave this reason, which only the team reads: ${isolated(reason)}`,
        },
  );
  return [...timeline, ...told].toSorted((left, right) => left.at.localeCompare(right.at));
}

async function findView(database: Connection, orderId: OrderId, userId: UserId | null): Promise<OrderView> {
  const view = isId(orderId) ? await findOrderView(database, orderId, userId) : null;
  if (view === null) throw notFound('There is no such order.');
  const [withBalance] = await withBalances(database, [view]);
  if (withBalance === undefined) throw notFound('There is no such order.');
  return withBalance;
}

const accountOf = ({ order }: Pick<OrderView, 'order'>) => customer(order.userId, order.asset);

/** Whether the coins that an order still needs can come from the balance: no other order's depend on it. Pure. */
const drawsOnBalance = ({ order }: Pick<OrderView, 'order'>): boolean =>
  order.kind === 'conversion' && order.status !== 'declined' && !isCovered(order);

async function withBalances<View extends Pick<OrderView, 'order'>>(
  connection: Connection,
  views: readonly View[],
): Promise<(View & Pick<OrderView, 'freeBalance'>)[]> {
  const drawing = views.filter(drawsOnBalance).map(accountOf);
  const free = drawing.length === 0 ? new Map<string, bigint>() : await balances(connection, drawing);
  return views.map((view) => Object.assign({ freeBalance: free.get(accountOf(view).code) ?? 0n }, view));
}

type Details = Pick<OrderDetail, 'price' | 'locked' | 'deposits' | 'timeline'>;

async function loadDetails(database: Database, order: Order): Promise<Details> {
  const [quotes, deposits, timeline] = await Promise.all([
    listOrderQuotes(database, order.id),
    listOrderDeposits(database, order),
    listOrderEvents(database, order.id),
  ]);
  const quote = quotes.find(({ id }) => id === order.orderQuoteId);
  if (quote === undefined) throw new Error(`order ${order.id} has no quote`);
  return {
    price: presentPrice(quote),
    locked: presentLocked(quotes, order),
    deposits: deposits.map((deposit) => ({
      transaction: deposit.transaction,
      amount: inUnits(deposit.amount, order.asset),
      status: deposit.status,
      confirmations: deposit.confirmations,
      confirmationsNeeded: deposit.confirmationsNeeded,
    })),
    timeline: timeline.map(({ at, type, text }) => ({ at: at.toISOString(), type, text })),
  };
}

function inUnits(amount: bigint, assetCode: string): string {
  const asset = findAssetByCode(assetCode);
  if (asset === undefined) throw new Error(`no such asset: ${assetCode}`);
  return formatUnits(amount, asset.decimals);
}

function missingOf({ order, freeBalance }: Pick<OrderView, 'order' | 'freeBalance'>): bigint {
  if (isCovered(order) || order.status === 'declined') return 0n;
  if (order.kind === 'payment') return order.amount - order.received;
  return freeBalance < order.amount ? order.amount - freeBalance : 0n;
}

/** The order as the API shows it to its owner. Pure. */
export function presentOrder(view: Pick<OrderView, 'order' | 'depositAddress' | 'freeBalance'>): OrderAnswer {
  const { order } = view;
  const missing = missingOf(view);
  return {
    id: order.id,
    kind: order.kind,
    paymentLinkId: order.paymentLinkId,
    fromCurrency: order.currency,
    network: order.network,
    networkName: isNetwork(order.network) ? NETWORKS[order.network].name : order.network,
    fromAmount: inUnits(order.amount, order.asset),
    rate: formatRate(order.rate),
    naira: formatUnits(order.nairaKobo, KOBO_DECIMALS),
    nairaKobo: String(order.nairaKobo),
    lockExpiresAt: order.lockExpiresAt.toISOString(),
    // Values at the present rate are added on top (todays-rate.ts).
    lockEnded: false,
    rateMove: presentMove(order),
    depositAddress: view.depositAddress,
    status: order.status,
    funding: order.funding,
    payout: order.payout,
    missingAmount: inUnits(missing, order.asset),
    summary: describeOrder(order, missing),
    priority: order.priority,
    declineReason: order.status === 'declined' ? order.declineReason : null,
    bankAccount: {
      bankName: order.bankAccount.bankName,
      accountNumber: order.bankAccount.accountNumber,
      accountName: order.bankAccount.accountName,
    },
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  };
}

const presentMove = ({ rateAnswer, agreedKobo, answerBy }: Order): OrderAnswer['rateMove'] =>
  rateAnswer === null
    ? null
    : { agreedKobo: String(agreedKobo), answer: rateAnswer, answerBy: answerBy?.toISOString() ?? null };

function presentName({ bankAccount: { nameResolution, resolvedName, accountName } }: Order) {
  const nameScore = resolvedName === null ? null : compareNames(accountName, resolvedName).score;
  return { nameResolution, resolvedName, nameScore };
}

/** A decision that can be taken back shows to administrators, and not yet to the order's owner. Pure. */
function presentForAdmin(seen: OrderView, listedSenders: readonly string[]): AdminOrder {
  const decided = decidedStatus(seen.order);
  const view = decided === seen.order.status ? seen : { ...seen, order: moveStatus(seen.order, decided) };
  const answer = presentOrder(view);
  // Not as one literal: spreading so many fields at its beginning takes sixty times as long, for each row of a page.
  return Object.assign(answer, {
    version: orderVersion(view, listedSenders),
    heldReason: view.order.heldReason,
    risk: view.order.risk,
    riskRules: [...view.order.riskRules],
    bankAccount: Object.assign(answer.bankAccount, presentName(view.order)),
    customerId: view.order.userId,
    customerName: view.customerName,
    customerEmail: view.customerEmail,
    // The specification asks for a plain number here, which is only displayed: nothing is calculated from it.
    amount: Number(answer.naira),
    date: answer.createdAt,
    itemCount: 1,
    payoutNeedsPerson: view.payoutNeedsPerson,
    payoutDoubt: view.payoutDoubt,
    payoutClaim: view.payoutClaim,
    payoutRail: view.payoutRail,
    formerPayee: view.formerPayee,
    declineCode: view.order.declineCode,
    listedSenders: [...listedSenders],
    firstApproval:
      view.firstApproval === null ? null : { ...view.firstApproval, at: view.firstApproval.at.toISOString() },
  });
}
