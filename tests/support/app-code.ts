import { TOTP_SECONDS } from '@kobogate/contract';
import { Secret, TOTP } from 'otpauth';
import { eventually } from './wait.ts';

/**
 * An authenticator app that never shows a code twice: it goes on to the next one, which is valid half a minute early.
 */
export function createApp(secret: string): () => Promise<string> {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  let last = 0;
  return async () => {
    const now = (): number => Math.floor(Date.now() / 1000 / TOTP_SECONDS);
    const step = Math.max(last + 1, now());
    await eventually('the next code is valid', async () => step <= now() + 1, {
      limitMs: (TOTP_SECONDS + 5) * 1000,
    });
    last = step;
    return totp.generate({ timestamp: step * TOTP_SECONDS * 1000 });
  };
}
