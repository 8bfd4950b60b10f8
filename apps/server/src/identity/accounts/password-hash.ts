import { randomBytes } from 'node:crypto';
import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';
import { overloaded } from '../../platform/errors.ts';
import { createTurns } from '../../platform/turns.ts';

export interface PasswordHasher {
  /** A salted hash in PHC form. Throws 503 where too many requests wait. */
  hash(password: string): Promise<string>;
  /** Whether the password fits; for a hash of null it does the same work and answers false. Throws 503 as `hash`. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

/** OWASP Password Storage Cheat Sheet: argon2id (the library's default kind), 19 MiB, 2 passes, 1 thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = 2;
const CROWDED = 'Very many people are signing in just now. Please try again in a few seconds.';

/**
 * Hashes passwords, two at a time (each takes a core for tens of milliseconds, and the rest of the program must go on);
 * up to `mostWaiting` more wait, beyond that a caller is told to retry.
 */
export function createPasswordHasher({ mostWaiting = 200 } = {}): PasswordHasher {
  const inTurn = createTurns({ atOnce: AT_ONCE, mostWaiting, turnAway: () => overloaded(CROWDED) });
  let nobodys: Promise<string> | undefined;
  return {
    hash: (password) => inTurn(() => argon2Hash(normalise(password), COST)),
    verify: (hash, password) =>
      inTurn(async () => {
        nobodys ??= argon2Hash(randomBytes(32), COST);
        const fits = await argon2Verify(hash ?? (await nobodys), normalise(password));
        return fits && hash !== null;
      }),
  };
}

// Keyboards compose accents differently although the same text was typed (NIST SP 800-63B section 5.1.1.2).
const normalise = (password: string): string => password.normalize('NFKC');
