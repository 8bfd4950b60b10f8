import { createHash } from 'node:crypto';
import type { Connection, Transaction } from './database.ts';
import { conflict } from './errors.ts';

/** What a caller says of a call that may be repeated, and what is said back. */
export interface Repeatable {
  readonly idempotencyKey: string | undefined;
  /** Called where this is a repeat, which gets the first answer. */
  readonly onRepeat?: (() => void) | undefined;
}

/** A call that may be repeated. */
export interface RepeatableCall extends Pick<Repeatable, 'onRepeat'> {
  /** The key's owner, such as a user's id: two owners may use the same key. */
  readonly owner: string;
  /** The operation that the key was used for, such as `payment-links.create`. */
  readonly operation: string;
  /** The caller's `Idempotency-Key`; undefined: each call is a new one. */
  readonly key: string | undefined;
  /** The whole request as JSON; the order of an object's fields does not matter. */
  readonly request: unknown;
  readonly now: Date;
}

/** Reads an answer as it was stored. A schema of the contract is one. */
interface AnswerReader<Answer> {
  parse(stored: unknown): Answer;
}

/** How long an answer is remembered, at least. */
const KEPT_MS = 48 * 3_600_000;

/**
 * Runs `work` once for each key, in the caller's transaction, and answers its result: a repeat gets the first answer,
 * and a call at the same moment waits for the one that runs. Failed work leaves nothing, so its key may be used again.
 * The answer must be JSON without dates or bigints. Throws 409 where the key came with another request.
 */
export async function doOnce<Answer>(
  tx: Transaction,
  call: RepeatableCall,
  reader: AnswerReader<Answer>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { owner, operation, key, now } = call;
  if (key === undefined) return work();
  // Where another transaction holds the same key, this waits until that one has ended.
  const claimed = await tx.query(
    `insert into idempotent_answer (owner, operation, key, request_hash, made_at) values ($1, $2, $3, $4, $5)
     on conflict (owner, operation, key) do nothing returning key`,
    [owner, operation, key, hashRequest(call.request), now],
    'idempotency-claim',
  );
  if (claimed.length === 0) {
    const answered = await findAnswer(tx, call, reader);
    if (answered === null) throw new Error('an idempotency key is taken and has no answer');
    return answered;
  }
  const answer = JSON.stringify(await work());
  await tx.query(
    `update idempotent_answer set answer = $4 where owner = $1 and operation = $2 and key = $3`,
    [owner, operation, key, answer],
    'idempotency-answer',
  );
  // Read back like a repeat's, so that both answers are the same to the byte.
  return reader.parse(JSON.parse(answer));
}

/**
 * The stored answer of a call with this key; null for a new one. For checks before the transaction; `doOnce` asks again
 * by itself. Throws 409 where the key came with another request.
 */
export async function findAnswer<Answer>(
  connection: Connection,
  { owner, operation, key, request, onRepeat }: Omit<RepeatableCall, 'now'>,
  reader: AnswerReader<Answer>,
): Promise<Answer | null> {
  if (key === undefined) return null;
  const [row] = await connection.query<{ answer: unknown; request_hash: Buffer }>(
    `select answer, request_hash from idempotent_answer where owner = $1 and operation = $2 and key = $3`,
    [owner, operation, key],
    'idempotency-find',
  );
  if (row === undefined) return null;
  if (!row.request_hash.equals(hashRequest(request))) {
    throw conflict(
      'This Idempotency-Key was used for another request. Nothing was done; please use a new key for a new request.',
      'idempotency-key-used',
    );
  }
  if (row.answer === null) return null;
  onRepeat?.();
  return reader.parse(row.answer);
}

/** Removes answers older than two days. */
export async function forgetOldAnswers(connection: Connection, now: Date): Promise<void> {
  await connection.query(`delete from idempotent_answer where made_at < $1`, [new Date(now.getTime() - KEPT_MS)]);
}

const hashRequest = (request: unknown): Buffer => createHash('sha256').update(canonical(request)).digest();

/** JSON with each object's fields sorted and undefined ones left out. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const sorted = fields.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${sorted.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}
