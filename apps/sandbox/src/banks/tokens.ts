import { randomBytes } from 'node:crypto';

/** Much shorter than the providers' minutes and hours, so that a running product meets expired tokens. */
const LIFETIME_SECONDS = 60;

/** The tokens of logins. They expire, and all of them end with the sandbox. */
export interface Tokens {
  issue(): { accessToken: string; expiresIn: number };
  isValid(token: string): boolean;
}

/** No tokens yet. */
export function createTokens(): Tokens {
  const ends = new Map<string, number>();
  return {
    issue: () => {
      const now = Date.now();
      for (const [token, end] of ends) if (end < now) ends.delete(token);
      const accessToken = randomBytes(24).toString('base64url');
      ends.set(accessToken, now + LIFETIME_SECONDS * 1000);
      return { accessToken, expiresIn: LIFETIME_SECONDS };
    },
    isValid: (token) => (ends.get(token) ?? 0) > Date.now(),
  };
}
