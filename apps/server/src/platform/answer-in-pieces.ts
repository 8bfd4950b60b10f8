import { Readable } from 'node:stream';
import type { ServerResponse } from 'node:http';

/** Whether a use case's answer comes in pieces. Pure. */
export const isInPieces = (answer: unknown): answer is AsyncGenerator<string> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;

/**
 * An answer's pieces as a stream that takes one when the caller has room for it, and ends them when the caller leaves. The first
 * is made before anything is sent, so that an error in it is answered as such; throws it then.
 */
export async function streamPieces(pieces: AsyncGenerator<string>, answer: ServerResponse): Promise<Readable> {
  const first = await pieces.next();
  const stream = Readable.from(from(first, pieces), { highWaterMark: 1 });
  answer.once('close', () => stream.destroy());
  if (answer.destroyed) stream.destroy();
  return stream;
}

async function* from(
  first: IteratorResult<string, unknown>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string, void, undefined> {
  try {
    if (first.done === true) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
