// Guarantee: a customer is never asked to send coins twice, and the last step is always the bank's payment.
import { expect, it } from 'vitest';
import { confirmationText, stillToSend, type Progress } from './order-progress.ts';
import { orderSteps } from './order-steps.ts';

const waiting: Progress = {
  fromCurrency: 'USDT',
  network: 'ethereum',
  networkName: 'Ethereum',
  missingAmount: '12.5',
  status: 'pending',
  funding: 'awaiting',
  payout: 'none',
  bankAccount: { bankName: 'Zenith Bank', accountNumber: '0123456789', accountName: 'Sample Account' },
  deposits: [],
};
const deposit = { transaction: '0xab', amount: '12', status: 'confirming', confirmations: 1 } as const;
const statesOf = (order: Progress) => orderSteps({ ...order, timeline: [] }).map((step) => step.state);

it('counts the coins on the chain before it asks for more', () => {
  expect(stillToSend(waiting)).toBe('12.5');
  expect(stillToSend({ ...waiting, deposits: [{ ...deposit, confirmationsNeeded: 3 }] })).toBe('0.5');
  expect(stillToSend({ ...waiting, deposits: [{ ...deposit, amount: '13', confirmationsNeeded: 3 }] })).toBe('0');
  expect(stillToSend({ ...waiting, deposits: [{ ...deposit, status: 'dropped', confirmationsNeeded: 3 }] })).toBe(
    '12.5',
  );
  expect(stillToSend({ ...waiting, status: 'declined' })).toBe('0');
});

it('says how long a deposit still takes', () => {
  const text = (confirmations: number) =>
    confirmationText({ ...deposit, confirmations, confirmationsNeeded: 3 }, 'ethereum');
  expect(text(1)).toBe('Waiting for 2 more confirmations, about 24 seconds.');
  expect(text(2)).toBe('Waiting for 1 more confirmation, about 12 seconds.');
  expect(confirmationText({ ...deposit, confirmationsNeeded: 13 }, 'ethereum')).toContain('about 3 minutes');
});

it('[D12] asks for no confirmation that is there already: what is deep enough waits for a check', () => {
  const deep = { ...deposit, confirmations: 3, confirmationsNeeded: 3 };
  expect(confirmationText(deep, 'ethereum')).toMatch(/^The transfer has all its confirmations\. We check/);
});

it('goes from the coins to the review to the bank, with one step happening now', () => {
  expect(statesOf(waiting)).toEqual(['now', 'next', 'next']);
  expect(statesOf({ ...waiting, funding: 'funded' })).toEqual(['now', 'next']);
  expect(statesOf({ ...waiting, funding: 'funded', status: 'approved', payout: 'sent' })).toEqual(['now']);
  expect(statesOf({ ...waiting, funding: 'funded', status: 'approved', payout: 'paid' })).toEqual([]);
  expect(statesOf({ ...waiting, status: 'declined' })).toEqual([]);
});

it('[H-4] has the customer decide, without a review, while they are asked about a lower amount', () => {
  const rateMove = { agreedKobo: '5000000', answer: 'asked', answerBy: '2026-11-02T10:00:00Z' } as const;
  const order: Progress = { ...waiting, funding: 'late', rateMove };
  expect(orderSteps({ ...order, timeline: [] })[0]?.text).toBe('You accept the new amount or not');
  const taken: Progress = { ...order, rateMove: { ...rateMove, answer: 'accepted' } };
  expect(orderSteps({ ...taken, timeline: [] })[0]?.text).toBe('We review the order');
});

it('shows a setback as one', () => {
  const timeline = [
    { at: '2026-11-01T10:00:00Z', type: 'created', text: 'Order made' },
    { at: '2026-11-01T10:01:00Z', type: 'payout-failed', text: 'The bank refused' },
  ];
  const order: Progress = { ...waiting, funding: 'funded', status: 'approved', payout: 'failed' };
  const steps = orderSteps({ ...order, timeline });
  expect(steps.map((step) => step.state)).toEqual(['done', 'failed', 'now']);
  expect(steps.at(-1)?.text).toContain('your money is safe with us');
});
