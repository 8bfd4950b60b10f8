import { ASSETS, findLedgerAsset, type NetworkId, NETWORKS, type UserId } from '@kobogate/contract';
import { formatFile, PLAN_FORMAT, type Plan, type Planned } from '@kobogate/plans';
import type { AddressSource } from '@kobogate/addresses';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { requireNoFence } from '../../controls/index.ts';
import { holdListedRefunds, newlyListed } from '../refunds/hold-listed.ts';
import { refundFee } from '../refunds/refund-fee.ts';
import { moveRefunds } from '../refunds/db.ts';
import { listDueRefunds, listNonceAccounts, lockRefunds } from './db.ts';
import { listAddressesWithCoins, listEmptied, listOwnAddresses } from './coins/db.ts';
import { reservedBy, type StandingPlan } from './plans/held-back.ts';
import { loadStanding } from './plans/load-standing.ts';
import { findTurn, insertPlan, lockPlans } from './plans/db.ts';
import { findOwnAddresses } from '../wallets/db.ts';
import { keyOfAddress, MAYBE_PAID, maybePaid } from './held-refunds.ts';
import { payersOf, refundsIn } from './planned-refunds.ts';
import type { DueRefund, EmptiedAddress, OwnAddress, TreasuryWallet } from './treasury-wallet.ts';

/** The most transactions of one plan: what a person can still review, and the watcher looks for in each block. */
const MOST_TRANSACTIONS = 200;

/** Which of these addresses an order or a payment waits for coins at. */
export type FindAwaited = (addresses: readonly string[]) => Promise<ReadonlySet<string>>;

export interface SpendingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly addressSources: readonly AddressSource[];
  /** Missing: nothing is known of that, and no token account is closed. */
  readonly findAwaited?: FindAwaited | undefined;
}

export interface WrittenPlan {
  readonly plan: Plan;
  /** The file's text. */
  readonly text: string;
}

/** What a request for plans led to: none where there is nothing to do. */
export interface Written {
  readonly plans: readonly WrittenPlan[];
  /** What was left out and why, in sentences for the operator. */
  readonly notes: readonly string[];
}

/** The operator's address of a network that everything is swept to; null where the keys don't give one. */
export function findTreasury(sources: readonly AddressSource[], network: NetworkId): OwnAddress | null {
  const made = sources.find((source) => source.family === NETWORKS[network].family)?.treasury?.();
  return made === undefined ? null : { chain: 1, index: 0, ...made };
}

/** The same as `findTreasury`. Throws 422 with a message where there is none. */
export function treasuryOf(sources: readonly AddressSource[], network: NetworkId): OwnAddress {
  const found = findTreasury(sources, network);
  if (found !== null) return found;
  throw ruleBroken(`Coins on ${NETWORKS[network].name} can't be moved from here: its keys give no treasury address.`);
}

/**
 * The deposit addresses of a network's present account key: those that hold coins by our own record of what came and
 * left; `known`: all that were given out; `everything`: also those that are only reserved after a restore.
 */
export async function depositAddresses(
  { database, addressSources }: Pick<SpendingDependencies, 'database' | 'addressSources'>,
  network: NetworkId,
  which: 'with-coins' | 'known' | 'everything',
): Promise<OwnAddress[]> {
  const { family } = NETWORKS[network];
  const source = addressSources.find((candidate) => candidate.family === family);
  if (source === undefined) return [];
  const { keyFingerprint } = source;
  if (which === 'with-coins') return listAddressesWithCoins(database, { family, keyFingerprint, network });
  return listOwnAddresses(database, { family, keyFingerprint, isKnown: which === 'known' });
}

interface PlanWish {
  readonly treasuryWallet: TreasuryWallet;
  readonly isSweep: boolean;
  /** Asks the node about every address that was given out, not only about those that hold coins by the books. */
  readonly isEverywhere?: boolean;
  readonly madeBy?: UserId | null;
  /** Sweeps end at the wallet's cold address, and no refund is paid: the signer signs it. */
  readonly isForSigner?: boolean;
  /** Runs in the transaction that writes the plans. */
  readonly onWritten?: (tx: Transaction, written: Written) => Promise<void>;
}

/**
 * Writes plans of a network: coins at deposit addresses go to the treasury (where `isSweep`), and approved refunds are
 * paid. A draft that is too large for one plan is written in parts, which are sent in their order. What open plans use
 * is left alone, and these refunds are in no other plan from then on. Throws 409 where another plan was made or
 * discarded meanwhile, 503 while a fence is up, `NodeFault` where the node can't be believed.
 */
export async function planSpending(dependencies: SpendingDependencies, wish: PlanWish): Promise<Written> {
  const { database, addressSources } = dependencies;
  const { treasuryWallet, isSweep, isEverywhere = false, isForSigner = false, onWritten } = wish;
  const sweepTo = isForSigner ? treasuryWallet.cold : undefined;
  if (isForSigner && sweepTo === undefined) throw new Error('there is no cold address to sweep to');
  const { network } = treasuryWallet;
  const treasury = treasuryOf(addressSources, network);
  await holdListedRefunds(database, network);
  // A scan of all coins takes as long for many addresses as for few.
  const which = isEverywhere || treasuryWallet.hasSlowBalances === true ? 'known' : 'with-coins';
  const turn = await findTurn(database, network);
  const [addresses, dueRefunds, nonceAccounts, standing] = await Promise.all([
    isSweep || treasuryWallet.family === 'bitcoin' || treasuryWallet.family === 'cardano'
      ? depositAddresses(dependencies, network, which)
      : [],
    isForSigner ? [] : listDueRefunds(database, network),
    listNonceAccounts(database, network),
    loadStanding(database, network),
  ]);
  const reserved = reservedBy(standing);
  const busy = payersOf(reserved);
  const deposits = addresses.filter(({ address }) => !busy.has(address));
  const isFree = ({ address: { address } }: EmptiedAddress): boolean => !busy.has(address);
  const toUs = await refundsToUs(database, [treasury, treasuryWallet.cold], { network, refunds: dueRefunds });
  const maybe = await maybePaid(database, network, dueRefunds);
  const refunds = dueRefunds.filter(({ id }) => !toUs.has(id) && !maybe.has(id));
  const emptied = isSweep ? (await findEmptied(dependencies, treasuryWallet)).filter(isFree) : [];
  const spending = { treasury, deposits, refunds, isSweep, reserved, nonceAccounts, emptied, sweepTo, leastOf };
  const draft = await treasuryWallet.draft(spending);
  const notes = [
    ...(sweepTo === undefined ? [] : [`To the cold address ${sweepTo.address}, signed by the signer.`]),
    ...draft.notes,
    ...[...toUs].map((id) => `The refund ${id} is left out: it goes to an address of yours. Please decline it.`),
    ...[...maybe].map((id) => `The refund ${id} is left out. ${MAYBE_PAID}`),
    ...busyNotes(addresses.length - deposits.length),
  ];
  const plans = inParts(draft.transactions).map((transactions) => write(dependencies, network, transactions));
  const written = { plans, notes };
  const ids = draft.transactions.flatMap(refundsIn);
  await database.transaction(async (tx) => {
    // The parts are counted from the turn that was seen before anything was read.
    if (plans.length > 0) await requireStanding(tx, network, standing);
    const locked = await lockRefunds(tx, ids);
    const due = new Set((await listDueRefunds(tx, network)).map(({ id }) => id));
    if (locked.length !== ids.length || ids.some((id) => !due.has(id))) throw hasMoved(network);
    if ((await maybePaid(tx, network, locked)).size > 0) throw conflict(MAYBE_PAID);
    if ((await newlyListed(tx, locked)).length > 0) throw listHasChanged();
    if (plans.length > 0) await requireNoFence(tx);
    for (const [at, { plan, text }] of plans.entries()) {
      const paid = plan.transactions.flatMap(refundsIn);
      const hasTurn = await insertPlan(tx, {
        id: plan.id,
        network,
        body: text,
        hasRefunds: paid.length > 0,
        rootId: null,
        batchId: plans.length > 1 ? (plans[0]?.plan.id ?? null) : null,
        part: at + 1,
        parts: plans.length,
        turn: turn + at + 1,
        notes: at === 0 ? notes : [],
        madeBy: wish.madeBy ?? null,
      });
      if (!hasTurn) throw hasMoved(network);
      await moveRefunds(tx, paid, 'planned', { planId: plan.id });
    }
    await onWritten?.(tx, written);
  });
  return written;
}

/** The emptied addresses whose token accounts may be closed: no coins are waited for there. */
async function findEmptied(
  { database, addressSources, findAwaited }: SpendingDependencies,
  { network, family, closesAccounts }: TreasuryWallet,
): Promise<EmptiedAddress[]> {
  const source = addressSources.find((candidate) => candidate.family === family);
  if (closesAccounts !== true || findAwaited === undefined || source === undefined) return [];
  const tokens = ASSETS.filter((asset) => asset.network === network && asset.contract !== null).map(({ code }) => code);
  const { keyFingerprint } = source;
  const found = await listEmptied(database, { family, keyFingerprint, network }, tokens);
  const awaited = found.length === 0 ? new Set() : await findAwaited(found.map(({ address }) => address.address));
  return found.filter(({ address }) => !awaited.has(address.address));
}

function write({ clock }: SpendingDependencies, network: NetworkId, transactions: readonly Planned[]): WrittenPlan {
  const madeAt = clock.now().toISOString();
  const plan: Plan = { format: PLAN_FORMAT, id: newId(), network, madeAt, transactions: [...transactions] };
  return { plan, text: formatFile(plan) };
}

/**
 * In the order in which they are sent: what one needs is in its own part, or in an earlier one. A deposit address gets its
 * gas in the part that sweeps it, so that each part of what the signer signs is known by where it ends.
 */
function inParts(transactions: readonly Planned[]): Planned[][] {
  const groups = new Map<unknown, Planned[]>();
  for (const planned of transactions) {
    const isGas = 'from' in planned && planned.purpose === 'gas';
    const deposit = isGas ? planned.payee : 'from' in planned && planned.from.chain === 0 ? planned.from.address : null;
    const key = deposit ?? planned;
    groups.set(key, [...(groups.get(key) ?? []), planned]);
  }
  const parts: Planned[][] = [];
  for (const group of groups.values()) {
    const last = parts.at(-1);
    if (last === undefined || last.length + group.length > MOST_TRANSACTIONS) parts.push([...group]);
    else last.push(...group);
  }
  return parts.map((part) => part.toSorted((one, other) => one.stage - other.stage));
}

/** Throws 409 where one of the plans that the draft left room for was discarded or replaced in the meantime. */
async function requireStanding(tx: Transaction, network: NetworkId, standing: readonly StandingPlan[]): Promise<void> {
  const now = await lockPlans(
    tx,
    standing.map(({ row }) => row.id),
  );
  const isSame = now.every(({ id, status }) => {
    const before = standing.find(({ row }) => row.id === id)?.row.status;
    return status === before || status === 'done';
  });
  if (!isSame) throw hasMoved(network);
}

const busyNotes = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${count === 1 ? 'One address is' : `${count} addresses are`} left out: plans that are open, or transactions that wait, move those coins already. They are in the next plan.`,
      ];

/** Which refunds go to an address of ours: coins that only come back would be booked as gone. */
async function refundsToUs(
  database: Database,
  treasuries: readonly (OwnAddress | undefined)[],
  { network, refunds }: { network: NetworkId; refunds: readonly DueRefund[] },
): Promise<ReadonlySet<string>> {
  const keyOf = ({ address }: DueRefund): string => keyOfAddress(network, address);
  const own = await findOwnAddresses(database, NETWORKS[network].family, refunds.map(keyOf));
  const isOurs = (key: string): boolean => own.has(key) || treasuries.some((each) => each?.addressKey === key);
  return new Set(refunds.filter((refund) => isOurs(keyOf(refund))).map(({ id }) => id));
}

/** A balance of less than twice a refund's cost is not worth moving. */
function leastOf(code: string): bigint {
  const asset = findLedgerAsset(code);
  return asset === undefined ? 0n : 2n * (refundFee(asset) ?? 0n);
}

const listHasChanged = () =>
  conflict('The sanctions list now names an address of this plan. Nothing was planned; please make it again.');

const hasMoved = (network: NetworkId) =>
  conflict(
    `Another plan of ${NETWORKS[network].name} was made, replaced or discarded meanwhile. Nothing was planned; please make it again.`,
  );
