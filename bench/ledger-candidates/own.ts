import type { AccountRef } from '../../apps/server/src/ledger/index.ts';
import { createLedger } from '../../apps/server/src/ledger/ledger.ts';
import type { Database } from '../../apps/server/src/platform/database.ts';
import { newId } from '../../apps/server/src/platform/identifiers.ts';
import type { Post } from './candidate.ts';

/** Our ledger through its group commit. */
export function ownLedger(database: Database): Post {
  const ledger = createLedger(database);
  const refs = Array.from({ length: 1001 }, (_, index): AccountRef => ({
    code: `exchange:BENCH:${index}`,
    asset: 'BENCH',
    kind: 'exchange',
    normalSide: 'credit',
    mayGoNegative: true,
  }));
  return async (from, to) => {
    const [debit, credit] = [refs[from], refs[to]];
    if (debit === undefined || credit === undefined) throw new Error('there is no such account');
    const result = await ledger.submit({
      source: 'bench',
      sourceId: newId(),
      description: 'bench',
      transfers: [{ debit, credit, amount: 125_000n }],
    });
    if (!result.ok) throw new Error(`refused: ${result.reason}`);
  };
}
