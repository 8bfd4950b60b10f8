// A month's file proves itself: whatever is changed in it, left out or put in is found without a database, and a month begins and ends by
// the clock of Lagos.
import { describe, expect, test } from 'vitest';
import { type AccountState, hashBatch, planBatch } from '../plan.ts';
import { customer, custody, held } from '../chart.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { testMonthSealer, transfer } from '@kobogate/testkit/ledger/postings.ts';
import type { UserId } from '@kobogate/contract';
import { createHash } from 'node:crypto';
import { createLinesCheck } from './check-lines.ts';
import { type SealedMonth, sealMonth } from './closed-month.ts';
import { endOfMonth, monthAfter, monthOf } from './month.ts';
import { accountLine, batchLine, endLine, headLine } from './month-lines.ts';
import { type AccountAt, createPartSums, type PartBatch } from './part.ts';
import { checkChain } from './prove-months.ts';

const NONE = '00'.repeat(32);
const user = idFor<UserId>('one');
const REFS = [custody('BTC'), customer(user, 'BTC'), held(user, 'BTC')];
const [COINS, FREE, HELD] = [custody('BTC'), customer(user, 'BTC'), held(user, 'BTC')];

/** An account with three entries of before. */
const IDLE = { ...custody('ETH'), id: 9, opening: { entries: 3n, balance: 7n, head: '01'.repeat(32) } };

/** A month of two batches on accounts that have nothing yet, line by line. */
function makeMonth(): string[] {
  const accounts = new Map<string, AccountState>(
    REFS.map((ref, at) => [ref.code, { ...ref, id: at + 1, balance: 0n, sequence: 0n, head: NONE }]),
  );
  const batches = [
    [transfer(COINS, FREE, 70n, 'a'), transfer(COINS, FREE, 20n, 'b')],
    [transfer(FREE, HELD, 30n, 'c')],
  ].map((transactions, at): PartBatch => {
    const plan = planBatch(transactions, accounts, new Map());
    const postedAt = new Date(`2026-10-0${at + 1}T12:00:00.000Z`);
    const hash = hashBatch(postedAt, plan);
    for (const account of plan.touched) account.head = hash;
    return { id: BigInt(at + 5), postedAt, hash, rows: plan.rows };
  });
  const opening: AccountAt = { entries: 0n, balance: 0n, head: NONE };
  const sums = createPartSums();
  const lines = [headLine({ month: '2026-10', after: 0n, last: 6n, before: null })];
  for (const ref of REFS) {
    const state = accounts.get(ref.code);
    if (state === undefined) throw new Error('no such account');
    const closing = { entries: state.sequence, balance: state.balance, head: state.head };
    const account = { ...ref, id: state.id, opening, closing };
    sums.addAccount(account);
    lines.push(accountLine(account));
  }
  for (const batch of batches) {
    sums.addBatch(batch);
    lines.push(batchLine(batch));
  }
  return [...lines, endOf(lines, sums.read())];
}

function endOf(
  lines: readonly string[],
  counted: Pick<SealedMonth, 'batches' | 'transfers' | 'accounts' | 'balances'>,
) {
  const { batches, transfers, accounts, balances } = counted;
  const digest = createHash('sha256').update(lines.join('')).digest('hex');
  const closed = {
    month: '2026-10',
    after: 0n,
    last: 6n,
    before: null,
    batches,
    transfers,
    accounts,
    balances,
    digest,
  };
  return endLine({ ...closed, seal: testMonthSealer.seal(closed) });
}

function check(lines: readonly string[]) {
  const checking = createLinesCheck();
  for (const line of lines) checking.take(Buffer.from(line.trimEnd()));
  return checking.read();
}

const rulesOf = (lines: readonly string[]): string[] =>
  check(lines).differences.map((sentence) => sentence.split(':', 1)[0] ?? '');

test('a month as it was written has no difference, and its seal is genuine', () => {
  const { closed, differences } = check(makeMonth());
  expect(differences).toEqual([]);
  expect(closed).toMatchObject({ month: '2026-10', last: 6n, batches: 2, transfers: 3, accounts: 3 });
  expect(closed === null ? [] : checkChain([closed], testMonthSealer)).toEqual([]);
});

/** The same lines with one changed, and the digest of the last line made to fit. */
function forge(at: number, from: string, to: string): string[] {
  const lines = makeMonth();
  const line = lines[at] ?? '';
  expect(line).toContain(from);
  lines[at] = line.replace(from, to);
  const counted = check(makeMonth()).closed;
  if (counted === null) throw new Error('no month');
  return [...lines.slice(0, -1), endOf(lines.slice(0, -1), counted)];
}

describe('what is changed is found, also where the digest was made to fit', () => {
  test.each([
    ['an amount', 4, '"70"', '"71"', ['running-balance', 'hash']],
    [
      'an amount with the balances beside it',
      5,
      '"30",2,3,"3","1","60","30"',
      '"40",2,3,"3","1","50","40"',
      ['hash', 'balance'],
    ],
    ['a description', 4, 'a test', 'a best', ['hash']],
    ['a source', 4, '"a",0', '"d",0', ['hash']],
    ['a line', 4, '"b",0', '"b",1', ['source', 'hash']],
    ['a time', 5, 'T12', 'T13', ['hash']],
    ['an opening balance', 1, '["0","0"', '["0","5"', ['running-balance']],
    ['a closing balance', 3, '["1","30"', '["1","31"', ['balance', 'debits-and-credits']],
    ['the asset of an account', 3, '"asset":"BTC"', '"asset":"ETH"', ['asset', 'debits-and-credits']],
    ['an account', 3, '"account":3', '"account":4', ['account', 'balance']],
    ['a batch’s number', 5, '"6"', '"7"', ['form']],
  ])('%s', (_, at, from, to, rules) => {
    expect(rulesOf(forge(at, from, to))).toEqual(expect.arrayContaining(rules));
  });

  test.each([
    ['a batch', 5, 'sequence'],
    ['an account', 1, 'account'],
    ['the head', 0, 'form'],
    ['the end', 6, 'form'],
  ])('%s that is left out', (_, at, rule) => {
    expect(rulesOf(makeMonth().toSpliced(at, 1))).toContain(rule);
  });

  test('a closing balance of an account that has no entry in the month', () => {
    const idle = (closing: AccountAt): string =>
      `${JSON.stringify({ ...JSON.parse(accountLine({ ...IDLE, closing: IDLE.opening })), closing: [String(closing.entries), String(closing.balance), closing.head] })}\n`;
    const lines = makeMonth().toSpliced(4, 0, idle({ ...IDLE.opening, balance: 8n }));
    expect(rulesOf(lines)).toContain('balance');
    expect(rulesOf(makeMonth().toSpliced(4, 0, accountLine({ ...IDLE, closing: IDLE.opening })))).not.toContain(
      'balance',
    );
  });

  test('a line after the end, one that was cut off, and one that is changed without the digest', () => {
    const lines = makeMonth();
    expect(rulesOf([...lines, '{}\n'])).toContain('form');
    expect(rulesOf(lines.with(5, (lines[5] ?? '').slice(0, 40)))).toEqual(expect.arrayContaining(['form', 'digest']));
    expect(rulesOf(lines.with(1, (lines[1] ?? '').replace('"custody"', '"treasury"')))).toEqual(
      expect.arrayContaining(['digest', 'balances']),
    );
  });
});

test('months of which one is missing, does not go on or has another key’s seal are no chain', () => {
  const [first, second, third] = ['2026-10', '2026-11', '2026-12'].map((month, at): SealedMonth => {
    const name = (of: number): string => `0${of}`.repeat(32);
    const before = at === 0 ? null : name(at);
    const counts = { batches: 1, transfers: 1, accounts: 2, balances: name(9), digest: name(at + 1) };
    return sealMonth({ month, after: BigInt(at), last: BigInt(at + 1), before, ...counts }, testMonthSealer);
  });
  if (first === undefined || second === undefined || third === undefined) throw new Error('three months');
  expect(checkChain([first, second, third], testMonthSealer)).toEqual([]);
  expect(checkChain([first, third], testMonthSealer)).toEqual([
    'closed-month: between 2026-10 and 2026-12 a month is missing',
    'closed-month: 2026-12 does not go on where 2026-10 ends',
  ]);
  expect(checkChain([first, { ...second, transfers: 2 }], testMonthSealer)).toEqual([
    expect.stringContaining('2026-11 was not sealed'),
  ]);
  expect(checkChain([first, { ...second, transfers: 2 }], null)).toEqual([]);
});

test('a month is one of Lagos, an hour ahead of UTC', () => {
  expect(monthOf(new Date('2026-10-31T22:59:59.999Z'))).toBe('2026-10');
  expect(monthOf(new Date('2026-10-31T23:00:00.000Z'))).toBe('2026-11');
  expect(endOfMonth('2026-12').toISOString()).toBe('2026-12-31T23:00:00.000Z');
  expect(monthAfter('2026-12')).toBe('2027-01');
});
