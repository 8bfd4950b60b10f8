import { randomBytes } from 'node:crypto';
import { DEVICE_PATTERN } from '@kobogate/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../../platform/outside-address.ts';

/** The cookies of these pages: for browsers without script, and for what comes back from a provider. */
export const COOKIE_NAMES = {
  /** The browser's device secret, as in `DEVICE_HEADER`. */
  device: 'kobogate_device',
  /** The e-mail address that waits for its code. */
  email: 'kobogate_verifies',
  /** The session that the page's script is about to take over. */
  session: 'kobogate_hand_over',
  /** A sign-in by a provider that has begun here. */
  flow: 'kobogate_flow',
  /** Whom a provider has named, until they have signed up or are linked. */
  named: 'kobogate_named',
  /** The second step of a sign-in by a provider. */
  step: 'kobogate_step',
} as const;
export type CookieName = keyof typeof COOKIE_NAMES;

/**
 * A browser accepts a cookie of such a name only from this very host, over TLS. Otherwise a neighbour below the same domain
 * could have a person sign in to an account of its choice, link an account of its choice to theirs, or be known here by a
 * secret that the neighbour knows. Without TLS, as on a developer's machine, browsers refuse the name.
 */
const nameOf = (name: CookieName, isSecure: boolean): string =>
  isSecure ? `__Host-${COOKIE_NAMES[name]}` : COOKIE_NAMES[name];

/** Whether the browser's way to us is protected, so that cookies may be for such a way only. */
export const isSecureWay = (request: Pick<FastifyRequest, 'protocol'>, publicOrigin: string): boolean =>
  publicOrigin.startsWith('https:') || request.protocol === 'https';

const YEAR_SECONDS = 365 * 24 * 3600;

/** The value of a cookie of ours, or null. */
export function readCookie(
  request: Pick<FastifyRequest, 'headers'>,
  name: CookieName,
  isSecure: boolean,
): string | null {
  // Blanks alone (RFC 6265): a name behind another character is not the one for which browsers have the rule.
  const given = (request.headers.cookie ?? '').split(/; */);
  const head = `${nameOf(name, isSecure)}=`;
  const value = given.find((pair) => pair.startsWith(head))?.slice(head.length);
  if (value === undefined || value === '') return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

const SITES = { here: 'Strict', links: 'Lax', forms: 'None' } as const;

/**
 * Whether a form of another site can bring a cookie: browsers take such a one on a protected way only, or on this very
 * machine.
 */
export const takesForms = (isSecure: boolean, publicOrigin: string): boolean =>
  isSecure || isLoopback(new URL(publicOrigin).hostname);

/**
 * Sets a cookie that scripts can't read, and that no other site makes the browser send; null deletes it. One that comes back with a visit from a provider is sent with another site's links (`links`), or with its
 * forms too (`forms`).
 */
export function setCookie(
  reply: FastifyReply,
  name: CookieName,
  value: string | null,
  { seconds, isSecure, from = 'here' }: { seconds: number; isSecure: boolean; from?: 'here' | 'links' | 'forms' },
): void {
  const sites = SITES[from];
  const parts = [
    `${nameOf(name, isSecure)}=${encodeURIComponent(value ?? '')}`,
    'Path=/',
    `Max-Age=${value === null ? 0 : seconds}`,
    'HttpOnly',
    `SameSite=${sites}`,
    ...(isSecure || sites === 'None' ? ['Secure'] : []),
  ];
  // One answer may set several: each is a separate header.
  void reply.header('set-cookie', parts.join('; '));
}

/** This browser's device secret; a browser without one gets it with the answer. */
export function deviceOf(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): string {
  const known = readCookie(request, 'device', isSecure);
  if (known !== null && DEVICE_PATTERN.test(known)) return known;
  const made = randomBytes(32).toString('hex');
  setCookie(reply, 'device', made, { seconds: YEAR_SECONDS, isSecure });
  return made;
}
