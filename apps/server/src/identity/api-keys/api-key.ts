import {
  API_KEY_PREFIX,
  type ApiKey as PresentedKey,
  SCOPES,
  type Scope,
  type UserId,
  type ApiKeyId,
} from '@kobogate/contract';
import { notFound } from '../../platform/errors.ts';
import { makeToken } from '../accounts/secrets.ts';

/** A stored key; the key itself is shown once and not stored. */
export interface ApiKey {
  readonly id: ApiKeyId;
  readonly userId: UserId;
  readonly name: string;
  readonly ending: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  /** Since when it is paused; null: it is not. */
  readonly pausedAt: Date | null;
}

const DAY_MS = 86_400_000;

/** A new key: 256 random bits with a prefix that says what it is. */
export const makeKey = (): string => API_KEY_PREFIX + makeToken();

/** The part by which users recognise a key. Pure. */
export const endingOf = (key: string): string => key.slice(-4);

/** The scopes of a stored or requested list, each once, in the contract's order. Pure. */
export const orderScopes = (given: readonly string[]): Scope[] => SCOPES.filter((scope) => given.includes(scope));

/** The end of a key that is created now for this many days; null for one without an end. Pure. */
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

/** 404: the caller has no such key. */
export const noSuchKey = () => notFound('There is no such API key, or it was revoked.');
