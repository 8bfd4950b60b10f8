// A process believes that it hears the notifications of others only once one of its own has come back to it: a pooler
// answers the statement that listens, and passes nothing on.
import { EventEmitter } from 'node:events';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import type { Client } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { createNotices } from './notices.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Notices whose connection that listens is in the test's hands. */
function createHeld() {
  const sent: string[] = [];
  const told: string[][] = [];
  let connection: EventEmitter | undefined;
  const notices = createNotices({
    connect: async () => {
      const opened = Object.assign(new EventEmitter(), { query: async () => undefined, end: async () => undefined });
      connection = opened;
      return opened as unknown as Client;
    },
    query: async (_text, [payload]) => void sent.push(String(payload)),
    onListening: () => undefined,
    onTold: (topics) => void told.push([...topics]),
    log: silentLog,
  });
  return {
    notices,
    sent,
    told,
    hear: (payload = '') => connection?.emit('notification', { channel: 'kobogate', payload }),
    cut: () => connection?.emit('end'),
  };
}

test('topics that are too many for one notification are told in several, each once', async () => {
  const { notices, sent } = createHeld();
  const topics = Array.from({ length: 400 }, (_, index) => `sessions-ended:${String(index).padStart(36, '0')}`);
  notices.tell(['first']);
  notices.tell(topics);
  await notices.close();
  expect(sent.every((payload) => Buffer.byteLength(payload) < 8_000)).toBe(true);
  expect(sent.flatMap((payload) => payload.split(' ').slice(1))).toEqual(['first', ...topics]);
  expect(sent).toHaveLength(4);
});

test('it hears from the moment when its own notification comes back until the connection is lost', async () => {
  const { notices, sent, told, hear, cut } = createHeld();
  notices.listen();
  await expect.poll(() => sent).toHaveLength(1);
  expect(notices.isHeard()).toBe(false);
  hear('another orders');
  expect([notices.isHeard(), told]).toEqual([false, [['orders']]]);
  hear(sent[0]);
  expect([notices.isHeard(), told]).toEqual([true, [['orders']]]);
  cut();
  expect(notices.isHeard()).toBe(false);
  await expect.poll(() => sent).toHaveLength(2);
  expect(notices.isHeard()).toBe(false);
  hear(sent[1]);
  expect(notices.isHeard()).toBe(true);
  await notices.close();
});

test('it hears no more once one that was committed does not come back within five seconds, and listens anew', async () => {
  vi.useFakeTimers();
  const { notices, sent, hear } = createHeld();
  notices.listen();
  await vi.advanceTimersByTimeAsync(0);
  hear(sent[0]);
  notices.tell(['orders']);
  await vi.advanceTimersByTimeAsync(4_900);
  hear(sent[1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([notices.isHeard(), sent.length]).toEqual([true, 2]);
  // The connection is half open from here on.
  notices.tell(['orders']);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(notices.isHeard()).toBe(true);
  await vi.advanceTimersByTimeAsync(200);
  expect(notices.isHeard()).toBe(false);
  await vi.advanceTimersByTimeAsync(250);
  expect(sent).toHaveLength(4);
  hear(sent[3]);
  expect(notices.isHeard()).toBe(true);
  await notices.close();
});
