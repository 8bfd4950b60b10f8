import type { Transaction } from '../../platform/database.ts';

/** Has every API key of an account wait for its owner, in the caller's transaction; answers how many worked until now. */
export type PauseKeys = (tx: Transaction, userId: string, now: Date) => Promise<number>;
