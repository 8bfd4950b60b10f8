import { createHash } from 'node:crypto';
import type { Plan } from './plan.ts';

/** Between the fields of a row; texts with control characters are refused before. */
const FIELD = '\u001f';

const LINE = '\n';

/**
 * SHA-256, in hexadecimal, over when the batch was posted (ISO 8601, milliseconds, UTC), the number of entries and the
 * head of each account before it (by account id), and every transfer in order. `verify()` builds the same text in SQL.
 */
export function hashBatch(postedAt: Date, plan: Pick<Plan, 'rows' | 'before'>): string {
  const heads = [...plan.before]
    .toSorted(([left], [right]) => left - right)
    .map(([id, { sequence, head }]) => `${id}${FIELD}${sequence}${FIELD}${head}`);
  const rows = plan.rows.map((row) =>
    [
      row.source,
      row.sourceId,
      row.line,
      row.description ?? '',
      row.amount,
      row.debitAccount,
      row.creditAccount,
      row.debitSequence,
      row.creditSequence,
      row.debitBalance,
      row.creditBalance,
    ].join(FIELD),
  );
  const text = [postedAt.toISOString(), heads.join(LINE), rows.join(LINE)].join(LINE);
  return createHash('sha256').update(text).digest('hex');
}
