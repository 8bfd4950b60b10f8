import type { NetworkId } from '@kobogate/contract';
import { createBatchedRead } from '../../platform/batched-read.ts';
import type { Connection } from '../../platform/database.ts';

/**
 * What is repeated for each network: `move`: what administrators asked of the treasury, and transactions that no node has;
 * `settle`: transactions of ours to be booked; `compare`: balances to be compared with the books.
 */
export type RepeatedWork = 'move' | 'settle' | 'compare';

interface Asked {
  readonly work: RepeatedWork;
  readonly network: NetworkId;
}

/** Whether there may be something of this work to do on a network. */
export type HasWork = (asked: Asked) => Promise<boolean>;

/**
 * Asks for all networks in one statement, as their turns come at the same moments: most have nothing to do most of the
 * time. It says only whether to look; who looks decides on the rows themselves.
 */
export function createHasWork(connection: Connection): HasWork {
  return createBatchedRead(async (asked: readonly Asked[]) => {
    const rows = await connection.query<Asked>(
      `select 'move' as work, network from treasury_task where ended_at is null
       union select 'move', network from outgoing_transaction where status = 'sent' and handed_at is null
       union select 'settle', network from outgoing_transaction where status in ('sent', 'seen')
       union select 'settle', network from found_transaction where status = 'seen'
       union select 'compare', network from balance_check where asked_at <= clock_timestamp()`,
      [],
      'networks-with-work',
    );
    return asked.map(({ work, network }) => rows.some((row) => row.work === work && row.network === network));
  });
}
