import { LARGEST_RATE_SCALE, parseRate, type Rate } from '@kobogate/money';
import { readAnswerJson } from '../../platform/answer-json.ts';
import { dependencyDown } from '../../platform/errors.ts';

const TIMEOUT_MILLISECONDS = 10_000;
const DECIMALS_BEYOND = new RegExp(`^(\\d+\\.\\d{${LARGEST_RATE_SCALE}})\\d+$`);

/**
 * Reads a public source's JSON and keeps each number as decimal text, so that no float is involved. Throws
 * `dependencyDown` unless it answers within ten seconds, with 200, and with JSON of a sensible size.
 */
export async function readSource(
  source: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { ...headers, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    if (response.ok) return await readAnswerJson(response);
    await response.body?.cancel();
  } catch (error) {
    throw dependencyDown(source, `The rate source ${source} gave no answer that can be read.`, error);
  }
  throw dependencyDown(source, `The rate source ${source} answered with an error.`);
}

/** A source's decimal text as a rate; digits beyond the 18th are dropped. Null for anything else than a price. */
export function readPrice(text: string): Rate | null {
  const parsed = parseRate(text.replace(DECIMALS_BEYOND, '$1'));
  return parsed.ok ? parsed.value : null;
}
