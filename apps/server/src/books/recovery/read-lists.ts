import type { TransferId } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/identifiers.ts';
import type { Log } from '../../platform/log.ts';
import { type Fence, findFence, listChecks, noteCheck, type RecoveryCheck } from '../../controls/index.ts';
import {
  ask,
  type BankRail,
  isReference,
  listOpenByReference,
  type PayoutWriter,
  type StatementAnswer,
  type StatementLine,
  type Stretch,
} from '../../payouts/index.ts';
import { findNow, listNoted, noteTransfer } from './db.ts';
import { findUnknown } from './look-at-banks.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The provider's clock may be ahead of ours. */
const AHEAD_MS = 10 * 60_000;
/** How soon a list that was read completely is read again. */
const AGAIN_MS = 60_000;

export interface ReadDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly rails: readonly BankRail[];
  readonly writer: Pick<PayoutWriter, 'write'>;
}

/**
 * While a fence is up: reads every rail's own list from where the books end until now, and compares it with the books.
 * A payout of the books that a rail lists continues from there; a transfer that the books don't know is recorded for an
 * administrator to decide on. Called repeatedly; does nothing while no fence is up.
 */
export async function readLists(dependencies: ReadDependencies): Promise<void> {
  const fence = await findFence(dependencies.database);
  if (fence === null) return;
  await Promise.all(dependencies.rails.map((rail) => readList(dependencies, fence, rail)));
}

async function readList(dependencies: ReadDependencies, fence: Fence, rail: BankRail): Promise<void> {
  const { database } = dependencies;
  const now = await findNow(database);
  const checks = await listChecks(database, fence.id);
  if (
    isFresh(
      checks.find(({ part, name }) => part === 'rail' && name === rail.name),
      now,
    )
  )
    return;
  const note = (check: Pick<RecoveryCheck, 'state' | 'detail' | 'readTo'>): Promise<void> =>
    noteCheck(database, fence.id, { part: 'rail', name: rail.name, ...check });
  const isSilent = (reason: string): Promise<void> =>
    note({ state: 'failed', detail: `It gave no list: ${reason}`, readTo: null });
  const lines: StatementLine[] = [];
  for (let from = fence.readFrom.getTime(); from <= now.getTime(); from += DAY_MS) {
    const to = new Date(Math.min(from + DAY_MS, now.getTime() + AHEAD_MS));
    const answer = await list(rail, { from: new Date(from), to, isQuick: true });
    if (answer.kind === 'unanswered') return isSilent(answer.reason);
    lines.push(...answer.lines);
  }
  await goOn(dependencies, rail, lines);
  const unknown = await findUnknown(database, lines, 'written');
  const problem = await writeDown(dependencies, { fence, rail, unknown });
  if (problem !== null) return isSilent(problem);
  const ours = lines.filter(({ reference }) => isReference(reference)).length;
  await note({ state: 'done', detail: describeList(ours, unknown.length), readTo: now });
}

function describeList(ours: number, unknown: number): string {
  if (ours === 0) return 'No transfers of ours.';
  const made = ours === 1 ? 'One transfer of ours' : `${ours} transfers of ours`;
  if (unknown === 0) return `${made}, nothing is missing in the books.`;
  return `${made}; the books did not know ${ours === 1 ? 'it' : `${unknown} of them`}.`;
}

const isFresh = (check: RecoveryCheck | undefined, now: Date): boolean =>
  check?.state === 'done' && check.readTo !== null && now.getTime() - check.readTo.getTime() < AGAIN_MS;

const list = async (rail: BankRail, stretch: Stretch): Promise<StatementAnswer> =>
  (await rail.statement?.(stretch)) ?? NO_LIST;

const NO_LIST = { kind: 'unanswered', reason: 'its provider documents none' } as const;

/** Payouts that are queued or sending in the books and that the list shows: the rail made them. */
async function goOn(dependencies: ReadDependencies, rail: BankRail, lines: readonly StatementLine[]): Promise<void> {
  const { database, writer } = dependencies;
  const made = new Map(lines.map((line) => [line.reference, line]));
  for (const { id, reference } of await listOpenByReference(database, [...made.keys()])) {
    const line = made.get(reference);
    if (line === undefined) continue;
    const listed = { kind: 'listed', rail: rail.name, madeAt: line.madeAt } as const;
    await writer.write(id, (work, locked) => void work.move(dependencies, locked, listed));
  }
}

/**
 * Records the transfers that the books don't know, with exact amounts, and updates those recorded before. Answers null,
 * or why it failed.
 */
async function writeDown(
  { database, log }: ReadDependencies,
  { fence, rail, unknown }: { fence: Fence; rail: BankRail; unknown: readonly StatementLine[] },
): Promise<string | null> {
  const noted = await listNoted(database, rail.name);
  const fresh = unknown.filter(({ reference }) => !noted.has(reference));
  const exact = await readExactly(rail, fresh);
  if (exact.kind === 'unanswered') return exact.reason;
  const exactly = new Map(exact.lines.map((line) => [line.reference, line]));
  for (const line of unknown) {
    const { reference } = line;
    if (!noted.has(reference)) log.warn({ rail: rail.name, reference }, 'a bank made a transfer that the books lack');
    const accountNumber = noted.get(reference) === true ? null : await askForAccount(rail, reference);
    const known = { id: newId<TransferId>(), fenceId: fence.id, rail: rail.name, accountNumber };
    await noteTransfer(database, { ...known, line: exactly.get(reference) ?? line });
  }
  return null;
}

/** The same lines with the exact amounts, which may need a call to the provider for each. */
async function readExactly(rail: BankRail, lines: readonly StatementLine[]): Promise<StatementAnswer> {
  if (lines.length === 0) return { kind: 'statement', lines: [] };
  const times = lines.map(({ madeAt }) => madeAt.getTime());
  return list(rail, { from: new Date(Math.min(...times)), to: new Date(Math.max(...times) + 1_000) });
}

async function askForAccount(rail: BankRail, reference: string): Promise<string | null> {
  const answer = await ask(rail, { reference });
  return answer.kind === 'paid' ? (answer.made?.accountNumber ?? null) : null;
}
