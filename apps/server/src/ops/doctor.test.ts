// The doctor's judgements: what stops or endangers a server is wrong and says what to do, what may be intended is only shown, and no secret is told.
import { expect, test } from 'vitest';
import { judgeErasing, judgeMonths, judgeSchema, judgeServer } from './examine-database.ts';
import { judgeRoom } from './examine-disk.ts';
import { reasonOf, withoutSecrets } from './finding.ts';

const server = { version: '17.2', clock: new Date(), isDurable: true, isTls: true, isStandby: false };
const states = (more: Partial<typeof server>, place: { host: string | null; skewMs: number }): string[] =>
  judgeServer({ ...server, ...more }, place).map(({ state }) => state);
const near = { host: 'db.example', skewMs: 10 };

test('[O11] a database that may lose an answered commit, a standby and an open connection are wrong', () => {
  expect(states({}, near)).toEqual(['fine', 'fine', 'fine', 'fine']);
  expect(states({ isStandby: true }, near)).toEqual(['wrong', 'fine', 'fine', 'fine']);
  expect(states({ isDurable: false }, near)).toEqual(['fine', 'wrong', 'fine', 'fine']);
  expect(states({ isTls: false }, near)).toEqual(['fine', 'fine', 'wrong', 'fine']);
});

test.each([
  [null, 'fine'],
  ['localhost', 'fine'],
  ['pgbouncer', 'look'],
  ['10.1.2.3', 'look'],
  ['172.32.0.1', 'wrong'],
  ['db.example', 'wrong'],
])('[O11] without TLS to %s it is %s', (host, state) => {
  expect(states({ isTls: false }, { host, skewMs: 0 })[2]).toBe(state);
});

test.each([
  [1_999, 'fine'],
  [2_001, 'look'],
  [30_001, 'wrong'],
])('[I4] a clock %i ms apart is %s', (skewMs, state) => {
  expect(states({}, { host: null, skewMs })[3]).toBe(state);
});

test('[O11] a schema that this version does not fit is wrong; one that the next start completes is only shown', () => {
  const nothing = { pending: [], changed: [], newer: [], unknown: [] };
  expect(judgeSchema(nothing).state).toBe('fine');
  expect(judgeSchema({ ...nothing, pending: ['0200_more.sql'] }).state).toBe('look');
  expect(judgeSchema({ ...nothing, newer: ['0999_more.sql'] }).state).toBe('look');
  expect(judgeSchema({ ...nothing, changed: ['0001_all.sql'] }).state).toBe('wrong');
  expect(judgeSchema({ ...nothing, unknown: ['0999_new.sql'] }).sentence).toContain('0999_new.sql');
});

test('[I4] erasing that waits for the clock, or that no worker does, is shown', () => {
  const now = new Date('2026-11-26T09:00:00Z');
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  const found = [
    judgeErasing({ seenAt: null, waitsUntil: null }, now),
    judgeErasing({ seenAt: daysAgo(0.5), waitsUntil: null }, now),
    judgeErasing({ seenAt: daysAgo(2), waitsUntil: null }, now),
    judgeErasing({ seenAt: daysAgo(0.1), waitsUntil: daysAgo(-5) }, now),
  ];
  expect(found.map(({ state }) => state)).toEqual(['fine', 'fine', 'look', 'look']);
  expect(found[3]?.sentence).toContain('1 Dec 2026');
});

test('[O12] rows of either table in parts by month that are in none are shown, and how many of each', () => {
  expect(judgeMonths(0, 0).state).toBe('fine');
  for (const [notices, lines] of [
    [2, 0],
    [0, 7],
  ] as const) {
    const { state, sentence } = judgeMonths(notices, lines);
    expect(state).toBe('look');
    expect(sentence).toContain(`${notices} notices and ${lines} lines of the history of the last day have none`);
  }
});

test('[I3] a full disk is wrong, a nearly full one is shown', () => {
  expect([1e8, 1e9, 1e10].map((bytes) => judgeRoom(bytes).state)).toEqual(['wrong', 'look', 'fine']);
});

test('[O11] an address loses its user, password, path and query', () => {
  expect(withoutSecrets('can’t reach https://me:pw@node.example:8545/v3/key?token=1 now')).toBe(
    'can’t reach https://node.example:8545 now',
  );
  expect(reasonOf(new Error('postgres://a:b@c/d refused.\nmore'))).toBe('postgres://c refused');
});
