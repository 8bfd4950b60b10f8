import type { Closing, Proof, UserId } from '@kobogate/contract';
import type { OperatorSettings } from '../../controls/index.ts';
import { recordDecision, requireReason } from '../../controls/index.ts';
import { emitMany } from '../../events.ts';
import {
  type Account,
  endInvitationOf,
  findAccount,
  lapseReset,
  lockAdminsAnd,
  lockSignedIn,
  type ProveOwner,
  recordAccountChange,
  revokeKeys,
  revokeSessions,
  saveClosed,
} from '../../identity/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Connection, Database, Transaction } from '../../platform/database.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/route.ts';
import { switchOffLinks } from '../../sales/index.ts';
import { closedMail } from '../mails.ts';
import { type CanLeave, describeHindrances, describeLeft, keptUntil } from './closing.ts';
import { readUnderWay } from './db.ts';

export interface CloseDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicOrigin: string;
  readonly settings: OperatorSettings;
  readonly proveOwner: ProveOwner;
  /** The codes of the ledger's accounts that a person may have. */
  readonly accountsOfPerson: (userId: UserId) => readonly string[];
  /** Reads the terms by which coins can leave an account. */
  readonly readCanLeave: () => Promise<CanLeave>;
  /** Turns a person's webhooks off. */
  readonly turnOffEndpoints: (tx: Transaction, userId: UserId, now: Date) => Promise<void>;
}

type Needs = Pick<CloseDependencies, 'clock' | 'settings' | 'accountsOfPerson'> & { readonly canLeave: CanLeave };

const DAY_MS = 86_400_000;

/** What stands in the way of closing an account, and what would be erased and kept. Throws 404 where there is none. */
export async function viewClosing(dependencies: CloseDependencies, userId: UserId): Promise<Closing> {
  const account = await findAccount(dependencies.database, userId);
  if (account === null) throw notFound('There is no such account.');
  const needs = { ...dependencies, canLeave: await dependencies.readCanLeave() };
  const { hindrances, left, eraseFrom, booksUntil } = await assess(dependencies.database, needs, account);
  return { hindrances, left, eraseFrom: eraseFrom.toISOString(), booksUntil: booksUntil?.toISOString() ?? null };
}

/**
 * Closes the caller's account, who proves to be its owner: sessions, API keys, links and webhooks end, and a mail says what is erased
 * and kept until when. Coins that still arrive are booked and put to a person's decision. Throws as `proveOwner`, and 409 with what
 * stands in the way.
 */
export async function closeOwnAccount(
  dependencies: CloseDependencies,
  { caller, ...proof }: Proof & { readonly caller: Caller },
): Promise<void> {
  const lockOwner = await dependencies.proveOwner(caller, proof);
  const canLeave = await dependencies.readCanLeave();
  await dependencies.database.transaction(async (tx) => {
    const account = await lockOwner(tx);
    await close(tx, { ...dependencies, canLeave }, { account, by: null });
    await recordAccountChange(tx, { userId: account.id, change: 'closed', now: dependencies.clock.now() });
  });
}

/**
 * The same by an administrator, on record with a reason. Throws 404, 403 for their own, 422 without a reason, 409 as above, 401 where
 * the caller has been signed out.
 */
export async function closeUserAccount(
  dependencies: CloseDependencies,
  { userId, caller, reason }: { readonly userId: UserId; readonly caller: Caller; readonly reason: string },
): Promise<void> {
  const adminId = caller.userId;
  requireReason(reason);
  if (userId === adminId) throw forbidden('This is your own account: you can’t close it here.');
  const canLeave = await dependencies.readCanLeave();
  await dependencies.database.transaction(async (tx) => {
    const locked = await lockAdminsAnd(tx, userId);
    // After all of them, who are locked in one order: our own row is among them.
    await lockSignedIn(tx, caller, dependencies.clock.now());
    const account = locked.find(({ id }) => id === userId);
    if (account === undefined) throw notFound('There is no such account.');
    await close(tx, { ...dependencies, canLeave }, { account, by: adminId });
    await recordDecision(tx, { action: 'user-closed', adminId, userId, reason });
  });
}

// The account is locked: coins that are credited from now on find it closed, or their event looks again (`account.closed`).
async function close(
  tx: Transaction,
  dependencies: CloseDependencies & Needs,
  { account, by }: { readonly account: Account; readonly by: UserId | null },
): Promise<void> {
  const { clock, publicOrigin, turnOffEndpoints } = dependencies;
  const userId = account.id;
  const { hindrances, left, eraseFrom, booksUntil } = await assess(tx, dependencies, account);
  if (hindrances.length > 0)
    throw conflict(`This account can’t be closed yet. ${hindrances.join(' ')}`, 'not-closable');
  const now = clock.now();
  await saveClosed(tx, { userId, now, by, eraseFrom });
  await revokeSessions(tx, userId, now);
  await lapseReset(tx, userId, now);
  await revokeKeys(tx, userId, now);
  await endInvitationOf(tx, { userId, by, now });
  await switchOffLinks(tx, userId, now);
  await turnOffEndpoints(tx, userId, now);
  const mail = closedMail(publicOrigin, { isByOwner: by === null, left, eraseFrom, booksUntil });
  await emitMany(tx, [
    { type: 'account.closed', payload: { userId } },
    { type: 'mail.send', payload: { to: account.email, ...mail } },
  ]);
}

async function assess(connection: Connection, needs: Needs, account: Account) {
  const { clock, settings, accountsOfPerson, canLeave } = needs;
  const now = clock.now();
  const underWay = await readUnderWay(connection, { userId: account.id, codes: accountsOfPerson(account.id), now });
  const { closedDays, booksYears } = (await settings.within(connection)).retention;
  return {
    hindrances: [...refuseAccount(account), ...describeHindrances(underWay, canLeave)],
    left: describeLeft(underWay, canLeave),
    eraseFrom: new Date(now.getTime() + closedDays * DAY_MS),
    booksUntil: keptUntil(underWay.lastOrderAt, booksYears),
  };
}

function refuseAccount({ role, closedAt }: Account): string[] {
  if (closedAt !== null) return ['It is closed already.'];
  return role === null ? [] : ['It has a role in the team. Another administrator has to take the role away first.'];
}
