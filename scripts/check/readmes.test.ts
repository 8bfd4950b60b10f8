// A room's README that leaves out a table, an event or a room that it asks, or grows too long, fails `npm run check`.
import { expect, test } from 'vitest';
import { ROOMS } from './boundaries.mjs';
import { readmeProblems } from './readmes.mjs';

const SERVER = 'apps/server/src';
const page = (room: string, source: string) => ({ path: `${SERVER}/${room}/README.md`, source });
const others = Object.entries(ROOMS)
  .filter(([room]) => room !== 'payouts')
  .map(([room, asked]) => page(room, `**Asks** ${asked.join(', ')}.`));
const owners = new Map([
  ['payout', 'payouts'],
  ['deposit', 'custody'],
]);
const emitting = (path: string, type: string) => ({
  path: `${SERVER}/${path}`,
  source: `emit(tx, { type: '${type}', payload: {} });`,
});
const CUSTODY = 'Owns `deposit`. Emits `deposit.*`. **Asks** ledger, controls, identity, pricing.';
const problems = (text: string) =>
  readmeProblems(
    [...others.filter(({ path }) => !path.includes('custody')), page('custody', CUSTODY), page('payouts', text)],
    owners,
    [
      emitting('payouts/pay.ts', 'payout.due'),
      emitting('custody/see.ts', 'deposit.seen'),
      emitting('payouts/a.test.ts', 'order.payable'),
    ],
  );

test('a README that names what the room writes, emits and asks passes, and each that it leaves out is named', () => {
  const whole = 'Owns `payout`. Emits `payout.due`. **Asks** ledger, controls, identity, sales. Port: a bank.';
  expect(problems(whole)).toEqual([]);
  expect(problems(whole.replace('`payout`', 'them'))).toEqual([expect.stringContaining('does not name payout,')]);
  expect(problems(whole.replace('`payout.due`', 'them'))).toEqual([
    expect.stringContaining('does not name payout.due,'),
  ]);
  expect(problems(whole.replace(', sales', ''))).toEqual([
    expect.stringContaining('does not say that the room asks sales'),
  ]);
});

test('one that is too long or missing is named', () => {
  const whole = 'Owns `payout`. Emits `payout.due`. **Asks** ledger, controls, identity, sales.';
  expect(problems(`${whole}\n`.repeat(40))).toEqual([]);
  expect(problems(`${whole}\n`.repeat(41))).toEqual([`${SERVER}/payouts/README.md has 41 lines, and 40 at most`]);
  expect(readmeProblems(others, new Map(), [])).toEqual([`${SERVER}/payouts/README.md is not there`]);
});
