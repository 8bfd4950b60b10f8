// An answer in pieces is made as it is taken: an error before its first piece is answered as one, and nothing is made for a caller
// who has left.
import Fastify, { type FastifyInstance } from 'fastify';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { streamPieces } from './answer-in-pieces.ts';

let http: FastifyInstance;
let made: number;
let hasEnded: boolean;
let pieces: () => AsyncGenerator<string>;
beforeEach(async () => {
  [made, hasEnded] = [0, false];
  http = Fastify();
  http.get('/', async (_request, reply) => reply.type('text/csv').send(await streamPieces(pieces(), reply.raw)));
  await http.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => http.close());
const port = (): number => (http.server.address() as AddressInfo).port;

/** So many pieces of a megabyte. */
async function* large(count: number): AsyncGenerator<string> {
  try {
    for (; made < count; made += 1) yield 'x'.repeat(1_000_000);
  } finally {
    hasEnded = true;
  }
}

test('all pieces come in order', async () => {
  pieces = async function* () {
    yield 'one,';
    yield 'two,';
    yield 'three';
  };
  expect(await (await fetch(`http://127.0.0.1:${port()}/`)).text()).toBe('one,two,three');
});

test('an error before the first piece is answered as one', async () => {
  pieces = async function* () {
    if (made === 0) throw Object.assign(new Error('too many'), { statusCode: 422 });
    yield 'nothing';
  };
  expect((await fetch(`http://127.0.0.1:${port()}/`)).status).toBe(422);
});

test('a caller who takes none has few made, and none once it has left', async () => {
  pieces = () => large(1_000);
  const caller = connect(port(), '127.0.0.1').pause();
  caller.write('GET / HTTP/1.1\r\nhost: sample\r\n\r\n');
  await expect.poll(() => made).toBeGreaterThan(0);
  caller.destroy();
  await expect.poll(() => hasEnded).toBe(true);
  // What the sockets and the buffers of two processes hold, of a thousand megabytes.
  expect(made).toBeLessThan(100);
});
