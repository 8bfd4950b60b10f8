// A transaction that can never be posted is refused as a bug, with a message that names what is wrong.
import type { UserId } from '@kobogate/contract';
import { LARGEST_AMOUNT } from '@kobogate/money';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, test } from 'vitest';
import { custody, customer } from './chart.ts';
import { type NewTransaction, requireWellFormed, SourceUsed, type Transfer } from './transaction.ts';

const free = customer(idFor<UserId>('ada'), 'BTC');
const line = (changes: Partial<Transfer> = {}): Transfer => ({
  debit: custody('BTC'),
  credit: free,
  amount: 1n,
  ...changes,
});
const deposit: NewTransaction = { source: 'deposit', sourceId: '7', description: 'in', transfers: [line()] };
const TEXTS = 'a transaction needs a source and a source id, and its texts no control characters';

test.each<[string, Partial<NewTransaction>, string]>([
  ['no source', { source: '' }, TEXTS],
  ['no source id', { sourceId: '' }, TEXTS],
  ['a control character in its source', { source: 'a\u001fb' }, TEXTS],
  ['a control character in its source id', { sourceId: 'a\u001fb' }, TEXTS],
  ['a control character in its description', { description: 'a\nb' }, TEXTS],
  ['no transfer', { transfers: [] }, 'a transaction has 1 to 1000 transfers, and deposit 7 has 0'],
  [
    'too many transfers',
    { transfers: Array.from({ length: 1001 }, () => line()) },
    'a transaction has 1 to 1000 transfers, and deposit 7 has 1001',
  ],
  [
    'two assets',
    { transfers: [line(), line({ debit: custody('ETH') })] },
    'a transfer keeps its asset: custody:ETH to customer:BTC:ada',
  ],
  [
    'one account',
    { transfers: [line({ debit: free })] },
    'a transfer needs two accounts, and both are customer:BTC:ada',
  ],
  ['no amount', { transfers: [line({ amount: 0n })] }, `a transfer's amount is above zero, and 0 is not possible`],
  [
    'an amount below zero',
    { transfers: [line({ amount: -5n })] },
    `a transfer's amount is above zero, and -5 is not possible`,
  ],
  [
    'more than the database holds',
    { transfers: [line({ amount: 10n ** 78n })] },
    `a transfer's amount is above zero, and 1${'0'.repeat(78)} is not possible`,
  ],
])('[L1] a transaction with %s is refused', (_, wrong, message) => {
  expect(() => requireWellFormed({ ...deposit, ...wrong })).toThrow(new TypeError(message));
});

test.each<[string, Partial<NewTransaction>]>([
  ['one transfer of the smallest unit', {}],
  ['as many transfers as there may be', { transfers: Array.from({ length: 1000 }, () => line()) }],
  ['the largest amount', { transfers: [line({ amount: LARGEST_AMOUNT })] }],
  ['no description', { description: '' }],
])('[L1] a transaction with %s is possible', (_, facts) => {
  expect(() => requireWellFormed({ ...deposit, ...facts })).not.toThrow();
});

test('[L1] a source that was used for something else is named', () => {
  const error = new SourceUsed('deposit', '7');
  expect([error.name, error.message]).toEqual(['SourceUsed', 'the ledger has another transaction from deposit 7']);
});
