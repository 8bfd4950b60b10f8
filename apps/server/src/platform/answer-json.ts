import { parse } from 'lossless-json';

/** What answers are read from. */
interface Answer {
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Far above what any service that we ask answers; a larger answer is not read to its end. */
const LARGEST_ANSWER_BYTES = 4_000_000;

/**
 * Reads the JSON of a service's answer with each number as its own decimal text, so that no float is met on the way.
 * Throws where it is larger than four megabytes, breaks off, or is not JSON (`SyntaxError`).
 */
export async function readAnswerJson(response: Answer): Promise<unknown> {
  return parse(await readAnswerText(response), undefined, { parseNumber: (digits) => digits });
}

/** Reads a service's answer as text. Throws where it is larger than four megabytes or breaks off. */
export async function readAnswerText(response: Answer): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > LARGEST_ANSWER_BYTES) throw new Error('the answer is too large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
