import { creditedAs, type DepositId } from '@kobogate/contract';
import { screenDeposits } from '../../controls/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { noteArrival } from '../../platform/tracing.ts';
import { emitMany } from '../../events.ts';
import type { ConfirmationStep } from '../../platform/confirmation-steps.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import {
  adoptGiven,
  deleteBlocksUpTo,
  holdTip,
  insertBlocks,
  insertDeposits,
  insertSenders,
  listUnsettled,
  type NewDeposit,
} from './db.ts';
import { linkToSurplus, saveAdopted } from '../found/surpluses/db.ts';
import type { AddressOwner } from '../wallets/db.ts';
import type { WatchList } from '../watch-list/watch-list.ts';
import { type BlockRef, decideForgotten } from './blocks.ts';
import { type ScannedBlock, type Transfer, NodeFault } from './chain.ts';
import type { Outgoing } from './outgoing.ts';
import type { Traces } from './traces.ts';
import { countsWithOthers, decideNeeded, isOwned, worthInKobo } from './deposit.ts';

/** A block's own time may be so much too early: on Bitcoin it only has to be later than the middle of the eleven before it. */
const CLOCK_ERROR_MS = 3_600_000;

/** Deposits of low value are final earlier. */
export interface SmallDeposits {
  readonly steps: readonly ConfirmationStep[];
  readonly currentRates: CurrentRates;
}

export interface RecordDependencies {
  readonly database: Database;
  readonly watchList: WatchList;
  readonly clock: Clock;
}

export interface RecordInput {
  readonly network: string;
  /** The tip that the blocks were read on top of. */
  readonly tip: BlockRef;
  readonly blocks: readonly ScannedBlock[];
  readonly confirmations: number;
  readonly smallDeposits?: SmallDeposits | undefined;
  /** Our own transactions, which are no deposits. */
  readonly outgoing?: Outgoing | undefined;
  /** Where blocks that could not be traced are kept. */
  readonly traces?: Traces | undefined;
  /** The provider that the blocks were read at. */
  readonly readBy?: string | undefined;
  /** What another provider had reported in place of a payment, in a sentence, by the payment's identity. */
  readonly contradictions?: ReadonlyMap<string, string> | undefined;
}

/**
 * Commits blocks, the deposits in them and the cursor with them: all or nothing. Answers false, and writes nothing, where
 * the stored tip is no longer the one that the blocks were read on. Throws `NodeFault` where the node has one transfer
 * in two living blocks.
 */
export async function recordDeposits(dependencies: RecordDependencies, input: RecordInput): Promise<boolean> {
  const { database } = dependencies;
  const { network, tip, blocks, confirmations, outgoing } = input;
  const deposits = await describeDeposits(dependencies, input);
  return database.transaction(async (tx) => {
    if (!(await holdTip(tx, network, tip))) return false;
    await insertBlocks(tx, network, blocks);
    const untraced = blocks.filter(({ isUntraced }) => isUntraced === true);
    if (untraced.length > 0) await input.traces?.noteUntraced(tx, network, untraced);
    await outgoing?.noteSeen(tx, network, blocks);
    const newTip = blocks.at(-1)?.height ?? tip.height;
    await deleteBlocksUpTo(tx, network, decideForgotten(newTip, confirmations));
    if (deposits.length === 0) return true;
    const written = await insertDeposits(tx, deposits);
    const doubled = deposits.find(({ identity }) => !written.has(identity));
    if (doubled !== undefined || written.size !== deposits.length) {
      const named = doubled?.transaction ?? deposits[0]?.transaction;
      throw new NodeFault(`The node reports the payment ${named} in two blocks at once. Nothing of it was counted.`);
    }
    await announce(tx, deposits);
    return true;
  });
}

async function announce(tx: Transaction, deposits: readonly NewDeposit[]): Promise<void> {
  for (const { id, seenAt } of deposits) noteArrival(id, 'deposit: from its block until it was read', seenAt);
  await insertSenders(tx, deposits);
  await emitMany(
    tx,
    deposits.filter(isOwned).map(({ id }) => ({ type: 'deposit.seen', payload: { depositId: id } })),
  );
}

/** What blocks show that were read before. */
export interface LateInput extends RecordInput {
  /** Answers whether a block still has to be read again, and no longer has to. */
  forget(tx: Transaction, network: string, block: BlockRef): Promise<boolean>;
  /** Runs where there were new ones. */
  done?(tx: Transaction, network: string): Promise<void>;
  /** The deposit that was known in place of what the blocks show, and its coins. */
  readonly replaced?: { readonly id: DepositId; readonly asset: string; readonly amount: bigint };
}

/**
 * Commits what blocks show that were read before, without their traces or at a provider that others contradict: deposits
 * that are recorded already stay as they are. Coins that a surplus counts already are not counted twice. Answers the new ones;
 * none, and nothing is written, where the stored tip or one of the blocks has changed.
 */
export async function recordLate(dependencies: RecordDependencies, input: LateInput): Promise<readonly NewDeposit[]> {
  const { network, tip, blocks, replaced = null } = input;
  const deposits = await describeDeposits(dependencies, input);
  return dependencies.database.transaction(async (tx) => {
    if (!(await holdTip(tx, network, tip))) return [];
    for (const block of blocks) if (!(await input.forget(tx, network, block))) return [];
    if (deposits.length === 0) return [];
    const known = await adoptGiven(tx, deposits);
    const adopted = deposits.flatMap(({ identity, senders }) => {
      const id = known.get(identity);
      return id === undefined ? [] : [{ id, senders }];
    });
    await insertSenders(tx, adopted);
    const adoptedIds = adopted.map(({ id }) => id).toSorted();
    await saveAdopted(tx, adoptedIds);
    // They are final already, so that nothing else compares the senders that were read only now.
    if (adoptedIds.length > 0) await screenDeposits(tx, adoptedIds);
    const written = await insertDeposits(
      tx,
      deposits.filter(({ identity }) => !known.has(identity)),
    );
    const late = deposits.filter(({ identity }) => written.has(identity));
    await announce(tx, late);
    await linkToSurplus(
      tx,
      late.map(({ id }) => id),
      replaced,
    );
    if (late.length > 0 || known.size > 0) await input.done?.(tx, network);
    return late;
  });
}

async function describeDeposits(
  { database, watchList, clock }: RecordDependencies,
  { network, tip, blocks, confirmations, smallDeposits, outgoing, readBy, contradictions }: RecordInput,
): Promise<NewDeposit[]> {
  const keys = blocks.flatMap(({ transfers }) => transfers.map(({ addressKey }) => addressKey));
  if (keys.length === 0) return [];
  const owners = await watchList.find(keys);
  const paid = blocks.flatMap(({ transfers }) => transfers.filter(({ addressKey }) => owners.has(addressKey)));
  const own = await outgoing?.ours(
    network,
    paid.map(({ transaction }) => transaction),
  );
  const treasury = outgoing?.treasury(network) ?? null;
  const isOurs = ({ transaction, sender }: Transfer): boolean =>
    own?.has(transaction) === true || (sender !== undefined && sender === treasury);
  const now = clock.now();
  const found = blocks.flatMap((block) =>
    block.transfers.flatMap((transfer) => {
      const owner = owners.get(transfer.addressKey);
      return owner === undefined || isOurs(transfer) ? [] : { block, transfer, owner };
    }),
  );
  const newest = blocks.at(-1)?.height ?? tip.height;
  const unsettledFrom = (newest > tip.height ? newest : tip.height) - BigInt(confirmations) + 1n;
  const needs = await decideNeeds({ database, network, unsettledFrom, confirmations, smallDeposits }, found);
  return found.map(({ block, transfer, owner }) => ({
    id: newId(),
    network,
    identity: transfer.identity,
    transaction: transfer.transaction,
    blockHash: block.hash,
    blockHeight: block.height,
    asset: creditedAs(transfer.asset),
    cameAs: creditedAs(transfer.asset) === transfer.asset ? null : transfer.asset,
    addressId: owner.addressId,
    userId: owner.userId,
    amount: transfer.amount,
    confirmationsNeeded: Math.max(
      (countsWithOthers(transfer) ? needs.get(owner.userId ?? '') : undefined) ?? confirmations,
      transfer.confirmationsAtLeast ?? 0,
    ),
    // A block's clock may run ahead of ours, but no payment was made before we could see it.
    seenAt: block.madeAt < now ? block.madeAt : now,
    knownAt: new Date(Math.min(now.getTime(), block.madeAt.getTime() + CLOCK_ERROR_MS)),
    senders: transfer.senders ?? [],
    readBy,
    contradiction: contradictions?.get(transfer.identity),
  }));
}

/**
 * How many blocks each customer's new deposits need. The value is that of all their deposits that a reorganisation
 * could still take back at once: one large payment cut into small ones waits like the large one. A coin that has no
 * rate is not among them, and waits the longest itself.
 */
async function decideNeeds(
  options: Pick<RecordInput, 'network' | 'confirmations' | 'smallDeposits'> & {
    database: Database;
    unsettledFrom: bigint;
  },
  found: readonly { readonly transfer: Transfer; readonly owner: AddressOwner }[],
): Promise<ReadonlyMap<string, number>> {
  const { database, network, unsettledFrom, confirmations, smallDeposits } = options;
  const userIds = [...new Set(found.flatMap(({ owner }) => owner.userId ?? []))];
  if (smallDeposits === undefined || smallDeposits.steps.length === 0 || userIds.length === 0) return new Map();
  const { steps } = smallDeposits;
  const [unsettled, rates] = await Promise.all([
    listUnsettled(database, network, userIds, unsettledFrom),
    smallDeposits.currentRates(),
  ]);
  return new Map(
    userIds.map((userId) => {
      const fresh = found
        .filter(({ owner }) => owner.userId === userId)
        .map(({ transfer: { asset, amount } }) => ({ asset: creditedAs(asset), amount }));
      const earlier = unsettled.filter((deposit) => deposit.userId === userId);
      const counted = [...fresh, ...earlier].filter(countsWithOthers);
      return [userId, decideNeeded({ steps, confirmations }, worthInKobo(counted, rates))];
    }),
  );
}
