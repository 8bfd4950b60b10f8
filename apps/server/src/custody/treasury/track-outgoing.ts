import type { AddressSource } from '@kobogate/addresses';
import { NETWORK_IDS, NETWORKS, type FoundTransactionId, type RefundId } from '@kobogate/contract';
import type { Database, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import type { Log } from '../../platform/log.ts';
import type { Outgoing, SeenBlock } from '../deposits/outgoing.ts';
import { forgetFound, insertFound } from '../found/db.ts';
import { moveRefunds } from '../refunds/db.ts';
import { findOutgoing, isWaiting, listOutgoingAbove, listUnderWay, type OutgoingRow, saveOutgoing } from './db.ts';
import { noteImpossible } from './note-impossible.ts';
import { createPlanReader, refundsIn } from './planned-refunds.ts';

/** Lets the watcher track our own transactions: each write is part of the watcher's. */
export function createOutgoing({
  database,
  log,
  addressSources,
}: {
  database: Database;
  log: Log;
  addressSources: readonly AddressSource[];
}): Outgoing {
  // Once for each family, not for each of its networks: a key is derived for it.
  const ofFamilies = new Map(addressSources.map((source) => [source.family, source.treasury?.().addressKey]));
  const treasuries = new Map<string, string | null>(
    NETWORK_IDS.map((network) => [network, ofFamilies.get(NETWORKS[network].family) ?? null]),
  );
  return {
    treasury: (network) => treasuries.get(network) ?? null,
    ours: (network, transactions) => findOutgoing(database, network, transactions),
    waits: (network) => isWaiting(database, network),
    noteSeen: async (tx, network, blocks) => {
      const blockOf = ({ txid }: OutgoingRow) => blocks.find((each) => each.transactions?.includes(txid) === true);
      const readPlan = createPlanReader(tx);
      const found = await listLocked(readPlan, async () =>
        (await listUnderWay(tx, network)).filter((each) => each.status === 'sent' && blockOf(each) !== undefined),
      );
      for (const outgoing of found) {
        const block = blockOf(outgoing);
        if (block !== undefined) await see({ tx, readPlan }, outgoing, block);
      }
      await noteImpossible({ tx, log }, network, blocks);
      await noteUnknown({ tx, log }, network, blocks);
    },
    forgetAbove: async (tx, network, height) => {
      const readPlan = createPlanReader(tx);
      for (const outgoing of await listLocked(readPlan, () => listOutgoingAbove(tx, network, height))) {
        if (outgoing.status === 'seen') {
          await saveOutgoing(tx, outgoing.id, 'sent', null);
          await moveRefunds(tx, await refundsOf(readPlan, outgoing), 'sent');
        } else {
          // Its coins are as they were before; the booking stands until an administrator has checked it.
          log.error({ network, txid: outgoing.txid }, 'the chain took back a transaction of ours that had been final');
        }
      }
      for (const txid of await forgetFound(tx, network, height)) {
        log.error({ network, txid }, 'the chain took back a transaction of ours that had been found and booked');
      }
    },
  };
}

/**
 * Records transactions that addresses of ours sent and the books don't know. A found transaction may do what a plan has under
 * another hash, or use up what the plan needs, even a plan that is written later from what the node said before the block. Any
 * other transaction is the operator's own if the books were never restored, and is forgotten once it is final (`bookFound`).
 */
async function noteUnknown(
  { tx, log }: { readonly tx: Transaction; readonly log: Log },
  network: string,
  blocks: readonly SeenBlock[],
): Promise<void> {
  const sent = blocks.flatMap(({ height, hash, sent: txids = [] }) =>
    txids.map((txid) => ({ id: newId<FoundTransactionId>(), network, txid, blockHeight: height, blockHash: hash })),
  );
  if (sent.length === 0) return;
  const known = await findOutgoing(
    tx,
    network,
    sent.map(({ txid }) => txid),
  );
  for (const found of sent.filter(({ txid }) => !known.has(txid))) {
    await insertFound(tx, found);
    log.warn({ network, txid: found.txid }, 'a transaction of ours was found that the books do not know');
  }
}

interface Look {
  readonly tx: Transaction;
  readonly readPlan: ReturnType<typeof createPlanReader>;
}

/**
 * The transactions' states once their plans are locked. All code that changes one locks its plan first, and plans in
 * the order of their ids: in any other order the watcher and the treasury would deadlock.
 */
async function listLocked(
  readPlan: Look['readPlan'],
  list: () => Promise<readonly OutgoingRow[]>,
): Promise<readonly OutgoingRow[]> {
  const before = await list();
  for (const planId of new Set(before.map((each) => each.planId).toSorted())) await readPlan(planId);
  return before.length === 0 ? before : list();
}

async function see({ tx, readPlan }: Look, outgoing: OutgoingRow, block: SeenBlock): Promise<void> {
  await saveOutgoing(tx, outgoing.id, 'seen', block);
  // Of several that replace one another this is the one that pays.
  await moveRefunds(tx, await refundsOf(readPlan, outgoing), 'seen', { txid: outgoing.txid });
}

async function refundsOf(readPlan: Look['readPlan'], { planId, position }: OutgoingRow): Promise<RefundId[]> {
  const planned = (await readPlan(planId))?.transactions[position];
  return planned === undefined ? [] : refundsIn(planned);
}
