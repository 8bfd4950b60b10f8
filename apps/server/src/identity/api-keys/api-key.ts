import { API_KEY_PREFIX, type ApiKey as PresentedKey, SCOPES, type Scope } from '@kobogate/contract';
import { notFound } from '../../platform/errors.ts';
import { makeToken } from '../accounts/secrets.ts';

/** A key as it is stored; the key itself is shown once and kept nowhere. */
export interface ApiKey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly ending: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  /** Since when it waits for its owner; null: it does not. */
  readonly pausedAt: Date | null;
}

const DAY_MS = 86_400_000;

/** A new key: 256 random bits behind a beginning that tells what it is. */
export const makeKey = (): string => API_KEY_PREFIX + makeToken();

/** What a key is told from others by. Pure. */
export const endingOf = (key: string): string => key.slice(-4);

/** The scopes of a stored or asked-for list, each once, in the contract's order. Pure. */
export const orderScopes = (given: readonly string[]): Scope[] => SCOPES.filter((scope) => given.includes(scope));

/** When a key ends that is made now for so many days; null for one that does not end by itself. Pure. */
export const endOf = (now: Date, days: number | null): Date | null =>
  days === null ? null : new Date(now.getTime() + days * DAY_MS);

/** The key as its owner sees it. */
export const presentKey = ({
  id,
  name,
  ending,
  scopes,
  createdAt,
  lastUsedAt,
  expiresAt,
  pausedAt,
}: ApiKey): PresentedKey => ({
  id,
  name,
  ending,
  scopes: [...scopes],
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
  pausedAt: pausedAt?.toISOString() ?? null,
});

/** 404: no such key of the caller's. */
export const noSuchKey = () => notFound('There is no such API key, or it was revoked.');
