// Guarantee: events are read whole however the network cuts the stream, and comments are no events.
import { expect, it } from 'vitest';
import { eventNames } from './event-frames.ts';
import { waitBeforeAttempt } from './live.ts';

async function read(...chunks: string[]): Promise<string[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const names: string[] = [];
  for await (const name of eventNames(stream)) names.push(name);
  return names;
}

it('reads events cut anywhere, with either line ending', async () => {
  expect(await read('event: or', 'der\ndata: {"id":"1"}\n', '\n: ping\n\nevent: wallet\n\n')).toEqual([
    'order',
    'wallet',
  ]);
  expect(await read('event: order\r\ndata: {}\r\n\r\n')).toEqual(['order']);
});

it('gives no event for a frame that never ended', async () => {
  expect(await read('event: order\ndata: {"id"')).toEqual([]);
});

it('waits longer after each failure, up to half a minute', () => {
  expect([1, 2, 3, 4].map(waitBeforeAttempt)).toEqual([1000, 2000, 4000, 8000]);
  expect(waitBeforeAttempt(50)).toBe(30_000);
});
