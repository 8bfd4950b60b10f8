import { parse } from 'lossless-json';

/** Bytes, in pieces, that an answer is read from. */
interface Answer {
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Far above the size of any answer that we expect; a larger one is not read to its end. */
const LARGEST_ANSWER_BYTES = 4_000_000;

/**
 * Reads the JSON of a service's answer and keeps each number as decimal text, so that no float is involved. Throws
 * where the answer is larger than four megabytes, breaks off, or is not JSON (`SyntaxError`).
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
