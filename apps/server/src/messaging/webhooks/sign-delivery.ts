import { createHmac } from 'node:crypto';

/**
 * The signature header of a body sent at a moment: one `v1` for each live secret, the newest first. The time is signed
 * too, so that a receiver can refuse what somebody sends again later. Pure.
 */
export function signDelivery(secrets: readonly string[], body: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
  return [`t=${time}`, ...signatures.map((signature) => `v1=${signature}`)].join(',');
}
