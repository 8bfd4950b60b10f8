import type { Deadline } from '../../platform/deadline.ts';
import type { CallBank } from './call-bank.ts';
import type { Reply } from './reply.ts';

/** A token is dropped shortly before it expires, so that it does not expire in flight. */
const USED_SHARE = 0.8;

export interface Login {
  readonly token: string;
  /** How long the token is valid. */
  readonly seconds: number;
}

type Entry = { readonly kind: 'in'; readonly token: string } | { readonly kind: 'out'; readonly reply: Reply };

/** The calls of a provider that wants a login first; all of them share one. */
export interface EnteredCalls {
  /** A question, repeated once where the token has expired. */
  ask(path: string, more?: { readonly body?: string }): Promise<Reply>;
  /** An instruction, never sent a second time; `not-sent` where there was no login. */
  send(
    path: string,
    more: { readonly body: string; readonly deadline: Deadline; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<{ readonly kind: 'sent' | 'not-sent'; readonly reply: Reply }>;
}

/**
 * Calls with a token as `Authorization: Bearer`. `logIn` never throws, and `readLogin` answers null where its reply has no
 * token. Calls at the same time share one login.
 */
export function createEnteredCalls(
  { logIn, readLogin }: { readonly logIn: () => Promise<Reply>; readonly readLogin: (reply: Reply) => Login | null },
  call: CallBank,
): EnteredCalls {
  let held: { token: string; until: number } | null = null;
  let coming: Promise<Entry> | null = null;

  async function begin(): Promise<Entry> {
    const askedAt = performance.now();
    const reply = await logIn();
    const login = readLogin(reply);
    coming = null;
    if (login === null) return { kind: 'out', reply };
    held = { token: login.token, until: askedAt + login.seconds * 1000 * USED_SHARE };
    return { kind: 'in', token: login.token };
  }

  async function enter(): Promise<Entry> {
    if (held !== null && performance.now() < held.until) return { kind: 'in', token: held.token };
    coming ??= begin();
    return coming;
  }

  async function enterAndCall(
    path: string,
    more: Parameters<CallBank>[1] = {},
  ): Promise<{ readonly kind: 'sent' | 'not-sent'; readonly reply: Reply }> {
    const entry = await enter();
    if (entry.kind === 'out') return { kind: 'not-sent', reply: entry.reply };
    const reply = await call(path, { ...more, headers: { ...more.headers, authorization: `Bearer ${entry.token}` } });
    // The next call logs in again.
    if (isTokenRefused(reply) && held?.token === entry.token) held = null;
    return { kind: 'sent', reply };
  }

  return {
    ask: async (path, more) => {
      const { reply } = await enterAndCall(path, more);
      return isTokenRefused(reply) ? (await enterAndCall(path, more)).reply : reply;
    },
    send: enterAndCall,
  };
}

const isTokenRefused = (reply: Reply): boolean => reply.kind === 'answered' && reply.status === 401;
