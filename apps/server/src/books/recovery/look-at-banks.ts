import { railTitle } from '@kobogate/contract';
import { formatNaira } from '@kobogate/money';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type DependencyDown, dependencyDown } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import {
  ASKED_FOR,
  createDepartureGate,
  type DepartureGate,
  type EndSessions,
  fenced,
  raiseFenceWithin,
  type Suspicion,
} from '../../controls/index.ts';
import { type BankRail, isReference, type StatementLine } from '../../payouts/index.ts';
import { findBooksEnd, listKnown } from './db.ts';

/** How old the last check of a bank's list may be when something leaves. */
const FRESH_MS = 30_000;
/** The provider's clock may differ from ours, and new transfers may be listed late. */
const OVERLAP_MS = 10 * 60_000;
const MARGIN_MS = 6 * 60 * 60_000;
/** A slow list holds up a payout for no longer than this. */
const PATIENCE_MS = 3_000;

/** The rails whose lists are compared, and the books. */
export interface LookDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error' | 'warn'>;
  readonly rails: readonly Pick<BankRail, 'name' | 'statement'>[];
  readonly patienceMs?: number;
  readonly endSessions: EndSessions;
}

interface Looked {
  /** When it was asked last, whether or not it answered. */
  readonly askedAt: number;
  /** Up to when its list was read, by the database's clock; null: not since this program started. */
  readonly readTo: Date | null;
}

/**
 * Opens a server's gate at its start, before anything else runs. The fence is raised if the operator asked for it, or if the
 * database is older than this server's file of what it sent. Whenever it is raised every session is ended, as by a restore.
 */
export async function startGate(
  dependencies: LookDependencies,
  { epochFile, isRecovery }: { readonly epochFile: string; readonly isRecovery: boolean },
): Promise<DepartureGate> {
  const { database, log, endSessions } = dependencies;
  const lookAtBanks = createBankLook(dependencies);
  const gate = createDepartureGate({ database, log, path: epochFile, lookAtBanks, endSessions });
  if (isRecovery) await raise(dependencies, ASKED_FOR);
  await gate.compare();
  return gate;
}

async function raise({ database, endSessions }: LookDependencies, suspicion: Suspicion): Promise<void> {
  await database.transaction(async (tx) => {
    await raiseFenceWithin(tx, suspicion);
    await endSessions(tx, tx.clock.now());
  });
}

/**
 * Before something leaves: checks whether a bank lists a transfer with a reference of ours that the books don't know, or
 * have as not yet sent, which raises the fence. Each bank is asked at most every half a minute, and first from where the books end. A bank
 * that gives no list stops nothing, except on a new server without a file of what it sent: there payouts wait until
 * each bank's list was read once. Throws 503 where nothing may leave.
 */
function createBankLook(dependencies: LookDependencies): (server: { isNew: boolean }) => Promise<void> {
  const { clock, rails, patienceMs = PATIENCE_MS } = dependencies;
  const looked = new Map<string, Looked>();
  const looking = new Map<string, Promise<void>>();

  async function lookAt(rail: Pick<BankRail, 'name' | 'statement'>): Promise<void> {
    const askedAt = clock.now().getTime();
    const readTo = looked.get(rail.name)?.readTo ?? null;
    looked.set(rail.name, { askedAt, readTo });
    const isRead = await compareList(
      dependencies,
      rail,
      readTo === null ? null : new Date(readTo.getTime() - OVERLAP_MS),
    );
    if (isRead !== null) looked.set(rail.name, { askedAt, readTo: isRead });
  }

  return async ({ isNew }) => {
    const now = clock.now().getTime();
    const due = rails.filter(({ name, statement }) => {
      const last = looked.get(name);
      // A clock that was set back must not put off the next look until it has caught up.
      const isDue = last === undefined || Math.abs(now - last.askedAt) >= FRESH_MS;
      // A list that takes longer is not begun anew beside itself.
      return statement !== undefined && isDue && !looking.has(name);
    });
    for (const rail of due) {
      const look = lookAt(rail).finally(() => looking.delete(rail.name));
      looking.set(rail.name, look);
      // A waiting caller gets the error; if none waits any more, it is in the log and the fence is up.
      look.catch(() => undefined);
    }
    await within(patienceMs, Promise.all(looking.values()));
    if (!isNew) return;
    const unread = rails.find(
      (rail) => rail.statement !== undefined && (looked.get(rail.name)?.readTo ?? null) === null,
    );
    if (unread !== undefined) throw isUnread(unread.name);
  };
}

const isUnread = (rail: string): DependencyDown =>
  dependencyDown(
    rail,
    `${railTitle(rail)} gives no list of what it paid. This server is new on this machine, so nothing leaves before its books have been compared.`,
  );

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a rail's list from a given time on, by default from where the books end. Answers until when; null where it could not. */
async function compareList(
  dependencies: LookDependencies,
  rail: Pick<BankRail, 'name' | 'statement'>,
  from: Date | null,
): Promise<Date | null> {
  const { database, log } = dependencies;
  const { end, now } = await findBooksEnd(database);
  const stretch = { from: from ?? end, to: new Date(now.getTime() + OVERLAP_MS) };
  const answer = await rail.statement?.({ ...stretch, isQuick: true });
  if (answer?.kind !== 'statement') {
    log.warn({ rail: rail.name, reason: answer?.reason }, 'a bank gave no list to compare with what left');
    return null;
  }
  // After the list: everything on it had left by the books too before it left.
  const unknown = await findUnknown(database, answer.lines, 'left');
  const [first] = unknown;
  if (first === undefined) return now;
  const reason =
    `${railTitle(rail.name)} has made a transfer of ${formatNaira(first.amountKobo)} with our reference ` +
    `${first.reference}, and the books don’t know that it left${unknown.length > 1 ? `, and ${unknown.length - 1} more` : ''}.`;
  log.error(
    { rail: rail.name, references: unknown.map(({ reference }) => reference) },
    `${reason} Nothing leaves any more`,
  );
  const oldest = Math.min(...unknown.map(({ madeAt }) => madeAt.getTime()));
  await raise(dependencies, { cause: 'unknown-transfer', reason, readFrom: new Date(oldest - MARGIN_MS) });
  throw fenced();
}

/** The lines with a reference in our form that the books don't know, as `listKnown` has it. */
export async function findUnknown(
  database: Database,
  lines: readonly StatementLine[],
  since: Parameters<typeof listKnown>[2],
): Promise<StatementLine[]> {
  const ours = lines.filter(({ reference }) => isReference(reference));
  const known = await listKnown(database, [...new Set(ours.map(({ reference }) => reference))], since);
  return ours.filter(({ reference }) => !known.has(reference));
}
