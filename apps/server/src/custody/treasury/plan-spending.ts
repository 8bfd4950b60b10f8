import { findLedgerAsset, type NetworkId, NETWORKS } from '@kobogate/contract';
import { formatFile, PLAN_FORMAT, type Plan } from '@kobogate/plans';
import type { AddressSource } from '@kobogate/addresses';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { requireNoFence } from '../../controls/index.ts';
import { holdListedRefunds, newlyListed } from '../refunds/hold-listed.ts';
import { refundFee } from '../refunds/refund-fee.ts';
import {
  findOpenPlan,
  insertPlan,
  listDueRefunds,
  listNonceAccounts,
  listOwnAddresses,
  lockRefunds,
  moveRefunds,
} from './db.ts';
import { findOwnAddresses } from '../wallets/db.ts';
import { keyOfAddress, MAYBE_PAID, maybePaid } from './held-refunds.ts';
import { listPayers, refundsIn } from './planned-refunds.ts';
import type { DueRefund, OwnAddress, TreasuryWallet } from './treasury-wallet.ts';

/** The most that an operator can review, and that the watcher checks with each block while it is pending. */
const MOST_TRANSACTIONS = 200;

export interface SpendingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly addressSources: readonly AddressSource[];
}

export interface WrittenPlan {
  readonly plan: Plan;
  readonly text: string;
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
 * The deposit addresses of a network's present account key: those with possible coins, and with `everything` also those
 * that are only reserved after a restore.
 */
export async function depositAddresses(
  { database, addressSources }: Pick<SpendingDependencies, 'database' | 'addressSources'>,
  network: NetworkId,
  { everything = false } = {},
): Promise<OwnAddress[]> {
  const { family } = NETWORKS[network];
  const source = addressSources.find((candidate) => candidate.family === family);
  if (source === undefined) return [];
  return listOwnAddresses(database, { family, keyFingerprint: source.keyFingerprint, isKnown: !everything });
}

/**
 * Writes the plan of a network: coins at deposit addresses go to the treasury (where `isSweep`), and approved refunds
 * are paid. Its refunds are in no other plan from then on. Null where there is nothing to do. Throws 409 while another
 * plan of the network is open, 503 while a fence is up, `NodeFault` where the node can't be believed.
 */
export async function planSpending(
  dependencies: SpendingDependencies,
  { treasuryWallet, isSweep }: { treasuryWallet: TreasuryWallet; isSweep: boolean },
): Promise<WrittenPlan | { plan: null; notes: readonly string[] }> {
  const { database, clock, addressSources } = dependencies;
  const { network } = treasuryWallet;
  if ((await findOpenPlan(database, network)) !== null) throw planIsOpen(network);
  const treasury = treasuryOf(addressSources, network);
  await holdListedRefunds(database, network);
  const [addresses, dueRefunds, nonceAccounts, busy] = await Promise.all([
    depositAddresses(dependencies, network),
    listDueRefunds(database, network),
    listNonceAccounts(database, network),
    database.transaction((tx) => listPayers(tx, network)),
  ]);
  const deposits = addresses.filter(({ address }) => !busy.has(address));
  const toUs = await refundsToUs(database, treasury, { network, refunds: dueRefunds });
  const maybe = await maybePaid(database, network, dueRefunds);
  const refunds = dueRefunds.filter(({ id }) => !toUs.has(id) && !maybe.has(id));
  const draft = await treasuryWallet.draft({ treasury, deposits, refunds, isSweep, nonceAccounts, leastOf });
  // The first of them depend on none of the others: dependencies have an earlier stage, and an earlier nonce.
  const transactions = draft.transactions.slice(0, MOST_TRANSACTIONS);
  const left = draft.transactions.length - transactions.length;
  const busyOnes = addresses.length - deposits.length;
  const notes = [
    ...draft.notes,
    ...[...toUs].map((id) => `The refund ${id} is left out: it goes to an address of yours. Please decline it.`),
    ...[...maybe].map((id) => `The refund ${id} is left out. ${MAYBE_PAID}`),
    ...(busyOnes > 0
      ? [
          `${busyOnes} addresses are left out: transactions of theirs from a replaced plan still wait. Send that plan’s signed file again, or write them anew with “plan ${network} --replace”.`,
        ]
      : []),
    ...(left > 0 ? [`${left} transactions are left for the next plan.`] : []),
  ];
  if (transactions.length === 0) return { plan: null, notes };
  const plan: Plan = {
    format: PLAN_FORMAT,
    id: newId(),
    network,
    madeAt: clock.now().toISOString(),
    transactions: [...transactions],
  };
  const text = formatFile(plan);
  const ids = transactions.flatMap(refundsIn);
  await database.transaction(async (tx) => {
    const locked = await lockRefunds(tx, ids);
    const due = new Set((await listDueRefunds(tx, network)).map(({ id }) => id));
    if (locked.length !== ids.length || ids.some((id) => !due.has(id))) throw planIsOpen(network);
    if ((await maybePaid(tx, network, locked)).size > 0) throw conflict(MAYBE_PAID);
    if ((await newlyListed(tx, locked)).length > 0) throw listHasChanged();
    await requireNoFence(tx);
    await insertPlan(tx, { id: plan.id, network, body: text, hasRefunds: ids.length > 0, rootId: null });
    await moveRefunds(tx, ids, 'planned', { planId: plan.id });
  });
  return { plan, text, notes };
}

/** Which refunds go to an address of ours: coins that only come back would be booked as gone. */
async function refundsToUs(
  database: Database,
  treasury: OwnAddress,
  { network, refunds }: { network: NetworkId; refunds: readonly DueRefund[] },
): Promise<ReadonlySet<string>> {
  const keyOf = ({ address }: DueRefund): string => keyOfAddress(network, address);
  const own = await findOwnAddresses(database, NETWORKS[network].family, refunds.map(keyOf));
  const isOurs = (key: string): boolean => key === treasury.addressKey || own.has(key);
  return new Set(refunds.filter((refund) => isOurs(keyOf(refund))).map(({ id }) => id));
}

/** A balance of less than twice a refund's cost is not worth moving. */
function leastOf(code: string): bigint {
  const asset = findLedgerAsset(code);
  return asset === undefined ? 0n : 2n * (refundFee(asset) ?? 0n);
}

const listHasChanged = () =>
  conflict('The sanctions list now names an address of this plan. Nothing was planned; please make it again.');

const planIsOpen = (network: NetworkId) =>
  conflict(
    `A plan of ${NETWORKS[network].name} is open. Send it, or discard it where it pays no refund, before another is made.`,
  );
