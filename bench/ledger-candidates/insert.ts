import type { Database } from '../../apps/server/src/platform/database.ts';
import { createGroup } from '../../apps/server/src/platform/group.ts';
import { newId } from '../../apps/server/src/platform/identifiers.ts';
import type { Post } from './candidate.ts';

/** The ceiling: the same rows into the same columns and indexes in batches, with no account read, checked or changed. */
export function batchedInsert(database: Database): Post {
  let sequence = 0;
  const group = createGroup<{ from: number; to: number }, void>({
    maxItems: 500,
    run: async (items) => {
      const numbers = items.map(() => (sequence += 1));
      await database.query(
        `insert into bare_transfer (batch_id, position, source, source_id, line, description, amount, debit_account, credit_account,
           debit_sequence, credit_sequence, debit_balance, credit_balance)
         select 1, t.n, 'bench', t.source_id, 0, 'bench', 125000, t.debit, t.credit, t.n, t.n, 125000, 125000
         from unnest($1::text[], $2::int[], $3::int[], $4::bigint[]) as t (source_id, debit, credit, n)`,
        [items.map(() => newId()), items.map(({ from }) => from), items.map(({ to }) => to), numbers],
        'bare-insert',
      );
      return items.map(() => ({ ok: true, value: undefined }));
    },
  });
  return (from, to) => group.submit({ from, to });
}
