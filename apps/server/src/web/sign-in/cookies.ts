import { randomBytes } from 'node:crypto';
import { DEVICE_PATTERN } from '@kobogate/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What these pages keep in a browser where no script of theirs ran. */
const NAMES = {
  /** The secret by which the browser names itself, as `DEVICE_HEADER` carries it. */
  device: 'kobogate_device',
  /** The e-mail address that waits for its code. */
  email: 'kobogate_verifies',
  /** The session that its script is about to take over. */
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
 * Sets a cookie that no script reads, that no other site makes the browser send, and that goes to `path` alone; with null
 * it ends.
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
  // Several may be set by one answer: each is a header of its own.
  void reply.header('set-cookie', parts.join('; '));
}

/** The secret by which this browser names itself; where it has none yet it gets one with the answer. */
export function deviceOf(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): string {
  const known = readCookie(request, 'device');
  if (known !== null && DEVICE_PATTERN.test(known)) return known;
  const made = randomBytes(32).toString('hex');
  setCookie(reply, 'device', made, { path: '/', seconds: YEAR_SECONDS, isSecure });
  return made;
}
