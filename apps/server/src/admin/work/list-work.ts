import {
  type Endpoint,
  endpoints,
  findLedgerAsset,
  findStray,
  mayCall,
  networkNameOf,
  QUEUE_PAGE_SIZE,
  type StaffRole,
  type Work,
  WORK_KINDS,
  type WorkItem,
  type WorkKind,
} from '@kobogate/contract';
import { formatUnits, type Kobo } from '@kobogate/money';
import type { Database } from '../../platform/database.ts';
import { malformed } from '../../platform/errors.ts';
import { countWork, listQueue, type QueuePlace, type WorkRow } from './db.ts';

/** The kinds of work that not every role may look into, with the call that shows them. */
const SHOWN_BY: Partial<Record<WorkKind, Endpoint>> = {
  differences: endpoints.reconciliations.list,
  'refunds-due': endpoints.treasury.read,
  plans: endpoints.treasury.read,
  'plans-stuck': endpoints.treasury.read,
};

const { adminOrders, adminUsers, admin, debts, recovery, refunds, reconciliations, suspense, foundPayments, treasury } =
  endpoints;

/** The call that each kind of work is done by: those whose role may make it have it to do. */
const DONE_BY: Readonly<Record<WorkKind, Endpoint>> = {
  fence: recovery.lift,
  recovery: recovery.decide,
  owed: recovery.settle,
  'payouts-unknown': adminOrders.takeAsPaid,
  'payouts-failed': adminOrders.retryPayout,
  orders: adminOrders.decide,
  sanctions: adminOrders.decide,
  'factor-resets': adminUsers.decideReset,
  refunds: refunds.decide,
  'refunds-due': treasury.ask,
  plans: treasury.handIn,
  'plans-stuck': treasury.sendAgain,
  vouching: admin.vouch,
  unclaimed: suspense.creditUnclaimed,
  late: suspense.settleLate,
  suspense: suspense.credit,
  found: foundPayments.explain,
  differences: reconciliations.run,
  networks: admin.resume,
  // Coins that arrive for the customer settle it without a person.
  debts: debts.settle,
  // The operator's own naira, and the sources that the server's variables name.
  floats: reconciliations.run,
  sources: endpoints.products.save,
  proposals: endpoints.settings.saveApprovals,
  // With the key tool, by the operator who has the seed.
  addresses: treasury.handIn,
};

export interface WorkDependencies {
  readonly database: Database;
  /** The supply of deposit addresses, by family. */
  readonly listSupplies: () => Promise<readonly { readonly family: string; readonly isLow: boolean }[]>;
}

export interface QueueDependencies extends WorkDependencies {
  /** What coins are worth now, in kobo; null where no rate can be trusted. */
  readonly valueOf: (coins: { readonly asset: string; readonly amount: bigint }) => Promise<Kobo | null>;
}

const mayLook = (role: StaffRole | null, kind: WorkKind): boolean => mayCall(role, SHOWN_BY[kind] ?? admin.work);

async function familiesThatRunOut({ listSupplies }: WorkDependencies): Promise<string[]> {
  return (await listSupplies()).filter(({ isLow }) => isLow).map(({ family }) => family);
}

/**
 * Everything that waits for a person and that the role may look into: each kind once, the most urgent first, and
 * whether the role may do it.
 */
export async function listWork(needs: WorkDependencies, role: StaffRole | null): Promise<Work[]> {
  const found = await countWork(needs.database, await familiesThatRunOut(needs));
  return WORK_KINDS.filter((kind) => mayLook(role, kind)).map((kind) => {
    const { count = 0, oldest = null } = found.find((each) => each.kind === kind) ?? {};
    return { kind, count, oldest: oldest?.toISOString() ?? null, isYours: mayCall(role, DONE_BY[kind]) };
  });
}

/** Without a decision on these no money, or none of a network, leaves or arrives. */
const STOPS_MONEY: ReadonlySet<WorkKind> = new Set([
  'fence',
  'recovery',
  'payouts-unknown',
  'payouts-failed',
  'networks',
]);
/** No customer waits for these. */
const CAN_WAIT: ReadonlySet<WorkKind> = new Set([
  'differences',
  'floats',
  'debts',
  'sources',
  'proposals',
  'addresses',
]);
const urgencyOf = (kind: WorkKind): number => (STOPS_MONEY.has(kind) ? 0 : CAN_WAIT.has(kind) ? 2 : 1);

const NOT_A_PLACE = 'No page of the queue ended there. Begin again without it.';
const writePlace = ({ urgency, microseconds, key }: QueuePlace): string => `${urgency}.${microseconds}.${key}`;

/** Reads what `writePlace` wrote. Throws 400 for anything else. Pure. */
function readPlace(text: string): QueuePlace {
  const match = /^(?<urgency>[012])\.(?<microseconds>\d{1,17})\.(?<key>[ -~]{1,200})$/.exec(text);
  const { urgency, microseconds, key } = match?.groups ?? {};
  if (urgency === undefined || microseconds === undefined || key === undefined) throw malformed(NOT_A_PLACE);
  return { urgency: Number(urgency), microseconds: BigInt(microseconds), key };
}

/**
 * A page of the things themselves that wait: what stops money first, then what a customer waits for, then the rest, of each the
 * oldest first. Without a `kind` those that the role may decide on; of a kind that it may not look into nothing.
 */
export async function viewQueue(
  needs: QueueDependencies,
  { role, kind: wanted, after }: { role: StaffRole | null; kind?: WorkKind | undefined; after?: string | undefined },
): Promise<{ data: WorkItem[]; next: string | null }> {
  // An order with a listed sender is among the orders, or the failed payouts: once in a list of all.
  const kinds =
    wanted === undefined
      ? WORK_KINDS.filter((kind) => kind !== 'sanctions' && mayLook(role, kind) && mayCall(role, DONE_BY[kind]))
      : [wanted].filter((kind) => mayLook(role, kind));
  const found = await listQueue(
    needs.database,
    kinds.map((kind) => [kind, urgencyOf(kind)] as const),
    {
      low: await familiesThatRunOut(needs),
      after: after === undefined ? null : readPlace(after),
      limit: QUEUE_PAGE_SIZE + 1,
    },
  );
  const page = found.slice(0, QUEUE_PAGE_SIZE);
  const last = page.at(-1);
  return {
    data: await Promise.all(page.map((row) => presentItem(row, needs))),
    next: found.length > QUEUE_PAGE_SIZE && last !== undefined ? writePlace(last) : null,
  };
}

async function presentItem(
  { kind, id, since, about, kobo, asset: code, amount, network: place, payee }: WorkRow,
  { valueOf }: Pick<QueueDependencies, 'valueOf'>,
): Promise<WorkItem> {
  const asset = code === null ? undefined : findLedgerAsset(code);
  const network = asset?.network ?? place;
  // Coins without promised naira: what they are worth now, of a stray token as what it is credited as.
  const worth =
    kobo !== null || code === null || amount === null
      ? kobo
      : await valueOf({ asset: findStray(code)?.counterpart ?? code, amount: BigInt(amount) });
  const whole = amount === null || asset === undefined ? amount : formatUnits(BigInt(amount), asset.decimals);
  return {
    kind,
    id,
    since: since?.toISOString() ?? null,
    about,
    nairaKobo: worth?.toString() ?? null,
    amount: whole,
    currency: asset?.currency ?? code,
    network,
    networkName: network === null ? null : networkNameOf({ network }),
    ...(payee === null ? {} : { payeeName: payee }),
  };
}
