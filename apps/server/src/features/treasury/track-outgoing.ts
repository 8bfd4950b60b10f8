import type { AddressSource } from '@kobogate/addresses';
import { NETWORK_IDS, NETWORKS } from '@kobogate/contract';
import type { Database, Transaction } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Outgoing, SeenBlock } from '../deposits/outgoing.ts';
import { lockPlan, moveRefunds } from './db.ts';
import { findOutgoing, listUnderWay, lockOutgoingAbove, type OutgoingRow, saveOutgoing } from './db-outgoing.ts';
import { planOf, refundsIn } from './planned-refunds.ts';

/** The watcher's eyes for our own transactions: each write is part of its own. */
export function createOutgoing({
  database,
  log,
  addressSources,
}: {
  database: Database;
  log: Log;
  addressSources: readonly AddressSource[];
}): Outgoing {
  const treasuries = new Map<string, string | null>(
    NETWORK_IDS.map((network) => {
      const source = addressSources.find(({ family }) => family === NETWORKS[network].family);
      return [network, source?.treasury?.().addressKey ?? null];
    }),
  );
  return {
    treasury: (network) => treasuries.get(network) ?? null,
    ours: (network, transactions) => findOutgoing(database, network, transactions),
    noteSeen: async (tx, network, blocks) => {
      const waiting = (await listUnderWay(tx, network)).filter(({ status }) => status === 'sent');
      for (const outgoing of waiting) {
        const block = blocks.find((each) => each.transactions?.includes(outgoing.txid) === true);
        if (block !== undefined) await see(tx, outgoing, block);
      }
    },
    forgetAbove: async (tx, network, height) => {
      for (const outgoing of await lockOutgoingAbove(tx, network, height)) {
        if (outgoing.status === 'seen') {
          await saveOutgoing(tx, outgoing.id, 'sent', null);
          await moveRefunds(tx, await refundsOf(tx, outgoing), 'sent');
        } else {
          // Its coins are as they were before; the booking stands until somebody has looked at it.
          log.error({ network, txid: outgoing.txid }, 'the chain took back a transaction of ours that had been final');
        }
      }
    },
  };
}

async function see(tx: Transaction, outgoing: OutgoingRow, block: SeenBlock): Promise<void> {
  await saveOutgoing(tx, outgoing.id, 'seen', block);
  await moveRefunds(tx, await refundsOf(tx, outgoing), 'seen');
}

async function refundsOf(tx: Transaction, { planId, position }: OutgoingRow): Promise<string[]> {
  const row = await lockPlan(tx, planId);
  const planned = row === null ? undefined : planOf(row).transactions[position];
  return planned === undefined ? [] : refundsIn(planned);
}
