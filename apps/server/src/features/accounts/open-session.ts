import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { insertSession, rememberAddress } from './db-sessions.ts';
import { hashToken, makeToken } from './secrets.ts';

const SESSION_DAYS = 30;

/** From where somebody signs in. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
}

/** Opens a session of 30 days and answers its token, which is stored nowhere. Remembers the address as the owner's. */
export async function openSession(tx: Transaction, userId: string, visitor: Visitor, now: Date): Promise<string> {
  const token = makeToken();
  await insertSession(tx, {
    ...visitor,
    id: newId(),
    userId,
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_DAYS * 86_400_000),
  });
  await rememberAddress(tx, userId, visitor.address, now);
  return token;
}
