import { railTitle, type RecoveredTransfer, type Recovery, type UserId } from '@kobogate/contract';
import { formatNaira } from '@kobogate/money';
import type { Connection } from '../../platform/database.ts';
import { readId } from '../../platform/identifiers.ts';
import { type Fence, findFence, listChecks, type RecoveryCheck } from '../../controls/index.ts';
import { presentCoins } from '../../custody/index.ts';
import { readReference } from '../../payouts/index.ts';
import {
  countOpen,
  type CustomerCandidate,
  findNow,
  listCustomers,
  listCustomersWith,
  listFree,
  listOrders,
  listTransfers,
  listUnpaidTo,
  type OrderCandidate,
} from './db.ts';
import { readSaid } from './decide-transfer.ts';
import { describeSettlement } from './settle-transfer.ts';
import { type Transfer, whyNotPayoutOf } from './transfer.ts';
import { type Compared, titleOf, whatIsLeft } from './what-is-left.ts';

const MOST_SHOWN = 200;
const MOST_CANDIDATES = 5;

export interface ViewDependencies {
  readonly database: Connection;
  readonly compared: Compared;
}

/**
 * The data of the recovery page: the fence, how far each comparison is, and every transfer with the orders that it may
 * have paid.
 */
export async function viewRecovery(
  { database, compared }: ViewDependencies,
  { adminId }: { adminId: UserId | null },
): Promise<Recovery> {
  const fence = await findFence(database);
  const checks = fence === null ? [] : await listChecks(database, fence.id);
  const left = fence === null ? [] : whatIsLeft(checks, await countOpen(database), compared, await findNow(database));
  return {
    fence: fence === null ? null : await presentFence(database, fence, adminId),
    checks: fence === null ? [] : presentChecks(checks, compared),
    left,
    transfers: await presentTransfers(database, await listTransfers(database, MOST_SHOWN)),
  };
}

async function presentFence(database: Connection, fence: Fence, adminId: UserId | null): Promise<Recovery['fence']> {
  const { reason, raisedAt, readFrom, firstLiftedBy } = fence;
  const [first] = firstLiftedBy === null ? [] : await listCustomers(database, [firstLiftedBy]);
  return {
    reason,
    raisedAt: raisedAt.toISOString(),
    readFrom: readFrom.toISOString(),
    firstLiftedBy: first?.name ?? null,
    isFirstLiftedByMe: firstLiftedBy !== null && firstLiftedBy === adminId,
  };
}

/** Every comparison to make; one that has not begun waits. */
function presentChecks(checks: readonly RecoveryCheck[], { rails, networks }: Compared): Recovery['checks'] {
  const all = [
    ...rails.map((name) => ({ part: 'rail' as const, name })),
    ...networks.map((name) => ({ part: 'chain' as const, name })),
  ];
  return all.map(({ part, name }) => {
    const check = checks.find((each) => each.part === part && each.name === name);
    return {
      part,
      title: titleOf({ part, name }),
      state: check?.state ?? 'waiting',
      detail: check?.detail ?? '',
      readTo: check?.readTo?.toISOString() ?? null,
    };
  });
}

async function presentTransfers(database: Connection, transfers: readonly Transfer[]): Promise<RecoveredTransfer[]> {
  const open = transfers.filter(({ status }) => status === 'open');
  const owed = transfers.flatMap(({ status, userId }) => (status === 'owed' && userId !== null ? [userId] : []));
  const accounts = [...new Set(open.flatMap(({ accountNumber }) => accountNumber ?? []))];
  const named = open.flatMap(({ reference }) => readReference(reference)?.orderId ?? []);
  const decided = transfers.flatMap(({ orderId }) => orderId ?? []);
  const byId = new Map((await listOrders(database, [...named, ...decided])).map((order) => [order.id, order]));
  const unpaid = accounts.length === 0 ? [] : await listUnpaidTo(database, accounts);
  const people = accounts.length === 0 ? [] : await listCustomersWith(database, accounts);
  const first = transfers.flatMap(({ firstApprovedBy, proposal }) => {
    const said = readSaid(proposal ?? '');
    return [firstApprovedBy, said?.as === 'owed' ? readId<UserId>(said.id) : null].filter((id) => id !== null);
  });
  const owners = [...owed, ...first, ...[...byId.values()].map(({ userId }) => userId)];
  const known = new Map((await listCustomers(database, owners)).map((person) => [person.userId, person]));
  const free = owed.length === 0 ? [] : await listFree(database, owed);
  return transfers.map((transfer) => ({
    id: transfer.id,
    railTitle: railTitle(transfer.rail),
    reference: transfer.reference,
    amountKobo: String(transfer.amountKobo),
    accountNumber: transfer.accountNumber,
    bankState: transfer.bankState,
    madeAt: transfer.madeAt.toISOString(),
    status: transfer.status,
    orders: presentOrders(transfer, byId, unpaid),
    customers: presentCustomers(transfer, { byId, people, known }),
    free: transfer.status === 'owed' ? free.filter(({ userId }) => userId === transfer.userId).map(presentCoins) : [],
    reason: transfer.reason,
    first: presentFirst(transfer, known, byId),
  }));
}

/** The order that the reference names comes before those of the same account and amount, the oldest first. */
function presentOrders(
  transfer: Transfer,
  byId: ReadonlyMap<string, OrderCandidate>,
  unpaid: readonly OrderCandidate[],
): RecoveredTransfer['orders'] {
  const present = (order: OrderCandidate, isByReference: boolean): RecoveredTransfer['orders'][number] => ({
    id: order.id,
    nairaKobo: String(order.nairaKobo),
    accountName: order.accountName,
    accountNumber: order.accountNumber,
    createdAt: order.createdAt.toISOString(),
    isByReference,
    problem: transfer.status === 'open' ? whyNotPayoutOf(transfer, order) : null,
  });
  if (transfer.status !== 'open') {
    const order = transfer.orderId === null ? undefined : byId.get(transfer.orderId);
    return order === undefined ? [] : [present(order, true)];
  }
  const named = byId.get(readReference(transfer.reference)?.orderId ?? '');
  if (named !== undefined) return [present(named, true)];
  return unpaid
    .filter((order) => whyNotPayoutOf(transfer, { ...order, isCovered: true }) === null)
    .filter(({ accountNumber }) => accountNumber === transfer.accountNumber)
    .slice(0, MOST_CANDIDATES)
    .map((order) => present(order, false));
}

/** What the first of two people says of a transfer that waits for the second. */
function presentFirst(
  { status, proposal, firstApprovedBy: adminId, firstApprovedAt: at, firstReason: reason }: Transfer,
  known: ReadonlyMap<string, CustomerCandidate>,
  byId: ReadonlyMap<string, OrderCandidate>,
): RecoveredTransfer['first'] {
  const by = adminId === null ? undefined : known.get(adminId);
  if (by === undefined || at === null || proposal === null) return null;
  // Once it is owed, what two have said before of the transfer itself is decided.
  const says =
    status === 'open' ? describeSaid(proposal, known, byId) : status === 'owed' ? describeSettlement(proposal) : null;
  return says === null ? null : { adminId: by.userId, by: by.name, at: at.toISOString(), says, reason };
}

function describeSaid(
  proposal: string,
  known: ReadonlyMap<string, CustomerCandidate>,
  byId: ReadonlyMap<string, OrderCandidate>,
): string | null {
  const said = readSaid(proposal);
  if (said === null) return null;
  if (said.as === 'noted') return 'Neither the payout of an order nor owed by a customer.';
  if (said.as === 'owed') return `Owed by ${known.get(said.id)?.name ?? said.id}.`;
  const order = byId.get(said.id);
  return order === undefined
    ? `The payout of the order ${said.id}.`
    : `The payout of the order of ${formatNaira(order.nairaKobo)} to ${order.accountName} ${order.accountNumber}.`;
}

function presentCustomers(
  transfer: Transfer,
  {
    byId,
    people,
    known,
  }: {
    byId: ReadonlyMap<string, OrderCandidate>;
    people: readonly CustomerCandidate[];
    known: ReadonlyMap<string, CustomerCandidate>;
  },
): RecoveredTransfer['customers'] {
  const present = ({ userId, name, email }: CustomerCandidate) => ({ userId, name, email });
  if (transfer.status !== 'open') {
    const person = transfer.userId === null ? undefined : known.get(transfer.userId);
    return person === undefined ? [] : [present(person)];
  }
  const owner = known.get(byId.get(readReference(transfer.reference)?.orderId ?? '')?.userId ?? '');
  if (owner !== undefined) return [present(owner)];
  return people
    .filter(({ accountNumber }) => accountNumber === transfer.accountNumber)
    .slice(0, MOST_CANDIDATES)
    .map(present);
}
