import * as z from 'zod/mini';
import type { Texter } from '../../messaging/index.ts';
import { readAnswerJson } from '../../platform/answer-json.ts';
import type { TermiiSettings } from '../../configuration/texts.ts';

const TIMEOUT_MS = 15_000;
const taken = z.object({ message_id: z.union([z.string().check(z.minLength(1)), z.number()]) });
const balance = z.object({ balance: z.union([z.number(), z.string()]) });
/**
 * The provider's statuses for a request that it did not accept: the key, the number or the balance is wrong, or too
 * many came.
 */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 422, 429]);

/**
 * Asks for the account's balance (developers.termii.com, "Balance"), which sends nothing. Throws where there is no answer or the key is
 * refused; its words have no key.
 */
export async function tryTermii({ url, apiKey }: Pick<TermiiSettings, 'url' | 'apiKey'>): Promise<void> {
  const response = await fetch(`${url}/api/get-balance?api_key=${encodeURIComponent(apiKey)}`, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json' },
  }).catch((cause: unknown) => {
    throw new Error('Termii can’t be reached.', { cause });
  });
  if (response.status === 401 || response.status === 403) throw new Error('Termii refuses the key.');
  if (!response.ok || !balance.safeParse(await readAnswerJson(response)).success) {
    throw new Error(`Termii does not say the balance, and answered with HTTP status ${response.status}.`);
  }
}

/**
 * Text messages by Termii (developers.termii.com, "Send Message"): one POST, the key in its body. Termii has no
 * idempotency key that would make a repeat harmless, so any unclear answer is `unknown`. Neither the key nor an answer
 * is logged.
 */
export function createTermiiTexter({ url, apiKey, sender, channel }: TermiiSettings): Texter {
  return {
    send: async ({ to, text }) => {
      try {
        const response = await fetch(`${url}/api/sms/send`, {
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
          headers: { accept: 'application/json', 'content-type': 'application/json' },
          body: JSON.stringify({ api_key: apiKey, to, from: sender, sms: text, type: 'plain', channel }),
        });
        if (REFUSALS.has(response.status)) return 'refused';
        return response.ok && taken.safeParse(await readAnswerJson(response)).success ? 'sent' : 'unknown';
      } catch {
        return 'unknown';
      }
    },
  };
}
