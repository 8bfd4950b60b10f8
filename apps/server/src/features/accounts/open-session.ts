import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { accessWithin } from '../settings/access.ts';
import { holdRole, insertSession, rememberAddress } from './db-sessions.ts';
import { hashToken, makeToken } from './secrets.ts';

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** From where somebody signs in. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
}

/**
 * Opens a session and answers its token, which is stored nowhere. It lasts as long, and may stay unused as long, as the
 * operator decides for an administrator or for anybody else. It counts as a fresh proof of its owner where `by` is the
 * sign-in, password and second step; a code from an e-mail proves the address alone. Remembers the address as the owner's.
 */
export async function openSession(
  tx: Transaction,
  { userId, by }: { userId: string; by: 'sign-in' | 'code' },
  visitor: Visitor,
  now: Date,
): Promise<string> {
  const access = await accessWithin(tx);
  const isAdmin = await holdRole(tx, userId);
  const lastsSeconds = isAdmin ? access.adminHours * HOUR : access.userDays * DAY;
  const token = makeToken();
  await insertSession(tx, {
    ...visitor,
    id: newId(),
    userId,
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + lastsSeconds * 1000),
    idleSeconds: isAdmin ? access.adminIdleMinutes * MINUTE : access.userIdleDays * DAY,
    isProven: by === 'sign-in',
  });
  await rememberAddress(tx, userId, visitor.address, now);
  return token;
}
