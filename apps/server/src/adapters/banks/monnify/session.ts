import type { CallBank } from '../call-bank.ts';
import type { Reply } from '../reply.ts';
import { readLogin } from './answers.ts';

/** A token is dropped shortly before it expires, so that it does not expire in flight. */
const USED_SHARE = 0.8;

export type Entry = { readonly kind: 'in'; readonly token: string } | { readonly kind: 'out'; readonly reply: Reply };

/** The login that all calls share. */
export interface Session {
  /** A valid token, from a new login where there is none; concurrent calls share one login. */
  enter(): Promise<Entry>;
  /** The token was refused: the next call logs in again. */
  forget(token: string): void;
}

/** Logs in by `logIn`, a call that never throws. */
export function createSession(logIn: CallBank): Session {
  let held: { token: string; until: number } | null = null;
  let coming: Promise<Entry> | null = null;

  async function begin(): Promise<Entry> {
    const askedAt = performance.now();
    const reply = await logIn('/api/v1/auth/login', { body: '{}' });
    const login = readLogin(reply);
    coming = null;
    if (login === null) return { kind: 'out', reply };
    held = { token: login.token, until: askedAt + login.seconds * 1000 * USED_SHARE };
    return { kind: 'in', token: login.token };
  }

  return {
    enter: async () => {
      if (held !== null && performance.now() < held.until) return { kind: 'in', token: held.token };
      coming ??= begin();
      return coming;
    },
    forget: (token) => {
      if (held?.token === token) held = null;
    },
  };
}
