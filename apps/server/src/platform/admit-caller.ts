import {
  API_KEY_CALLS,
  BACKGROUND_HEADER,
  describeRoles,
  type Endpoint,
  type RATE_LIMIT_HEADERS,
  ROLE_MISSING,
  type Scope,
  type StaffRole,
} from '@kobogate/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forbidden, tooMany, unauthorized } from './errors.ts';
import type { Caller } from './route.ts';
import type { Standing } from './throttle.ts';

/** How callers are known. */
export interface CallerOptions {
  /** The caller that a Bearer token belongs to, or null. A background call does not keep a session alive. */
  readonly authenticate: (token: string, call: { isBackground: boolean }) => Promise<Caller | null>;
  /** Counts a call by an API key against its limit; absent: keys have none. */
  readonly countKeyCall?: (caller: Caller) => Promise<Standing>;
}

export const SIGN_IN = 'Please sign in to continue.';

type CalledEndpoint = Pick<Endpoint, 'access'> & Partial<Pick<Endpoint, 'scope' | 'roles'>>;

/**
 * The caller of a request that needs one. Throws 401 without a sign-in, 403 for a role that is not the call's or a key without
 * the scope.
 */
export async function requireCaller(
  request: Pick<FastifyRequest, 'headers'>,
  endpoint: CalledEndpoint,
  options: Pick<CallerOptions, 'authenticate'>,
): Promise<Caller> {
  const caller = await findCaller(request, options);
  requireRight(caller, endpoint);
  return caller;
}

/** The same, and counts a call by an API key against its limit. Throws 429 where that is used up. */
export async function admitCaller(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  endpoint: CalledEndpoint,
  options: CallerOptions,
): Promise<Caller> {
  const caller = await findCaller(request, options);
  if (caller.scopes !== undefined && options.countKeyCall !== undefined) {
    const { isAllowed, left, resetSeconds } = await options.countKeyCall(caller);
    const { most, windowSeconds } = API_KEY_CALLS;
    const said: Record<keyof typeof RATE_LIMIT_HEADERS, string> = {
      'RateLimit-Limit': String(most),
      'RateLimit-Remaining': String(left),
      'RateLimit-Reset': String(resetSeconds),
      'RateLimit-Policy': `${most};w=${windowSeconds}`,
    };
    reply.headers(said);
    if (!isAllowed) {
      const sentence = `An API key may make ${most} calls within ${windowSeconds} seconds. Nothing was done. Please try again in ${resetSeconds} seconds.`;
      throw tooMany(sentence, resetSeconds, 'key-busy');
    }
  }
  requireRight(caller, endpoint);
  return caller;
}

async function findCaller(
  request: Pick<FastifyRequest, 'headers'>,
  { authenticate }: Pick<CallerOptions, 'authenticate'>,
): Promise<Caller> {
  // The scheme's name is not case-sensitive: https://www.rfc-editor.org/rfc/rfc9110#section-11.1
  const token = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  const isBackground = request.headers[BACKGROUND_HEADER] !== undefined;
  const caller = token === undefined ? null : await authenticate(token, { isBackground });
  if (caller === null) throw unauthorized(SIGN_IN);
  return caller;
}

function requireRight(caller: Caller, { access, scope, roles }: CalledEndpoint): void {
  if (caller.scopes !== undefined) requireScope(caller.scopes, scope ?? null);
  if (access === 'staff') requireRole(caller.role, roles ?? []);
}

function requireRole(role: StaffRole | null, roles: readonly StaffRole[]): void {
  if (role === null) throw forbidden('This page is for administrators.');
  if (roles.includes(role)) return;
  throw forbidden(`${describeRoles(roles)} can do this, and your role is ${role}. Nothing was done.`, ROLE_MISSING);
}

function requireScope(scopes: readonly Scope[], needed: Scope | null): void {
  if (needed === null) {
    throw forbidden('API keys may not do this. Please sign in, and do it in your account.', 'not-for-keys');
  }
  if (!scopes.includes(needed)) {
    throw forbidden(`This API key was not made for this: it lacks the scope ${needed}.`, 'scope-missing');
  }
}
