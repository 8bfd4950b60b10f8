import type { ClientRequest, IncomingMessage } from 'node:http';
import { parse } from 'lossless-json';

/** A service switched to another protocol (status 101) in place of an answer. */
export class SwitchedProtocol extends Error {}

/**
 * The head of the answer to a request that is being sent. Rejects with the request's own error, and with `SwitchedProtocol`:
 * Node then ends the request with neither an answer nor an error, and does not hear its signal any more: a caller that waits for
 * one of these would wait for ever.
 */
export function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
    request.once('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new SwitchedProtocol('the service switched to another protocol'));
    });
  });
}

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
