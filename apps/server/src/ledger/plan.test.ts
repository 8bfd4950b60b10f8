// What a batch of postings does to the accounts is decided without the database: each against what the earlier ones
// left, all or nothing, a repeat once; and what is then written says exactly that.
import type { UserId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { describe, expect, test } from 'vitest';
import { type AccountRef, custody, customer, held, receivable } from './chart.ts';
import { type AccountState, arrayOfTexts, batchArguments, contentOf, planBatch, sourceKey } from './plan.ts';
import { type NewTransaction, SourceUsed, type Transfer } from './transaction.ts';

const ada = idFor<UserId>('ada');
const [coins, free, aside, debt] = [custody('BTC'), customer(ada, 'BTC'), held(ada, 'BTC'), receivable(ada, 'BTC')];

/** The four accounts with these balances, and seven entries each. Custody has the highest id. */
function accounts(balances: { free?: bigint; aside?: bigint; debt?: bigint } = {}): Map<string, AccountState> {
  const state = (id: number, { code, normalSide, mayGoNegative }: AccountRef, balance = 0n): AccountState => ({
    id,
    code,
    head: `${id}`.repeat(64),
    normalSide,
    mayGoNegative,
    balance,
    sequence: 7n,
  });
  const all = [
    state(4, coins, 100n),
    state(1, free, balances.free),
    state(2, aside, balances.aside),
    state(3, debt, balances.debt),
  ];
  return new Map(all.map((account) => [account.code, account]));
}

const line = (debit: AccountRef, credit: AccountRef, amount: bigint): Transfer => ({ debit, credit, amount });
const transaction = (sourceId: string, ...transfers: Transfer[]): NewTransaction => ({
  source: 'test',
  sourceId,
  description: 'a test',
  transfers,
});
const NONE: ReadonlyMap<string, string> = new Map();
const POSTED = { ok: true, outcome: 'posted' };
const short = ({ code }: AccountRef) => ({ ok: false, reason: 'insufficient-funds', account: code });
const balancesOf = (states: ReadonlyMap<string, AccountState>, ...refs: AccountRef[]) =>
  refs.map(({ code }) => states.get(code)?.balance);

describe('[L1] a batch', () => {
  test('is written line by line, with each account’s next number and balance; the first line is described', () => {
    const states = accounts({ free: 5n });
    const batch = [transaction('one', line(coins, free, 10n), line(free, aside, 12n))];
    const { outcomes, rows, before } = planBatch(batch, states, NONE);
    expect(outcomes).toEqual([POSTED]);
    expect(rows).toEqual([
      {
        source: 'test',
        sourceId: 'one',
        line: 0,
        description: 'a test',
        amount: 10n,
        debitAccount: 4,
        creditAccount: 1,
        debitSequence: 8n,
        creditSequence: 8n,
        debitBalance: 110n,
        creditBalance: 15n,
      },
      {
        source: 'test',
        sourceId: 'one',
        line: 1,
        description: null,
        amount: 12n,
        debitAccount: 1,
        creditAccount: 2,
        debitSequence: 9n,
        creditSequence: 8n,
        debitBalance: 3n,
        creditBalance: 12n,
      },
    ]);
    expect([...before]).toEqual([
      [4, { balance: 100n, sequence: 7n, head: '4'.repeat(64) }],
      [1, { balance: 5n, sequence: 7n, head: '1'.repeat(64) }],
      [2, { balance: 0n, sequence: 7n, head: '2'.repeat(64) }],
    ]);
  });

  test('is decided in order: what one leaves the next can spend, and what is refused changes nothing', () => {
    const states = accounts({ free: 10n });
    const spend = (id: string, amount: bigint) => transaction(id, line(free, aside, amount));
    const batch = [spend('one', 6n), spend('two', 6n), transaction('three', line(coins, free, 2n)), spend('four', 6n)];
    const { outcomes, rows, touched } = planBatch(batch, states, NONE);
    expect(outcomes).toEqual([POSTED, short(free), POSTED, POSTED]);
    expect(rows.map(({ sourceId }) => sourceId)).toEqual(['one', 'three', 'four']);
    expect(balancesOf(states, coins, free, aside)).toEqual([102n, 0n, 12n]);
    expect(touched.map(({ code }) => code)).toEqual([free.code, aside.code, coins.code]);
  });

  test('posts the same source once, whether the ledger or the batch has it, and never with other content', () => {
    const one = transaction('one', line(coins, free, 10n));
    const other = transaction('one', line(coins, free, 11n));
    const inLedger = new Map([
      [sourceKey('test', 'two'), contentOf([{ debit: coins.code, credit: free.code, amount: 3n }])],
    ]);
    const two = transaction('two', line(coins, free, 3n));
    const states = accounts();
    const { outcomes, rows } = planBatch([one, one, other, two, { ...two, transfers: [] }], states, inLedger);
    const again = { ok: true, outcome: 'already-posted' };
    expect(outcomes.slice(0, 2)).toEqual([POSTED, again]);
    expect(outcomes[2]).toBeInstanceOf(SourceUsed);
    expect(outcomes[3]).toEqual(again);
    expect(outcomes[4]).toBeInstanceOf(SourceUsed);
    expect(rows).toHaveLength(1);
    expect(balancesOf(states, free)).toEqual([10n]);
  });

  test('on an account that was not loaded is a bug', () => {
    const states = accounts();
    states.delete(free.code);
    expect(() => planBatch([transaction('one', line(coins, free, 1n))], states, NONE)).toThrow(
      'the account customer:BTC:ada was not loaded',
    );
  });
});

describe('[L2] a transaction is refused where it leaves an account below zero that may not be', () => {
  const outcomeOf = (states: Map<string, AccountState>, ...transfers: Transfer[]) =>
    planBatch([transaction('one', ...transfers)], states, NONE).outcomes[0];

  test('to the smallest unit, and names it', () => {
    expect(outcomeOf(accounts({ free: 10n }), line(free, aside, 10n))).toEqual(POSTED);
    expect(outcomeOf(accounts({ free: 10n }), line(free, aside, 11n))).toEqual(short(free));
  });

  test('on its own side: a debt grows by a debit and shrinks by a credit', () => {
    expect(outcomeOf(accounts(), line(debt, free, 5n))).toEqual(POSTED);
    expect(outcomeOf(accounts({ debt: 5n }), line(coins, debt, 5n))).toEqual(POSTED);
    expect(outcomeOf(accounts({ debt: 5n }), line(coins, debt, 6n))).toEqual(short(debt));
  });

  test('at its end: within it coins may pass through an empty account, and not stay owed', () => {
    expect(outcomeOf(accounts(), line(free, aside, 10n), line(coins, free, 10n))).toEqual(POSTED);
    expect(outcomeOf(accounts({ free: 9n }), line(free, aside, 5n), line(free, aside, 5n))).toEqual(short(free));
    expect(outcomeOf(accounts(), line(free, aside, 10n), line(coins, free, 9n))).toEqual(short(free));
    expect(outcomeOf(accounts({ free: 9n }), line(free, aside, 5n), line(aside, coins, 6n))).toEqual(short(aside));
  });

  test('and custody may be, by a deposit that was reverted', () => {
    expect(outcomeOf(accounts({ free: 200n }), line(free, coins, 200n))).toEqual(POSTED);
  });
});

test('[L1] what is written of a batch: its accounts by id with what they were and how they changed, and its lines', () => {
  const batch = [
    transaction('one', line(coins, free, 10n), line(free, aside, 4n)),
    transaction('two', line(coins, free, 1n)),
  ];
  const plan = planBatch(batch, accounts({ free: 5n }), NONE);
  const postedAt = new Date('2026-03-01T09:00:00.000Z');
  expect(batchArguments(plan, postedAt, 'a hash')).toEqual([
    postedAt,
    'a hash',
    '{1,2,4}',
    String.raw`{"\\x${'1'.repeat(32)}","\\x${'2'.repeat(32)}","\\x${'4'.repeat(32)}"}`,
    '{7,4,11}',
    '{3,1,2}',
    '{"test","test","test"}',
    '{"one","one","two"}',
    '{0,1,0}',
    '{"a test",null,"a test"}',
    '{10,4,1}',
    '{4,1,4}',
    '{1,2,1}',
    '{8,9,9}',
    '{8,8,10}',
    '{110,11,111}',
    '{15,4,12}',
  ]);
});

test('[L1] the content of a source is each transfer, in its order', () => {
  const [one, two] = [
    { debit: 'a', credit: 'b', amount: 1n },
    { debit: 'c', credit: 'd', amount: 20n },
  ];
  expect([contentOf([one, two]), contentOf([two, one])]).toEqual(['a>b=1\nc>d=20', 'c>d=20\na>b=1']);
});

test.each<[string | null, string]>([
  [null, '{null}'],
  ['', '{""}'],
  ['null', '{"null"}'],
  ['a, {b}', '{"a, {b}"}'],
  ['a "b" c', String.raw`{"a \"b\" c"}`],
  [String.raw`a\b`, String.raw`{"a\\b"}`],
  [String.raw`\"`, String.raw`{"\\\""}`],
])('[L1] the text %s is %s as PostgreSQL reads an array', (text, literal) => {
  expect(arrayOfTexts([text])).toBe(literal);
});
