import type { UserId } from '@kobogate/contract';
import { custody, customer } from '@kobogate/server/src/ledger/chart.ts';
import { openDatabase } from '@kobogate/server/src/platform/database.ts';
import { newId } from '@kobogate/server/src/platform/identifiers.ts';
import { silentLog } from '../platform/log.ts';
import { postAt, transfer } from './postings.ts';

/** For tests: a deposit of each moment, in the books of the database at an address. */
export async function postDated(url: string, moments: readonly string[]): Promise<void> {
  const database = await openDatabase({ url, log: silentLog });
  try {
    const user = newId<UserId>();
    for (const moment of moments) {
      await postAt(database, moment, [transfer(custody('BTC'), customer(user, 'BTC'), 1000n)]);
    }
  } finally {
    await database.close();
  }
}
