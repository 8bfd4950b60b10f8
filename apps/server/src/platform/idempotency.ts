import { createHash } from 'node:crypto';
import { createBatchedRead } from './batched-read.ts';
import type { Connection, Transaction } from './database.ts';
import { conflict } from './errors.ts';
import type { GroupOutcome } from './group.ts';

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
  const [outcome] = await doEachOnce(tx, [call], reader, async () => [{ ok: true, value: await work() }]);
  if (outcome === undefined) throw new Error('an idempotent call was not answered');
  if (!outcome.ok) throw outcome.error;
  return outcome.value;
}

/**
 * The same as `doOnce` for calls that share a transaction, no two of them with one key of one owner and operation: `work`
 * gets the places of those that are no repeats, and answers each in the same order. The key of one that failed may be
 * used again; work that throws fails all.
 */
export async function doEachOnce<Answer>(
  tx: Transaction,
  calls: readonly RepeatableCall[],
  reader: AnswerReader<Answer>,
  work: (fresh: readonly number[]) => Promise<readonly GroupOutcome<Answer>[]>,
): Promise<GroupOutcome<Answer>[]> {
  const claimed = await claim(tx, calls);
  const fresh = [...calls.keys()].filter((place) => calls[place]?.key === undefined || claimed.has(place));
  const worked = fresh.length === 0 ? [] : await work(fresh);
  const made = new Map(fresh.map((place, index) => [place, worked[index]]));
  await saveAnswers(
    tx,
    [...claimed].map((place) => ({ call: calls[place], outcome: made.get(place) })),
  );
  const outcomes: GroupOutcome<Answer>[] = [];
  for (const [place, call] of calls.entries()) {
    const outcome = made.get(place);
    if (outcome === undefined) outcomes.push(await repeated(tx, call, reader));
    // Read back like a repeat's, so that both answers are the same to the byte.
    else if (outcome.ok && call.key !== undefined)
      outcomes.push({ ok: true, value: reader.parse(JSON.parse(JSON.stringify(outcome.value))) });
    else outcomes.push(outcome);
  }
  return outcomes;
}

/** The places of the calls whose keys are new. Where another transaction holds one, this waits until that has ended. */
async function claim(tx: Transaction, calls: readonly RepeatableCall[]): Promise<ReadonlySet<number>> {
  const keyed = [...calls.entries()].filter(([, { key }]) => key !== undefined);
  if (keyed.length === 0) return new Set();
  const rows = await tx.query<{ owner: string; operation: string; key: string }>(
    // In one order in every process, so that two of them with the same keys can't deadlock.
    `insert into idempotent_answer (owner, operation, key, request_hash, made_at)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::timestamptz[])
       as new (owner, operation, key, request_hash, made_at) order by owner, operation, key
     on conflict (owner, operation, key) do nothing returning owner, operation, key`,
    [
      keyed.map(([, { owner }]) => owner),
      keyed.map(([, { operation }]) => operation),
      keyed.map(([, { key }]) => key),
      keyed.map(([, { request }]) => hashRequest(request)),
      keyed.map(([, { now }]) => now.toISOString()),
    ],
    'idempotency-claim',
  );
  const taken = new Set(rows.map(callKey));
  return new Set(keyed.flatMap(([place, call]) => (taken.has(callKey(call)) ? [place] : [])));
}

/** The same for two calls exactly where one is a repeat of the other; null for one without a key. Pure. */
export const repeatOf = (call: RepeatableCall): string | null => (call.key === undefined ? null : callKey(call));

const callKey = ({ owner, operation, key }: Pick<AskedCall, 'owner' | 'operation' | 'key'>): string =>
  JSON.stringify([owner, operation, key]);

/** Keeps the answers of claimed keys, and gives the keys of failed calls back. */
async function saveAnswers(
  tx: Transaction,
  claimed: readonly { call: RepeatableCall | undefined; outcome: GroupOutcome<unknown> | undefined }[],
): Promise<void> {
  if (claimed.length === 0) return;
  const answers = claimed.map(({ outcome }) => (outcome?.ok === true ? JSON.stringify(outcome.value) : null));
  const keys = [
    claimed.map(({ call }) => call?.owner),
    claimed.map(({ call }) => call?.operation),
    claimed.map(({ call }) => call?.key),
  ];
  await tx.query(
    `update idempotent_answer a set answer = new.answer::json
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as new (owner, operation, key, answer)
     where a.owner = new.owner and a.operation = new.operation and a.key = new.key and new.answer is not null`,
    [...keys, answers],
    'idempotency-answer',
  );
  if (!answers.includes(null)) return;
  await tx.query(
    `delete from idempotent_answer a using unnest($1::text[], $2::text[], $3::text[], $4::text[]) as failed (owner, operation, key, answer)
     where a.owner = failed.owner and a.operation = failed.operation and a.key = failed.key and failed.answer is null`,
    [...keys, answers],
    'idempotency-give-back',
  );
}

async function repeated<Answer>(
  tx: Transaction,
  call: RepeatableCall,
  reader: AnswerReader<Answer>,
): Promise<GroupOutcome<Answer>> {
  try {
    const value = await findAnswer(tx, call, reader);
    if (value === null) throw new Error('an idempotency key is taken and has no answer');
    return { ok: true, value };
  } catch (error) {
    return { ok: false, error };
  }
}

/**
 * The stored answer of a call with this key; null for a new one. For checks before the transaction; `doOnce` asks again
 * by itself. Throws 409 where the key came with another request.
 */
export async function findAnswer<Answer>(
  connection: Connection,
  call: AskedCall,
  reader: AnswerReader<Answer>,
): Promise<Answer | null> {
  if (call.key === undefined) return null;
  const [stored = null] = await loadAnswers(connection, [call]);
  return readAnswer(stored, call, reader);
}

/** The same as `findAnswer` for callers of one moment, who share a round trip. */
export function createAnswerFinding(
  database: Connection,
): <Answer>(call: AskedCall, reader: AnswerReader<Answer>) => Promise<Answer | null> {
  const load = createBatchedRead((calls: readonly AskedCall[]) => loadAnswers(database, calls));
  return async (call, reader) => (call.key === undefined ? null : readAnswer(await load(call), call, reader));
}

type AskedCall = Omit<RepeatableCall, 'now'>;

interface StoredAnswer {
  readonly answer: unknown;
  readonly request_hash: Buffer;
}

async function loadAnswers(connection: Connection, calls: readonly AskedCall[]): Promise<(StoredAnswer | null)[]> {
  const rows = await connection.query<StoredAnswer & { owner: string; operation: string; key: string }>(
    `select a.owner, a.operation, a.key, a.answer, a.request_hash
     from unnest($1::text[], $2::text[], $3::text[]) as asked (owner, operation, key)
     join idempotent_answer a on a.owner = asked.owner and a.operation = asked.operation and a.key = asked.key`,
    [calls.map(({ owner }) => owner), calls.map(({ operation }) => operation), calls.map(({ key }) => key)],
    'idempotency-find',
  );
  const found = new Map(rows.map((row) => [callKey(row), row]));
  return calls.map((call) => found.get(callKey(call)) ?? null);
}

/** What a repeat is answered. Pure but for `onRepeat`. */
function readAnswer<Answer>(
  stored: StoredAnswer | null,
  { request, onRepeat }: AskedCall,
  reader: AnswerReader<Answer>,
): Answer | null {
  if (stored === null) return null;
  if (!stored.request_hash.equals(hashRequest(request))) {
    throw conflict(
      'This Idempotency-Key was used for another request. Nothing was done; please use a new key for a new request.',
      'idempotency-key-used',
    );
  }
  if (stored.answer === null) return null;
  onRepeat?.();
  return reader.parse(stored.answer);
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
