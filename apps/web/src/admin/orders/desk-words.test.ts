// Keys act on one order: letters anywhere but in fields, arrows in the list alone, and never with a modifier; after a decision
// the next order that this administrator can decide on is chosen.
import { idSchema } from '@kobogate/contract';
import { expect, test } from 'vitest';
import { deskKey, rowAt } from './desk-keys.ts';
import { deskSummary, deskWords, nextToDecide } from './desk-words.ts';
import { sampleOrders } from './sample-orders.ts';

const NONE = { ctrlKey: false, metaKey: false, altKey: false };
const rows = sampleOrders(() => 0.5, Date.parse('2026-11-24T00:00:00Z'))
  .slice(0, 5)
  .map((order) =>
    Object.assign(order, {
      status: 'pending' as const,
      funding: 'funded' as const,
      payout: 'none' as const,
      decision: null,
    }),
  );
const [sample] = rows;
if (sample === undefined) throw new Error('no samples');
const adminId = idSchema('User').parse('sample-admin');
const idOf = (index: number): string => rows[index]?.id ?? '';

test('[S3] each key is one act, arrows only in the list, none with a modifier', () => {
  const pressed = (key: string, inList = false) => deskKey({ ...NONE, key }, inList);
  expect(['j', 'k', 'a', 'A', 'd', 'u', '?'].map((key) => pressed(key))).toEqual([
    'next',
    'previous',
    'approve',
    'approve-chosen',
    'decline',
    'undo',
    'help',
  ]);
  expect([pressed('ArrowDown'), pressed('ArrowDown', true), pressed('Enter', true)]).toEqual([null, 'next', null]);
  expect(deskKey({ ...NONE, ctrlKey: true, key: 'a' }, true)).toBeNull();
});

test('[S2] the next order is one that waits for this administrator, from the top after the end', () => {
  const firstApproval = { adminId, by: 'Sample Admin', at: '2026-11-24T00:00:00Z' };
  const list = rows.map((row, index) => {
    if (index === 1) return { ...row, decision: 'saving' };
    if (index === 2) return { ...row, firstApproval };
    return index === 3 ? { ...row, funding: 'awaiting' as const } : row;
  });
  expect(nextToDecide(list, idOf(0), adminId)?.id).toBe(idOf(4));
  expect(nextToDecide(list, idOf(0), 'another')?.id).toBe(idOf(2));
  expect(nextToDecide(list, idOf(4), adminId)?.id).toBe(idOf(0));
  // One's own order is a colleague's to decide on.
  expect(nextToDecide(list, idOf(4), rows[0]?.customerId)?.id).toBe(idOf(2));
  expect(rowAt(rows, null, 1)?.id).toBe(idOf(0));
  expect(rowAt(rows, idOf(4), 1)).toBeNull();
});

test('[S6] an order’s sentence speaks to those who decide, never in the words for its customer', () => {
  const said = (change: object) => deskSummary({ ...sample, ...change });
  const sentences = [
    said({}),
    said({ payout: 'failed', status: 'approved' }),
    said({ payout: 'reversed', payoutNeedsPerson: true }),
    said({ funding: 'underpaid', missingAmount: '1.5', fromCurrency: 'USDT' }),
    said({ status: 'declined', declineReason: 'Another person’s account.' }),
    said({ status: 'approved' }),
  ];
  expect(sentences).toEqual([
    'The coins are there. It waits for a decision.',
    'The payout did not go through. It can be sent again.',
    'The bank’s answers do not settle the payout. Decide on it.',
    '1.5 USDT is still missing.',
    'Declined: Another person’s account.',
    'The coins are there. The naira is about to leave.',
  ]);
  expect(sentences.join(' ')).not.toMatch(/your/i);
});

test('[S1] one thing of an order leads: the payout, then the sanctions list, then what it waits for', () => {
  const said = (change: object) => deskWords({ ...sample, ...change }).text;
  expect(said({})).toBe('To review');
  expect(said({ listedSenders: ['0xlisted'] })).toBe('Sanctions list');
  expect(said({ payout: 'unknown', payoutNeedsPerson: true, listedSenders: ['0xlisted'] })).toBe('To decide');
  expect(said({ funding: 'awaiting' })).toBe('Awaiting coins');
  expect(said({ status: 'declined', funding: 'awaiting' })).toBe('Declined');
});
