// A stream's pieces reach its caller in order, each once, and nothing more from the moment in which the caller may not read it.
import { callerOf } from '@kobogate/testkit/identity/sessions.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { unauthorized } from './errors.ts';
import { type FollowedPiece, mountPushStream } from './push-stream.ts';

let http: FastifyInstance;
let caller: AbortController;
afterEach(async () => {
  caller.abort();
  await http.close();
});

async function startStream() {
  const written: FollowedPiece[] = [];
  const [hearersOfWrites, hearersOfEnds] = [new Set<() => void>(), new Set<() => void>()];
  const key = { isLive: true };
  http = Fastify();
  mountPushStream(http, '/streams/:id', {
    database: {
      onAnnouncedAnywhere: (topic, hear) => {
        const hearers = topic === 'written' ? hearersOfWrites : hearersOfEnds;
        hearers.add(hear);
        return () => void hearers.delete(hear);
      },
    },
    log: silentLog,
    topic: 'written',
    signIn: async () => {
      if (!key.isLive) throw unauthorized('The key was revoked.');
      return callerOf(idFor('owner'));
    },
    open: async () => ({
      readAfter: async (after) => written.filter(({ position }) => position > after),
      keep: async () => true,
    }),
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo;
  caller = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}/streams/one`, { signal: caller.signal });
  const pieces = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await pieces?.read())?.value).toMatch(/^retry: /);
  return {
    key,
    write: (data: string) => {
      written.push({ position: written.length + 1, data });
      for (const hear of hearersOfWrites) hear();
    },
    revoke: () => {
      key.isLive = false;
      for (const hear of hearersOfEnds) hear();
    },
    next: async () => (await pieces?.read())?.value,
  };
}

test('[A7] a key that was revoked a moment ago reads nothing that is written from then on', async () => {
  const { key, write, next } = await startStream();
  write('before');
  expect(await next()).toBe('id: 1\ndata: before\n\n');
  key.isLive = false;
  write('after');
  expect(await next()).toBeUndefined();
});

test('[A7] the stream of a key ends as it is revoked, on whichever node, although nothing is written', async () => {
  // No heartbeat comes, by which it would end some seconds later.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  try {
    const { revoke, next } = await startStream();
    revoke();
    expect(await next()).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});
