import { isNetwork, type NetworkId } from '@kobogate/contract';
import type { Plan, Planned } from '@kobogate/plans';
import { post } from '../../ledger/index.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { emit } from '../../events.ts';
import { findTip } from '../deposits/db.ts';
import { bookFound } from '../found/book-found.ts';
import { moveRefunds, returnRefunds } from '../refunds/db.ts';
import { listUnderWay, lockOutgoing, lockRefunds, type OutgoingRow, saveOutgoing } from './db.ts';
import { lockFamily } from './plans/db.ts';
import type { HasWork } from './has-work.ts';
import { describeMoves, nativeOf } from './describe-moves.ts';
import { type MovedCoins, noteClosed, noteMoved } from './coins/db.ts';
import { createPlanReader, refundsIn } from './planned-refunds.ts';
import type { Outcome, TreasuryWallet } from './treasury-wallet.ts';
import { retireReplaced } from './retire-replaced.ts';

const FAILED =
  'The network refused the transaction that paid it. Nothing has left; the coins are set aside until we have looked at it.';

export interface SettleDependencies {
  readonly database: Database;
  readonly log: Log;
}

/** A network's treasury wallet, and how deep a block must lie for its transactions to be final. */
export interface WatchedTreasuryWallet {
  readonly treasuryWallet: TreasuryWallet;
  readonly confirmations: number;
}

/**
 * Books the transactions that have become final on each of these networks; one whose node fails does not delay the
 * others.
 */
export async function settleNetworks(
  dependencies: SettleDependencies & { readonly hasWork: HasWork },
  treasuryWallets: readonly WatchedTreasuryWallet[],
): Promise<void> {
  const work = 'settle' as const;
  const isBusy = await Promise.all(
    treasuryWallets.map(({ treasuryWallet: { network } }) => dependencies.hasWork({ work, network })),
  );
  for (const { treasuryWallet, confirmations } of treasuryWallets.filter((_, index) => isBusy[index])) {
    const tip = await findTip(dependencies.database, treasuryWallet.network);
    if (tip === null) continue;
    const settling = { treasuryWallet, confirmations, tip: tip.height };
    await (async () => {
      // Found transactions of a plan are settled with it.
      await bookFound(dependencies, settling);
      await settleOutgoing(dependencies, settling);
    })().catch((error: unknown) =>
      dependencies.log.warn(
        { err: error, network: treasuryWallet.network },
        'own transactions were not booked; it is tried again',
      ),
    );
  }
}

/**
 * Books every transaction of ours on a network that is `confirmations` blocks deep by the blocks that the watcher has
 * read: once, by its moves and its fee. The node is asked before the transaction is opened; if a reorganisation comes
 * in between, the next run books it. One that can't be booked raises an alarm, is tried again, and does not delay the
 * others.
 */
export async function settleOutgoing(
  { database, log }: SettleDependencies,
  { treasuryWallet, confirmations, tip }: { treasuryWallet: TreasuryWallet; confirmations: number; tip: bigint },
): Promise<void> {
  const plans = new Map<string, Plan | null>();
  for (const outgoing of await listUnderWay(database, treasuryWallet.network)) {
    const { blockHeight, txid } = outgoing;
    if (blockHeight === null || tip - blockHeight + 1n < BigInt(confirmations)) continue;
    try {
      const plan =
        plans.get(outgoing.planId) ?? (await database.transaction((tx) => createPlanReader(tx)(outgoing.planId)));
      plans.set(outgoing.planId, plan);
      await settleOne(
        { database, log },
        { treasuryWallet, seen: outgoing, planned: plan?.transactions[outgoing.position] },
      );
    } catch (error) {
      log.error(
        { err: error, network: treasuryWallet.network, txid },
        'a transaction of ours was not booked; it is tried again',
      );
    }
  }
}

async function settleOne(
  { database, log }: SettleDependencies,
  {
    treasuryWallet,
    seen,
    planned,
  }: Pick<Settled, 'treasuryWallet' | 'seen'> & { readonly planned: Planned | undefined },
): Promise<void> {
  const { txid, blockHash } = seen;
  if (planned === undefined) throw new Error(`the plan of ${txid} is not there`);
  const outcome = blockHash === null ? null : await treasuryWallet.outcome(planned, txid, blockHash);
  if (outcome === null) return;
  if (!outcome.isSuccess) log.error({ txid }, 'a transaction of ours failed in its block');
  await database.transaction((tx) => settle(tx, { treasuryWallet, seen, planned, outcome }));
}

interface Settled {
  readonly treasuryWallet: TreasuryWallet;
  readonly seen: OutgoingRow;
  readonly planned: Planned;
  readonly outcome: Outcome;
}

async function settle(tx: Transaction, { treasuryWallet, seen, planned, outcome }: Settled): Promise<void> {
  const family = await lockFamily(tx, seen.planId);
  const outgoing = await lockOutgoing(tx, seen.id);
  if (outgoing?.status !== 'seen' || outgoing.blockHash !== seen.blockHash || outgoing.blockHeight === null) return;
  const refunds = await lockRefunds(tx, refundsIn(planned));
  const transfers = describeMoves(requireNetwork(outgoing.network), planned, outcome, refunds);
  const [result] =
    transfers.length === 0
      ? []
      : await post(tx, [
          { source: 'outgoing', sourceId: outgoing.id, description: `Own transaction ${outgoing.txid}`, transfers },
        ]);
  if (result?.ok === false) throw new Error(`the ledger refused to book ${outgoing.txid}`);
  await noteMoved(tx, outgoing.network, movedBy(requireNetwork(outgoing.network), planned, outcome));
  if (outcome.isSuccess && planned.kind === 'solana' && planned.closes !== undefined) {
    await noteClosed(tx, outgoing.network, planned.from.address, planned.closes);
  }
  const { blockHeight: height, blockHash } = outgoing;
  await saveOutgoing(tx, outgoing.id, outcome.isSuccess ? 'final' : 'failed', { height, hash: blockHash ?? '' });
  const ids = refunds.map(({ id }) => id);
  if (outcome.isSuccess) {
    await moveRefunds(tx, ids, 'final', { txid: outgoing.txid });
    for (const refundId of ids) await emit(tx, { type: 'refund.final', payload: { refundId } });
  } else {
    await returnRefunds(tx, ids, FAILED);
  }
  await retireReplaced(tx, treasuryWallet, family);
}

function requireNetwork(network: string): NetworkId {
  if (!isNetwork(network)) throw new Error(`no such network: ${network}`);
  return network;
}

/** What a final transaction of ours took from deposit addresses, its fee included; gas that one got is negative. Pure. */
export function movedBy(network: NetworkId, planned: Planned, { isSuccess, fee }: Outcome): MovedCoins[] {
  const native = nativeOf(network);
  if (!('from' in planned)) {
    return planned.inputs
      .filter(({ place }) => place.chain === 0)
      .map(({ place: { address }, amount }) => ({ address, asset: native, amount }));
  }
  const { purpose, asset, amount, from, payee } = planned;
  const payer = 'payer' in planned ? planned.payer : from;
  const moved: MovedCoins[] = payer.chain === 0 ? [{ address: payer.address, asset: native, amount: fee }] : [];
  if (!isSuccess) return moved;
  // What a closed account gives back was never booked as a deposit.
  if (purpose === 'close') return moved;
  if (purpose === 'gas') moved.push({ address: payee, asset, amount: -amount });
  else if (from.chain === 0) moved.push({ address: from.address, asset, amount });
  return moved;
}
