import { randomBytes } from 'node:crypto';
import { DEVICE_PATTERN } from '@kobogate/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookies of these pages, for browsers without script. */
const NAMES = {
  /** The browser's device secret, as in `DEVICE_HEADER`. */
  device: 'kobogate_device',
  /** The e-mail address that waits for its code. */
  email: 'kobogate_verifies',
  /** The session that the page's script is about to take over. */
  session: 'kobogate_hand_over',
} as const;
export type CookieName = keyof typeof NAMES;

const YEAR_SECONDS = 365 * 24 * 3600;

/** The value of a cookie of ours, or null. */
export function readCookie(request: Pick<FastifyRequest, 'headers'>, name: CookieName): string | null {
  const given = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const value = given.find((pair) => pair.startsWith(`${NAMES[name]}=`))?.slice(NAMES[name].length + 1);
  if (value === undefined || value === '') return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/**
 * Sets a cookie that scripts can't read, that no other site makes the browser send, and that is limited to `path`; null
 * deletes it.
 */
export function setCookie(
  reply: FastifyReply,
  name: CookieName,
  value: string | null,
  { path, seconds, isSecure }: { path: string; seconds: number; isSecure: boolean },
): void {
  const parts = [
    `${NAMES[name]}=${encodeURIComponent(value ?? '')}`,
    `Path=${path}`,
    `Max-Age=${value === null ? 0 : seconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ];
  // One answer may set several: each is a separate header.
  void reply.header('set-cookie', parts.join('; '));
}

/** This browser's device secret; a browser without one gets it with the answer. */
export function deviceOf(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): string {
  const known = readCookie(request, 'device');
  if (known !== null && DEVICE_PATTERN.test(known)) return known;
  const made = randomBytes(32).toString('hex');
  setCookie(reply, 'device', made, { path: '/', seconds: YEAR_SECONDS, isSecure });
  return made;
}
